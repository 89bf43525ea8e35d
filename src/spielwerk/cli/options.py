"""Options that several commands share, and functions that parse them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

MAX_SEED = (1 << 64) - 1  # of simulations, whose streams have 64 bits

GameName = Annotated[str, typer.Argument(help="The game, as `spielwerk games` lists it.")]
GameNames = Annotated[list[str] | None, typer.Argument(help="The games; default: all.")]
Seats = Annotated[int, typer.Option(help="Number of seats.")]
Seed = Annotated[int, typer.Option(help="The number that determines all draws.", min=0)]
StreamSeed = Annotated[
    int, typer.Option(help="The number that determines all draws.", min=0, max=MAX_SEED)
]
FirstSeat = Annotated[str, typer.Option(help="The starting seat, or 'lot' to draw it.")]
Threads = Annotated[int, typer.Option(help="Threads that play random games.", min=1)]
Workers = Annotated[int, typer.Option(help="Processes that play.", min=1)]
On = Annotated[str, typer.Option(help="Where to play: here, or on a ray cluster.")]
Parts = Annotated[Path | None, typer.Option(help="Play with the parts in this file.")]
RuleOptions = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option, like hands=hidden.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Database = Annotated[
    str,
    typer.Option(
        envvar="SPIELWERK_DATABASE",
        help="The server's database: sqlite:///FILE or postgresql+psycopg://…",
        show_default="a file in your data folder",
    ),
]


def read_rule_options(given: list[str] | None) -> dict[str, str]:
    """Parse rule options, by name."""
    for option in given or []:
        if "=" not in option:
            raise BadSetting("bad_option", f"write an option like hands=hidden, not {option!r}")
    return dict(option.split("=", 1) for option in given or [])


def read_first_seat(text: str) -> int | Literal["lot"]:
    """Parse the starting seat."""
    if text == "lot":
        return "lot"
    if not re.fullmatch("[0-9]{1,2}", text):
        reason = f"the first seat must be a number or 'lot', not {quoted(text)}"
        raise BadSetting("bad_first", reason)
    return int(text)


def read_database(address: str) -> str:
    """Return the database's address, by default a file in the user's own folder."""
    from spielwerk.server.settings import default_database

    return address or default_database()


def check_writable(file: Path) -> None:
    """Raise `BadSetting` for an unwritable file, before any time is spent playing."""
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadSetting("unwritable", f"{file}: {error.strerror}") from None
