"""Places of the display: their numbers in moves, and the cells that store them."""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio_rota.layout import NONE, ONE, ROWS, SIDES, WIDTH
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import Points

MIDDLE, SPAN = Points.MIDDLE, Points.WIDTH


@kernel
def number_of(x, y):
    """Return the number of a place in moves."""
    return (x + MIDDLE) * SPAN + y + MIDDLE


@kernel
def numbered(number):
    """Return the column and the row of the place with this number."""
    return number // SPAN - MIDDLE, number % SPAN - MIDDLE


@kernel
def cell_at(x, y):
    """Return the cell that stores a place."""
    half_rows, row = y // ROWS, y % ROWS
    return row * WIDTH + (x - half_rows * (WIDTH // 2)) % WIDTH


@kernel
def step(cell, dx, dy):
    """Return the cell at an offset of at most one column and one row."""
    row, column = (cell >> 6) + dy, (cell & 63) + dx
    if row < 0 or row == ROWS:
        row, column = row & (ROWS - 1), column + WIDTH // 2
    return row * WIDTH + (column & 63)


@kernel
def place_of(r, cell):
    """Return the column and row of a cell, derived from a tile beside it; 0, 0 if there is none."""
    for side in range(len(SIDES)):
        dx, dy = SIDES[side, 0], SIDES[side, 1]
        tile = r.board[step(cell, dx, dy)]
        if tile > 0:
            return np.int64(r.x[tile - 1]) - dx, np.int64(r.y[tile - 1]) - dy
    return 0, 0


@kernel
def is_covered(r, x, y):
    """Return whether a tile covers a place."""
    tile = r.board[cell_at(x, y)]
    return tile > 0 and r.x[tile - 1] == x and r.y[tile - 1] == y


@kernel
def is_beside(r, cell):
    """Return whether a cell is free and shares a side with a tile (RO-7)."""
    return r.beside[cell >> 6] & ONE << np.uint64(cell & 63) != NONE


@kernel
def cell_beside(r, x, y):
    """Return the cell of a place if it is free and shares a side with a tile; otherwise -1."""
    cell = cell_at(x, y)
    if not is_beside(r, cell):
        return -1
    column, row = place_of(r, cell)  # places far away are kept in the same cell
    return cell if column == x and row == y else -1
