"""AXIO's pyramids: which cells a tile encloses and their points, for placed and planned tiles."""

from __future__ import annotations

from spielwerk.dominoes.layout import NONE, ONE, STRIDE
from spielwerk.games.axio.layout import AROUND, COLOURS, EMPTY, STEPS
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

MOST_CLOSED = len(AROUND[0])  # cells around a tile


@kernel
def gaps(board, cell):
    """Return the number of empty neighbours of a cell, and the last of them.

    An empty cell without empty neighbours is enclosed (AX-10).
    """
    n, last = 0, 0
    for step in STEPS:
        if board[cell + step] == EMPTY:
            n += 1
            last = cell + step
    return n, last


@kernel
def symbols_around(board, cell, colour):
    """Return the points of a pyramid on `cell` in one colour (AX-10)."""
    points = 0
    for step in STEPS:
        if board[cell + step] == colour:
            points += 1
    return points


@kernel
def closed_in(board, first, second, k):
    """Return the k-th cell around the tile just placed (AX-20's order) if now enclosed, else 0.

    Cells that were enclosed earlier have no neighbour on which a tile could be placed.
    """
    stands = 1 if second - first == STRIDE else 0
    cell = first + AROUND[stands, k]
    return cell if board[cell] == EMPTY and gaps(board, cell)[0] == 0 else 0


@kernel
def write_pyramid(board, cell, out, n):
    """Write the points of a pyramid on `cell`, one row per colour, after n rows (AX-10)."""
    for colour in range(COLOURS):
        points = symbols_around(board, cell, colour)
        if points > 0:
            out[n, 0], out[n, 1], out[n, 2], out[n, 3] = colour, points, points + 1, cell
            at = 4
            for step in STEPS:
                if board[cell + step] == colour:
                    out[n, at] = cell + step
                    at += 1
            n += 1
    return n


# Planned tiles: evaluated cell by cell, which makes evaluating all of them cheap.


@kernel
def look_for_closings(r, alone, around, closing):
    """Find the free cells with a single empty neighbour: covering it encloses the cell.

    Marks each such cell in `alone`, writes the symbols around it into `around` (cell, colour), and
    adds them up in `closing` (gap, colour), whose last column counts the cells. All three must be
    0 on entry for every free cell.
    """
    for word in range(len(r.free)):
        left = r.free[word]
        while left != NONE:
            cell = 64 * word + lowest(left)
            left &= left - ONE
            n, last = gaps(r.board, cell)
            if n == 1:
                alone[cell] = 1
                closing[last, COLOURS] += 1
                for colour in range(COLOURS):
                    points = symbols_around(r.board, cell, colour)
                    closing[last, colour] += points
                    around[cell, colour] += points
