"""Cells that a tile would close in, and what they would give: told from the cells with one gap.

Marks and sums are made by whoever knows which cells score when they are closed in: in AXIO those
of pyramids (`games/axio/pyramids.py`); where nothing is marked, nothing is closed in.
"""

from __future__ import annotations

from spielwerk.rules.kernel import kernel


@kernel
def closings(alone, closing, first, second):
    """Return how many cells a tile on these two would close in: none that it covers itself."""
    return closing[first, -1] + closing[second, -1] - alone[first] - alone[second]


@kernel
def closing_points(alone, around, closing, first, second, one, two, colour):
    """What these cells would give in a colour, the tile's halves `one` and `two` included."""
    points = closing[first, colour] + closing[second, colour]
    points -= around[first, colour] + around[second, colour]
    if colour == one:
        points += closing[first, -1] - alone[second]
    if colour == two:
        points += closing[second, -1] - alone[first]
    return points
