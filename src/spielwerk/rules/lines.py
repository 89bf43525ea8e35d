"""Where a move's points come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """Some of a move's points: the cells they come from, and where on the scoreboard they go."""

    cells: tuple[str, ...]  # in notation; what else they mean, each game says
    name: str  # of the scoreboard's numbers
    points: int
