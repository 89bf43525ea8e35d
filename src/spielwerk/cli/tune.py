"""The command `spielwerk tune`: tune a bot's parameters."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from spielwerk.cli.console import out, print_table, progress_bar
from spielwerk.cli.options import AsJson, GameName, On, Seed, Workers


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
    seed: Seed = 1,
    workers: Workers = 1,
    on: On = "here",
    as_json: AsJson = False,
) -> None:
    """Search a bot's best parameters in games against its default self, and verify the result."""
    from spielwerk.lab import executors
    from spielwerk.lab.tuning import Tuning, read_ranges

    tuning = Tuning(game, bot, read_ranges(vary), candidates, games, seed, seats)
    executor = executors.named(on, workers)
    with progress_bar() as progress:
        task = progress.add_task(f"{game}: {bot}")

        def watch(what: str, done: int, all_: int) -> None:
            progress.update(task, description=what, completed=done, total=all_)

        tried = tuning.search(executor, watch)
        found = tuning.as_dict(tried, tuning.proof(tried[0].settings, proof, executor, watch))
    if as_json:
        out.print_json(json.dumps(found))
        return
    table = Table(*tuning.ranges, "rounds", "games in the last", "wins", box=None)
    for one in tried:
        numbers = (str(one.rounds), str(one.games), f"{one.share:.1%}")
        table.add_row(*map(str, one.settings.values()), *numbers)
    print_table(table)
    best = ":".join(f"{name}={value}" for name, value in found["best"].items())
    told = f"{found['share']:.1%} of {found['games']} games on new deals"
    between = f"({found['low']:.1%} to {found['high']:.1%}, usual: {found['fair']:.0%})"
    out.print(f"best: {best}, {told} {between}", soft_wrap=True)
