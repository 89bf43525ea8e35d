"""Observations: what a seat sees of a state, as one row of bytes; a module a game.

A row is flat, so that it fits any library and many make one array. Its fields are views of it:
planes first, then vectors. Seats are counted from the one that looks, on in turn order; what
belongs to seats that are not at the table is 0. Kernels read public fields and the seat's own row
of hidden ones, and nothing else.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.state import Layout, States

Bytes = npt.NDArray[np.uint8]

_observers: dict[Any, Callable[..., None]] = {}
_fields: dict[Layout, tuple[Field, ...]] = {}


@dataclass(frozen=True)
class Field:
    """One part of an observation."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: int = 1  # no value is larger
    table: str | None = None  # the game's table whose largest number that is, where parts say so
    offset: int = 0

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Observing:
    """What an observation of one game holds, and where."""

    game: Game
    fields: tuple[Field, ...]

    @property
    def size(self) -> int:
        """How many bytes an observation has."""
        return self.fields[-1].offset + self.fields[-1].size

    @property
    def high(self) -> Bytes:
        """The largest value that each byte can have."""
        return np.concatenate([np.full(f.size, f.high, np.uint8) for f in self.fields])

    def split(self, rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields of a row, or of an array of rows, by name and in their shapes, not copied."""
        return {
            f.name: rows[..., f.offset : f.offset + f.size].reshape(*rows.shape[:-1], *f.shape)
            for f in self.fields
        }

    def observe(self, s: States, i: int, seat: int) -> Bytes:
        """What `seat` sees of s[i]."""
        row = np.empty(self.size, np.uint8)
        observe(self.game.tables, s, i, seat, row)
        return row

    def table(self) -> str:
        """The fields as a table for the docs."""
        lines = ["| field | from | shape | up to | what it tells |", "|---|---:|---|---:|---|"]
        for f in self.fields:
            shape = " × ".join(map(str, f.shape))
            lines.append(f"| `{f.name}` | {f.offset} | {shape} | {f.high} | {f.meaning} |")
        return "\n".join(lines)


def observe(t: Any, s: Any, i: int, seat: int, out: Any) -> None:
    """Write what `seat` sees of s[i] into `out`, a row that is as long as an observation."""
    _observers[s.dtype](t, s, i, seat, out)


@overload(observe, strict=False)
def _compiled(t: Any, s: Any, i: Any, seat: Any, out: Any) -> Any:
    chosen = _observers[s.dtype]
    return lambda t, s, i, seat, out: chosen(t, s, i, seat, out)


def laid_out(*fields: Field) -> tuple[Field, ...]:
    """These fields, one after the other."""
    found: list[Field] = []
    end = 0
    for field in fields:
        found.append(replace(field, offset=end))
        end += field.size
    return tuple(found)


def register(layout: Layout, observed_by: Callable[..., None], fields: tuple[Field, ...]) -> None:
    """Let the states that `layout` describes be observed so."""
    for key in (layout.dtype, numba.from_dtype(layout.dtype)):
        _observers[key] = observed_by
    _fields[layout] = fields


def of(game: Game) -> Observing:
    """What an observation of this game holds; its kernel is found from now on."""
    if game.layout not in _fields:
        module = f"{__name__}.{game.id}"
        if not importlib.util.find_spec(module):
            raise BadSetting("no_observations", f"nobody has said what {game.id} looks like")
        importlib.import_module(module)
    known = _fields[game.layout]
    return Observing(game, tuple(_with_high(game, field) for field in known))


def _with_high(game: Game, field: Field) -> Field:
    return replace(field, high=int(game.tables[field.table].max())) if field.table else field
