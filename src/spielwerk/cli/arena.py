"""The command `spielwerk arena`: play bots against each other."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from spielwerk.cli.console import out, print_table, progress_bar
from spielwerk.cli.options import AsJson, GameName, On, Seed, Workers


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="The bots to compare: a,b. A budget follows an @: ismcts@200ms.")
    ],
    seats: Annotated[
        int | None, typer.Option(help="Seats per table; default: one per bot.")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 400,
    seed: Seed = 1,
    workers: Workers = 1,
    on: On = "here",
    sprt: Annotated[
        str, typer.Option(help="Stop once the first bot's share is settled: 0.5,0.55.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Play bots against each other on the same deals, rotating seats, and rate their strength."""
    from spielwerk.lab import arena as lab
    from spielwerk.lab import executors
    from spielwerk.lab.sequential import Sprt

    names = bots.split(",")
    contest = lab.Contest(game, tuple(names), seats or len(names), games, seed)
    test = Sprt.read(sprt) if sprt else None
    ledger = lab.Ledger(contest)
    verdict = None
    executor = executors.named(on, workers)
    with progress_bar() as progress:
        task = progress.add_task(f"{game}: {bots}", total=contest.deals)
        for deal in lab.run(contest, executor):
            ledger.add(deal)
            progress.advance(task)
            verdict = test.verdict(ledger.shares(0)) if test else None
            if verdict:
                break
    if as_json:
        out.print_json(json.dumps(ledger.as_dict() | ({"sprt": verdict} if test else {})))
        return
    told = ledger.as_dict()
    out.print(
        f"{told['games']} games of {game} on {told['deals']} deals, seed {seed}", soft_wrap=True
    )
    table = Table(
        "bot", "wins", "95 %", "rating", "mean rank", "result", "spread", "best", box=None
    )
    for one in ledger.standings():
        numbers = (f"{one.rating:.1f}", f"{one.mean_rank:.2f}", f"{one.mean_result:.2f}")
        between = f"{one.low:.1%} to {one.high:.1%}"
        spread = (f"{one.spread:.2f}", f"{one.best:g}")
        table.add_row(one.name, f"{one.share:.1%}", between, *numbers, *spread)
    print_table(table)
    if contest.seats == 1:  # no opponents, so report how often each result occurred
        for one in ledger.standings():
            tally = ", ".join(f"{result}: {times}" for result, times in one.tally.items())
            out.print(f"results of {one.name}: {tally}", soft_wrap=True)
    if test:
        out.print(f"SPRT: {verdict or 'not settled'}")
