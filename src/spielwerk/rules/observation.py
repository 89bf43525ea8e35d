"""Observations: what a seat sees of a state, as one row of bytes for learners.

A row is flat, so that it fits any library and many make one array. Its features are views of it:
planes first, then vectors. In our own games seats are counted from the one that looks, on in turn
order, and what belongs to seats that are not at the table is 0. Kernels read public fields and
the seat's own row of hidden ones, and nothing else.
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
    shape: tuple[int, ...]
    meaning: str
    high: int = 1  # no value is larger
    table: str | None = None  # the game's table whose largest number that is, where parts say so
    offset: int = 0

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return math.prod(self.shape)


def laid_out(*features: Feature) -> tuple[Feature, ...]:
    """Return these features, one after the other."""
    found: list[Feature] = []
    end = 0
    for feature in features:
        found.append(replace(feature, offset=end))
        end += feature.size
    return tuple(found)


def granted_features(layout: Layout) -> tuple[Feature, ...]:
    """Return the features of a game that declares none: the bytes that a seat was granted."""
    return laid_out(
        Feature("viewer", (MOST_SEATS,), "The seat that looks."),
        *(
            Feature(
                name, (size,), "The seat's own row." if is_row else "As everybody sees it.", 255
            )
            for name, (_, size, is_row) in layout.granted_spans().items()
        ),
    )


class Observation:
    """What an observation of one game holds, and where."""

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
        """The largest value that each byte can have."""
        return np.concatenate([np.full(f.size, f.high, np.uint8) for f in self.features])

    def split(self, rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the features of a row, or of an array of rows, in their shapes, not copied."""
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
        lines = ["| field | from | shape | up to | what it tells |", "|---|---:|---|---:|---|"]
        for f in self.features:
            shape = " × ".join(map(str, f.shape))
            lines.append(f"| `{f.name}` | {f.offset} | {shape} | {f.high} | {f.meaning} |")
        return "\n".join(lines)
