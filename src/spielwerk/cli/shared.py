"""What all commands share: where they print, how they refuse, what their options mean."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import (
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted


class _Output(Console):
    """A console that leaves quietly when whoever reads it has had enough."""

    def on_broken_pipe(self) -> None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        raise typer.Exit


out = _Output(highlight=False)
err = Console(stderr=True, highlight=False)

MAX_SEED = (1 << 64) - 1  # of simulations, whose streams are of 64 bits
CHECK_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

GameName = Annotated[str, typer.Argument(help="The game, as `spielwerk games` lists it.")]
Seats = Annotated[int, typer.Option(help="How many seats play.")]
Seed = Annotated[int | None, typer.Option(help="A number that fixes all chance.")]
FirstSeat = Annotated[str, typer.Option(help="The starting seat, or 'lot' to draw it.")]
Threads = Annotated[int, typer.Option(help="How many threads play random games.", min=1)]
Workers = Annotated[int, typer.Option(help="How many processes play.", min=1)]
On = Annotated[str, typer.Option(help="Where to play: here, or on ray, a cluster.")]
Parts = Annotated[Path | None, typer.Option(help="Play with the parts in this file.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option, like hands=hidden.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def counting() -> Progress:
    """A bar that tells how much is done, how fast, and for how long it will go on."""
    columns = (
        *Progress.get_default_columns()[:-1],
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def read_options(given: list[str] | None) -> dict[str, str]:
    """Rule options as the command line gives them."""
    for option in given or []:
        if "=" not in option:
            raise BadSetting("bad_option", f"write an option like hands=hidden, not {option!r}")
    return dict(option.split("=", 1) for option in given or [])


def read_first_seat(text: str) -> int | Literal["lot"]:
    """A starting seat as the option gives it."""
    if text == "lot":
        return "lot"
    if not re.fullmatch("[0-9]{1,2}", text):
        reason = f"the first seat must be a number or 'lot', not {quoted(text)}"
        raise BadSetting("bad_first", reason)
    return int(text)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def check_writable(file: Path) -> None:
    """Refuse a file that can't be written before anything is played for it."""
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadSetting("unwritable", f"{file}: {error.strerror}") from None


def records_in(file: Path) -> Iterator[tuple[int, Any]]:
    """The records of a file, each with its number from 1; a broken file is refused."""
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(
                        line, object_pairs_hook=_each_key_once, parse_constant=_no_number
                    )
                except (ValueError, RecursionError) as error:
                    reason = f"{file}, line {number}: this is not JSON ({error})"
                    raise BadSetting("broken_file", reason) from None
                yield number, record
    except OSError as error:
        raise BadSetting("unreadable", f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadSetting("unreadable", f"{file}: this is not a text file") from None
