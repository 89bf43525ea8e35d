"""Mistakes in a game, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spielwerk.rules.errors import SpielwerkError

OURS = str(Path(__file__).parents[2])


class Wrong(Exception):
    """A mistake in the game, as one sentence."""


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Report any failure in this block as a mistake in the game."""
    try:
        yield
    except Wrong:
        raise
    except SpielwerkError as error:  # already a sentence
        raise Wrong(f"{what}: {error}") from error
    except Exception as error:
        first = (str(error).splitlines() or [""])[0]
        raise Wrong(f"{what}: {type(error).__name__}: {first}{_place(error)}") from error


def is_theirs(file: str) -> bool:
    """Return whether a source file is neither of this package nor of a library."""
    return not file.startswith((OURS, "<")) and "site-packages" not in file


def _place(error: Exception) -> str:
    """Return the last line in an error's trace outside of this package and of libraries."""
    trace, found = error.__traceback__, ""
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if is_theirs(file):
            found = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return found
