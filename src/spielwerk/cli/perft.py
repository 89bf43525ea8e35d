"""The command `spielwerk perft`: count positions."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import MAX_SEED, GameName, Parts, Seats


def perft(
    game: GameName,
    seats: Seats = 2,
    seed: Annotated[
        int, typer.Option(help="The random game to start from.", min=0, max=MAX_SEED)
    ] = 1,
    plies: Annotated[
        int, typer.Option(help="Start after this many plies.", min=0, max=100_000)
    ] = 0,
    depth: Annotated[int, typer.Option(help="Depth in plies.", min=0, max=100)] = 3,
    parts: Parts = None,
) -> None:
    """Count the positions a given number of plies below a position; each draw counts as a ply."""
    from spielwerk.games import find
    from spielwerk.rules import batch, compilation

    found = find(game, parts)
    found.check_seats(seats)
    compilation.ready(found, compilation.for_batches)
    position = batch.position(found, seats, seed, plies)
    for level in range(depth + 1):
        out.print(f"{level} {batch.perft(found, position, level)}")
