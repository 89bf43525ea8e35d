"""Observations: what a seat sees of a state, as one row of bytes for learning agents.

A row is flat, so it fits any library, and many rows form one array. Its features are views of it:
planes first, then vectors. In our own games seats are counted from the viewing seat onwards in
turn order, and entries for absent seats are 0. Kernels read only public fields and the seat's own
row of hidden ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spielwerk.rules.derived import MOST_SEATS
from spielwerk.rules.state import Layout, States

if TYPE_CHECKING:
    from spielwerk.rules.game import Game

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Feature:
    """One part of an observation."""

    name: str
    """Its key in `Observation.split`."""
    shape: tuple[int, ...]
    """Its shape; planes first."""
    meaning: str
    """One line for people."""
    high: int = 1
    """The largest possible value."""
    table: str | None = None
    """The game's table whose maximum replaces `high`, if parts decide it."""
    offset: int = 0
    """Its first byte in the row; `laid_out` sets it."""

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return math.prod(self.shape)


def laid_out(*features: Feature) -> tuple[Feature, ...]:
    """Return these features with consecutive offsets."""
    found: list[Feature] = []
    end = 0
    for feature in features:
        found.append(replace(feature, offset=end))
        end += feature.size
    return tuple(found)


def granted_features(layout: Layout) -> tuple[Feature, ...]:
    """Return the default features of a game that declares none: the bytes a seat was granted."""
    return laid_out(
        Feature("viewer", (MOST_SEATS,), "The observing seat."),
        *(
            Feature(name, (size,), "The seat's own row." if is_row else "As all seats see it.", 255)
            for name, (_, size, is_row) in layout.granted_spans().items()
        ),
    )


class Observation:
    """The features of one game's observations, and their offsets."""

    def __init__(self, game: Game) -> None:
        self.game = game
        declared: Sequence[Feature] = game.features or granted_features(game.layout)
        self.features = tuple(self._with_high(feature) for feature in declared)
        self.size = self.features[-1].offset + self.features[-1].size  # in bytes

    def _with_high(self, feature: Feature) -> Feature:
        if feature.table is None:
            return feature
        return replace(feature, high=int(self.game.tables[feature.table].max()))

    @property
    def high(self) -> Bytes:
        """The largest possible value of each byte."""
        return np.concatenate([np.full(f.size, f.high, np.uint8) for f in self.features])

    def split(self, rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the features of one or more rows in their shapes, without copying."""
        return {
            f.name: rows[..., f.offset : f.offset + f.size].reshape(*rows.shape[:-1], *f.shape)
            for f in self.features
        }

    def observe(self, s: States, i: int, seat: int) -> Bytes:
        """Return what `seat` sees of s[i]."""
        row = np.empty(self.size, np.uint8)
        self.game.kernels.observe(self.game.tables, s, i, seat, row)
        return row

    def table(self) -> str:
        """Return the features as a table for the docs."""
        lines = ["| field | from | shape | maximum | meaning |", "|---|---:|---|---:|---|"]
        for f in self.features:
            shape = " × ".join(map(str, f.shape))
            lines.append(f"| `{f.name}` | {f.offset} | {shape} | {f.high} | {f.meaning} |")
        return "\n".join(lines)
