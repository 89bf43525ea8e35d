"""Options that several commands have: what they are called, and how they are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

MAX_SEED = (1 << 64) - 1  # of simulations, whose streams are of 64 bits

GameName = Annotated[str, typer.Argument(help="The game, as `spielwerk games` lists it.")]
GameNames = Annotated[list[str] | None, typer.Argument(help="Which games; all if none.")]
Seats = Annotated[int, typer.Option(help="How many seats play.")]
Seed = Annotated[int, typer.Option(help="A number that fixes all chance.", min=0)]
StreamSeed = Annotated[
    int, typer.Option(help="A number that fixes all chance.", min=0, max=MAX_SEED)
]
FirstSeat = Annotated[str, typer.Option(help="The starting seat, or 'lot' to draw it.")]
Threads = Annotated[int, typer.Option(help="How many threads play random games.", min=1)]
Workers = Annotated[int, typer.Option(help="How many processes play.", min=1)]
On = Annotated[str, typer.Option(help="Where to play: here, or on ray, a cluster.")]
Parts = Annotated[Path | None, typer.Option(help="Play with the parts in this file.")]
RuleOptions = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option, like hands=hidden.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Database = Annotated[
    str,
    typer.Option(
        envvar="SPIELWERK_DATABASE",
        help="Where everything is kept: sqlite:///FILE or postgresql+psycopg://…",
        show_default="a file of your own",
    ),
]


def read_rule_options(given: list[str] | None) -> dict[str, str]:
    """Return rule options by name."""
    for option in given or []:
        if "=" not in option:
            raise BadSetting("bad_option", f"write an option like hands=hidden, not {option!r}")
    return dict(option.split("=", 1) for option in given or [])


def read_first_seat(text: str) -> int | Literal["lot"]:
    """Return the starting seat."""
    if text == "lot":
        return "lot"
    if not re.fullmatch("[0-9]{1,2}", text):
        reason = f"the first seat must be a number or 'lot', not {quoted(text)}"
        raise BadSetting("bad_first", reason)
    return int(text)


def read_database(address: str) -> str:
    """Return the address of the database, a file of one's own if none is given."""
    from spielwerk.server.settings import default_database

    return address or default_database()


def check_writable(file: Path) -> None:
    """Refuse a file that can't be written before anything is played for it."""
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadSetting("unwritable", f"{file}: {error.strerror}") from None
