"""The command `spielwerk baselines`: measure bots as learning agents."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from spielwerk.cli.console import out, print_table
from spielwerk.cli.options import AsJson, GameNames, On, Seed, Workers


def baselines(
    names: GameNames = None,
    bots: Annotated[
        str, typer.Option(help="The bots to measure in the learner's place.")
    ] = "zufall,lehrling,geselle,meister",
    against: Annotated[str, typer.Option(help="The bot at the other seats.")] = "geselle",
    games: Annotated[int, typer.Option(help="How many games each plays.", min=2)] = 400,
    seed: Seed = 1,
    workers: Workers = 1,
    on: On = "here",
    as_json: AsJson = False,
) -> None:
    """Print the mean rewards of bots in the learner's seat, seat 0 of `spielwerk/axio-v0`."""
    from spielwerk.games import find
    from spielwerk.games import names as all_games
    from spielwerk.lab import baselines as lab
    from spielwerk.lab import executors

    chosen = names or list(all_games())
    for name in chosen:
        find(name)
    executor = executors.named(on, workers)
    found = list(lab.baselines(chosen, bots.split(","), against, games, seed, executor))
    if as_json:
        out.print_json(json.dumps([asdict(one) for one in found]))
        return
    table = Table("environment", "bot", "against", "mean reward", "95 %", "result", box=None)
    for one in found:
        between = f"{one.low:+.2f} to {one.high:+.2f}"
        numbers = (f"{one.reward:+.3f}", between, f"{one.result:.2f}")
        table.add_row(f"spielwerk/{one.game}-v0", one.bot, one.opponent, *numbers)
    print_table(table)
    out.print(f'{games} games each, seed {seed}, `reward="outcome"`', soft_wrap=True)
