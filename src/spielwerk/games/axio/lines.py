"""Where a tile's points come from, line by line, on squares and on hexagons alike.

A row tells one line: its colour, its points, the cell that they are counted from, and the cells
of the symbols that give them, one each.
"""

from __future__ import annotations

from spielwerk.games.axio.pyramids import MOST_CLOSED, symbols_around
from spielwerk.games.axio.scoring import along
from spielwerk.games.axio.table import COLOURS, STEPS, STRIDE
from spielwerk.rules.kernel import kernel

# Room for any tile's lines: the runs of two halves and the colours around pyramids, each as long
# as a board is wide at most.
ROWS, COLUMNS = 2 * 5 + MOST_CLOSED * len(STEPS), 2 + STRIDE


@kernel
def write_half(board, cell, other, colour, steps, out, n):
    """Write the runs that the half on `cell` scores, after n rows (AX-8, HX-8)."""
    for step in steps:
        points = along(board, cell, other, colour, step)
        if points > 0:
            out[n, 0], out[n, 1] = colour, points
            for k in range(points + 1):
                out[n, 2 + k] = cell + k * step
            n += 1
    return n


@kernel
def write_pyramid(board, cell, out, n):
    """Write what a pyramid on `cell` gives, a row a colour, after n rows (AX-10)."""
    for colour in range(COLOURS):
        points = symbols_around(board, cell, colour)
        if points > 0:
            out[n, 0], out[n, 1], out[n, 2] = colour, points, cell
            told = 0
            for step in STEPS:
                if board[cell + step] == colour:
                    out[n, 3 + told] = cell + step
                    told += 1
            n += 1
    return n
