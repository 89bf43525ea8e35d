"""Lines of symbols of one colour, on squares and on hexagons alike.

A board is padded, so that the cell one step on is always there, and a direction is the number
to add to a cell: a square board has four such steps, a hexagonal one six.
"""

from __future__ import annotations

from spielwerk.rules.kernel import kernel


@kernel
def run(board, cell, step, colour):
    """Return how many symbols of that colour follow on `cell` in one direction without a break."""
    points = 0
    at = cell + step
    while board[at] == colour:  # AX-8: any other symbol, gap or edge ends the run
        points += 1
        at += step
    return points


@kernel
def along(board, cell, other, colour, step):
    """Points of the half on `cell` along one line: none through its `other` half (AX-8, HX-8)."""
    return run(board, cell, step, colour) if cell + step != other else 0


@kernel
def line_points(board, cell, other, colour, steps):
    """Points of the half on `cell` along all lines."""
    points = 0
    for step in steps:
        points += along(board, cell, other, colour, step)
    return points
