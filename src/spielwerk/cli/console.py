"""The consoles that commands print to, and their exit codes."""

from __future__ import annotations

import os
import sys

import typer
from rich.console import Console
from rich.progress import (
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.segment import Segments
from rich.table import Table

WIDEST = 10_000  # maximum width of a table in columns
CHECK_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class _Output(Console):
    """A console that exits quietly when its reader closes the pipe."""

    def on_broken_pipe(self) -> None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        raise typer.Exit


out = _Output(highlight=False)
err = Console(stderr=True, highlight=False)


def progress_bar() -> Progress:
    """Return a progress bar with count, elapsed time and remaining time."""
    columns = (
        *Progress.get_default_columns()[:-1],
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def print_table(table: Table, console: Console = out) -> None:
    """Print a table at its full width: a narrow terminal wraps lines but truncates no figure."""
    segments = console.render(table, console.options.update(max_width=WIDEST))
    console.print(Segments(segments), soft_wrap=True)
