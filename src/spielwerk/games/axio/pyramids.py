"""AXIO's pyramids: which cells a tile closes in and what they give, laid or only thought of."""

from __future__ import annotations

from spielwerk.games.axio.table import AROUND, COLOURS, EMPTY, NONE, ONE, STEPS, STRIDE
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

MOST_CLOSED = len(AROUND[0])  # cells around a tile


@kernel
def gaps(board, cell):
    """How many neighbours of a cell show nothing, and the last of them.

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
    """What a pyramid on `cell` gives in a colour (AX-10)."""
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


@kernel
def closings(alone, closing, first, second):
    """How many cells a tile on these two would close in: none that it covers itself."""
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
