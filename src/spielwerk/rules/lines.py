"""Where a move's points come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """Some of a move's points: the cells that earn them, and the scoreboard entry they go to."""

    cells: tuple[str, ...]  # in notation; any further meaning is up to the game
    name: str  # of the scoreboard entry
    points: int
