"""Compute where a tile's points come from, line by line, on squares and on hexagons.

Each row describes one line: its colour, its points, the number of cells that follow, the cell that
the points are counted from, and the cells of the symbols that score, one point each.
"""

from __future__ import annotations

from spielwerk.dominoes.layout import STRIDE
from spielwerk.dominoes.scoring import along
from spielwerk.rules.kernel import kernel

COLUMNS = 3 + STRIDE  # a line is at most as long as a board is wide


@kernel
def write_half(board, cell, other, colour, steps, out, n):
    """Write the runs that the half on `cell` scores, after n rows (AX-8, HX-8)."""
    for step in steps:
        points = along(board, cell, other, colour, step)
        if points > 0:
            out[n, 0], out[n, 1], out[n, 2] = colour, points, points + 1
            for k in range(points + 1):
                out[n, 3 + k] = cell + k * step
            n += 1
    return n
