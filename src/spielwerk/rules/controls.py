"""Controls: which entries of a parts file can be edited on a page, and by which widget.

A game declares them beside its reader (`Game.controls`). They define how entries are shown and
written; only the reader decides what is valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

# Names of cells: one sequence for a string of letters, or rows for a list of strings.
Cells = tuple[str, ...] | tuple[tuple[str, ...], ...]
# Field values at the start of a game that make the board draw an entry or give it to a seat; None
# stands for the entry's number.
Shown = Mapping[str, int | None]


@dataclass(frozen=True)
class Numbers:
    """An integer for each key, or, with `length`, a list of that many."""

    table: str
    """The table of the parts file."""
    keys: tuple[str, ...]
    """Its entries."""
    least: int
    """The smallest value allowed."""
    most: int
    """The largest value allowed."""
    length: int | None = None
    """How many numbers an entry lists; None: one number, no list."""
    spelled: str = ""
    """The colour letters that keys consist of, such as tiles by their halves."""


@dataclass(frozen=True)
class Sheet:
    """Strings of letters, one letter per cell of the board, all painted together."""

    table: str
    """The table of the parts file."""
    values: str
    """The letters to paint with."""
    entries: Mapping[str, Cells]
    """The cells of each entry, by key."""
    shows: Shown = field(default_factory=dict)
    """The fields that show the result on the board, by name."""


@dataclass(frozen=True)
class Row:
    """A string of `fewest` to `most` letters."""

    table: str
    """The table of the parts file."""
    key: str
    """Its entry."""
    values: str
    """The letters to choose from."""
    fewest: int
    """The smallest number of letters."""
    most: int
    """The largest number of letters."""


@dataclass(frozen=True)
class Tiles:
    """A list of strings of equal length: tiles by their corners, clockwise."""

    table: str
    """The table of the parts file."""
    key: str
    """Its entry."""
    values: str
    """The letters of corners."""
    corners: int
    """The number of corners of a tile."""
    fixed: str = ""
    """The letters that every tile begins with."""
    shows: Shown = field(default_factory=dict)
    """The fields that show the result on the board, by name."""
    counts: str | None = None
    """The table that counts tiles by the number of their kind."""


@dataclass(frozen=True)
class Places:
    """A value on some cells of the board, as `cell = "value"`; with `lists`, the cells by value."""

    table: str
    """The table of the parts file."""
    values: tuple[str, ...]
    """The values to choose from."""
    cells: tuple[str, ...]
    """The cells that can be chosen."""
    seats: int
    """The number of seats of the board shown."""
    lists: bool = False
    """Whether the file lists the cells of each value."""


@dataclass(frozen=True)
class Shapes:
    """Named shapes of X and `.`, with `/` between rows; with `copies`, the number of each.

    A name is the number of cells followed by the next free letter.
    """

    table: str
    """The table of the parts file."""
    side: int
    """The side of the square to draw in."""
    copies: bool = False
    """Whether each shape has a number of copies."""
    shows: Shown = field(default_factory=dict)
    """The fields that show the result on the board, by name."""
    first: int = 0
    """The number of the first shape, by name."""


Control = Numbers | Sheet | Row | Tiles | Places | Shapes


def declared(control: Control) -> dict[str, Any]:
    """Return a control as the page receives it."""
    return {"kind": type(control).__name__.lower(), **asdict(control)}
