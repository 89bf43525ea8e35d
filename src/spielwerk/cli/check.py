"""The command `spielwerk check`: validate a game for its author."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import CHECK_FAILED, err, out
from spielwerk.cli.options import GameName


def check(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games at each table.", min=1)] = 5,
) -> None:
    """Check a game for its author: print one sentence per problem, and exit with code 1 if any.

    Kernels run first as plain Python, which detects indices out of bounds, then compiled.
    """
    from spielwerk.lab import check as lab

    with err.status(f"checking {game}") as status:
        problems = lab.check(game, games, lambda at: status.update(f"checking {game}: {at}"))
    for problem in problems:
        out.print(f"{game}: {problem}", markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(CHECK_FAILED)
    out.print(f"{game}: nothing is wrong in {games} games at each table, plain and compiled")
