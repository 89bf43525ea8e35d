"""Where commands print, and the codes they exit with."""

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

CHECK_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class _Output(Console):
    """A console that leaves quietly when whoever reads it has had enough."""

    def on_broken_pipe(self) -> None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        raise typer.Exit


out = _Output(highlight=False)
err = Console(stderr=True, highlight=False)


def progress_bar() -> Progress:
    """Return a bar that shows how much is done, how fast, and for how long it will go on."""
    columns = (
        *Progress.get_default_columns()[:-1],
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
