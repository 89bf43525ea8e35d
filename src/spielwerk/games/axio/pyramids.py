"""AXIO's pyramids: which cells a tile closes in and what they give, laid or only thought of."""

from __future__ import annotations

from spielwerk.dominoes.layout import NONE, ONE, STRIDE
from spielwerk.games.axio.layout import AROUND, COLOURS, EMPTY, STEPS
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

MOST_CLOSED = len(AROUND[0])  # cells around a tile


@kernel
def gaps(board, cell):
    """Return how many neighbours of a cell show nothing, and the last of them.

    An empty cell without gaps is closed in (AX-10).
    """
    n, last = 0, 0
    for step in STEPS:
        if board[cell + step] == EMPTY:
            n += 1
            last = cell + step
    return n, last


@kernel
def symbols_around(board, cell, colour):
    """Return what a pyramid on `cell` gives in a colour (AX-10)."""
    points = 0
    for step in STEPS:
        if board[cell + step] == colour:
            points += 1
    return points


@kernel
def closed_in(board, first, second, k):
    """The k-th cell around the tile just laid, in the order of AX-20, if that closed it in; or 0.

    What was closed in earlier has no neighbour on which a tile could be laid.
    """
    stands = 1 if second - first == STRIDE else 0
    cell = first + AROUND[stands, k]
    return cell if board[cell] == EMPTY and gaps(board, cell)[0] == 0 else 0


@kernel
def write_pyramid(board, cell, out, n):
    """Write what a pyramid on `cell` gives, a row a colour, after n rows (AX-10)."""
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


# Tiles that are not laid yet: looked at cell by cell, so that all of them take little time.


@kernel
def look_for_closings(r, alone, around, closing):
    """Find the free cells with a single gap: covering that one closes the cell in.

    Marks such a cell in `alone`, and writes into `around` (cell, colour) what lies around it;
    adds that up in `closing` (gap, colour), and in its last column how many cells it would be.
    All must be 0 before, for every free cell.
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
