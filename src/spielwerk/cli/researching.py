"""Commands for designers and researchers: tune, report."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from spielwerk.cli.shared import AsJson, GameName, On, Workers, check_writable, counting, out

app = typer.Typer()


@app.command()
def tune(
    game: GameName,
    vary: Annotated[str, typer.Option(help="What may vary: worlds=4..32,plies=1..4.")],
    bot: Annotated[str, typer.Option(help="Whose parameters: meister or grossmeister.")] = (
        "meister"
    ),
    candidates: Annotated[int, typer.Option(help="How many settings are tried.", min=2)] = 16,
    games: Annotated[
        int, typer.Option(help="Games of each in the first round; then twice as many.", min=2)
    ] = 20,
    proof: Annotated[int, typer.Option(help="Games of the best one on new deals.", min=2)] = 400,
    seats: Annotated[int, typer.Option(help="How many sit at a table.", min=2)] = 2,
    seed: Annotated[int, typer.Option(help="A number that fixes all chance.", min=0)] = 1,
    workers: Workers = 1,
    on: On = "here",
    as_json: AsJson = False,
) -> None:
    """Search a bot's best parameters by games against its usual self, and prove what was found."""
    from spielwerk.lab.spreading import place
    from spielwerk.lab.tuning import Tuning, read_ranges

    tuning = Tuning(game, bot, read_ranges(vary), candidates, games, seed, seats)
    where = place(on, workers)
    with counting() as progress:
        task = progress.add_task(f"{game}: {bot}")

        def watch(what: str, done: int, all_: int) -> None:
            progress.update(task, description=what, completed=done, total=all_)

        tried = tuning.search(where, watch)
        found = tuning.as_dict(tried, tuning.proof(tried[0].settings, proof, where, watch))
    if as_json:
        out.print_json(json.dumps(found))
        return
    table = Table(*tuning.ranges, "rounds", "games in the last", "wins", box=None)
    for one in tried:
        numbers = (str(one.rounds), str(one.games), f"{one.share:.1%}")
        table.add_row(*map(str, one.settings.values()), *numbers)
    out.print(table)
    best = ":".join(f"{name}={value}" for name, value in found["best"].items())
    told = f"{found['share']:.1%} of {found['games']} games on new deals"
    between = f"({found['low']:.1%} to {found['high']:.1%}, usual: {found['fair']:.0%})"
    out.print(f"best: {best}, {told} {between}", soft_wrap=True)


@app.command()
def report(
    game: GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")],
    games: Annotated[int, typer.Option(help="Games at each table.", min=20)] = 300,
    seed: Annotated[int, typer.Option(help="A number that fixes all chance.", min=0)] = 1,
    bots: Annotated[str, typer.Option(help="Who plays at all seats.")] = "geselle",
    ladder: Annotated[
        str, typer.Option(help="Whose steps are measured, the weakest first: a,b,c.")
    ] = "zufall,lehrling,geselle,meister",
    lang: Annotated[str, typer.Option(help="The page's language: de or en.")] = "en",
    workers: Annotated[
        int | None, typer.Option(help="How many processes play; one a core.", min=1)
    ] = None,
    on: On = "here",
) -> None:
    """Look at a game from all sides, and write one page that needs nothing else."""
    from spielwerk.lab.report.findings import find_out
    from spielwerk.lab.report.gathering import Gathering, gather
    from spielwerk.lab.report.page import page
    from spielwerk.lab.report.words import Words
    from spielwerk.lab.spreading import place

    words = Words(lang)
    what = Gathering(game, bots, tuple(ladder.split(",")), games, seed)
    where = place(on, workers or (1 if on == "ray" else os.cpu_count() or 1))
    check_writable(output)
    with counting() as progress:
        task = progress.add_task(game)
        gathered = gather(
            what, where, lambda done, all_: progress.update(task, completed=done, total=all_)
        )
    output.write_text(page(find_out(what, gathered), words), encoding="utf-8")
    out.print(f"{output}: {game}, {games} games a table, seed {seed}", soft_wrap=True)
