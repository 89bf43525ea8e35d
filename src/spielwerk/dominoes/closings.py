"""Evaluate the cells that a tile would enclose, from the cells with a single free neighbour.

Marks and sums are provided by the game, which knows the cells that score once enclosed: in AXIO
those of pyramids (`games/axio/pyramids.py`). Without marks nothing scores.
"""

from __future__ import annotations

from spielwerk.rules.kernel import kernel


@kernel
def closings(alone, closing, first, second):
    """Return how many cells a tile on these two would enclose, not counting those it covers."""
    return closing[first, -1] + closing[second, -1] - alone[first] - alone[second]


@kernel
def closing_points(alone, around, closing, first, second, one, two, colour):
    """Return what these cells would score in a colour, including the tile's halves."""
    points = closing[first, colour] + closing[second, colour]
    points -= around[first, colour] + around[second, colour]
    if colour == one:
        points += closing[first, -1] - alone[second]
    if colour == two:
        points += closing[second, -1] - alone[first]
    return points
