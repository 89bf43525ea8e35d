"""The command `spielwerk games`: list the games."""

from __future__ import annotations

from spielwerk.cli.console import out


def games() -> None:
    """List the games."""
    from spielwerk.games import game_type, names
    from spielwerk.rules.errors import UnknownGame

    for name in names():
        try:
            seats = game_type(name).seats
        except UnknownGame as error:
            out.print(f"{name}: {error.reason}", markup=False, soft_wrap=True)
        else:
            out.print(f"{name}: {seats[0]} to {seats[-1]} seats")
