"""The command `spielwerk soak`: check invariants in random games."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import CHECK_FAILED, out
from spielwerk.cli.options import GameNames, StreamSeed, Threads


def soak(
    games: GameNames = None,
    number: Annotated[int, typer.Option(help="Games per number of seats.", min=1)] = 100_000,
    seed: StreamSeed = 1,
    threads: Threads = 2,
) -> None:
    """Play random games at every number of seats, and check the invariants of every state."""
    from spielwerk.games import find, names
    from spielwerk.lab import soak as lab

    chosen = [find(name) for name in games or names()]
    broken, seconds = 0, 0.0
    for table in lab.soak(chosen, number, seed, threads):
        told = f"{table.game}, {table.seats} seats: {table.games} games, {table.plies} plies"
        out.print(f"{told}, {table.seconds:.1f} s")
        for bad, wrong in table.faults:
            out.print(f"  game {bad} of seed {seed}: {lab.told_fault(wrong)}")
        broken += len(table.faults)
        seconds += table.seconds
    out.print(f"{broken} games break an invariant; {seconds:.1f} s in all")
    if broken:
        raise typer.Exit(CHECK_FAILED)
