"""Second Chance's moves as numbers: what an action fills, refusals, and which cards turn up.

A drawing's numbers are its shape and its cells, sorted by name without duplicates; a written 1 has
its cell.
"""

from __future__ import annotations

import numpy as np

from spielwerk.games.second_chance.drawing_in import (
    allows,
    choices,
    free_cells,
    holds,
    is_offered,
    writes_one,
)
from spielwerk.games.second_chance.layout import (
    BIT,
    CELLS,
    DEALING,
    NO_BITS,
    ONE,
    SIDE,
    SIZE,
    TURNING_UP,
    WAYS,
)
from spielwerk.games.second_chance.rules import next_waiting
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import NOTHING, Refusal
from spielwerk.rules.reveals import Shape, Topic

DRAW, WRITE = range(2)  # forms
FORM, CARD, FIRST = range(3)  # a drawing's numbers; FIRST is the first of its cells
CELL = 1  # the second number of a written 1
FREE, WROTE = range(2)  # entries of the scoreboard
COLUMNS = 3 + SIZE  # of a row of lines

REFUSALS = (
    Refusal("cells_in_wrong_order", ("better:move",)),
    Refusal("wrong_shape"),
    Refusal("one_due"),
    Refusal("no_one"),
    Refusal("other_card", ("card", "cards:card*2")),
    Refusal("cell_not_free", ("cell",)),
    Refusal("off_centre"),
)
(
    WRONG_ORDER,
    WRONG_SHAPE,
    ONE_DUE,
    NO_ONE,
    OTHER_CARD,
    CELL_NOT_FREE,
    OFF_CENTRE,
) = range(1, len(REFUSALS) + 1)

TOPICS = (
    Topic("start", Shape.BY_SEAT, "start_card", wrong="bad_cards"),
    Topic("cards", Shape.LIST, "deck_card", unordered=True, wrong="bad_cards"),
    Topic("second_chances", Shape.PAIRS, "deck_card", wrong="bad_cards"),
)
STARTED, TURNED_UP, SERVED = range(len(TOPICS))


# What an action fills


@kernel
def filled(t, action):
    """Return the number of cells that an action fills."""
    return 1 if action >= ONE else np.int64(t[0].cells[action // (WAYS * CELLS)])


@kernel
def nth_filled(t, action, k):
    """Return the k-th of them, counting from the lowest."""
    if action >= ONE:
        return action - ONE
    shape_and_way = action // CELLS
    offsets = t[0].offsets[shape_and_way // WAYS, shape_and_way % WAYS]
    return action % CELLS + np.int64(offsets[k])


@kernel
def lines(t, s, i, seat, action, out):
    """Write the cells that are no longer free, and a written 1 as an extra line (SC-10)."""
    n = filled(t, action)
    out[0, 0], out[0, 1], out[0, 2] = FREE, -n, n
    for k in range(n):
        out[0, 3 + k] = nth_filled(t, action, k)
    if action < ONE:
        return 1
    out[1, 0], out[1, 1], out[1, 2], out[1, 3] = WROTE, 1, 1, action - ONE
    return 2


# Moves


@kernel
def move(t, s, i, seat, action, out):
    out[:] = NOTHING
    if action >= ONE:
        out[FORM], out[CELL] = WRITE, action - ONE
        return
    out[FORM], out[CARD] = DRAW, action // (WAYS * CELLS)
    for k in range(filled(t, action)):
        insert(out, nth_filled(t, action, k))


@kernel
def by_name(cell):
    """Return a sort key that orders cells by name: by letter, then by number."""
    return cell % SIDE * SIDE + cell // SIDE


@kernel
def insert(out, cell):
    """Insert a cell in order among those of a drawing, unless it is already there."""
    at = FIRST
    while out[at] != NOTHING and by_name(out[at]) < by_name(cell):
        at += 1
    if out[at] == cell:
        return
    while cell != NOTHING:
        out[at], cell = cell, out[at]
        at += 1


@kernel
def is_sorted(move):
    """Return whether a drawing's cells are sorted by name without duplicates."""
    for at in range(FIRST + 1, len(move)):
        if move[at] != NOTHING and by_name(move[at]) <= by_name(move[at - 1]):
            return False
    return True


@kernel
def find(t, s, i, seat, move):
    if move[FORM] == WRITE:
        return ONE + move[CELL]
    if not is_sorted(move):
        return -1
    shape = move[CARD]
    low, high, anchor, n = NO_BITS, NO_BITS, CELLS, 0
    for at in range(FIRST, len(move)):
        cell = move[at]
        if cell != NOTHING:
            bit = BIT << np.uint64(cell & 63)
            low, high = (low | bit, high) if cell < 64 else (low, high | bit)
            anchor = min(anchor, cell)
            n += 1
    if n == t[0].cells[shape]:
        for way in range(t[0].ways[shape]):
            if is_drawn_so(t, low, high, shape, way, anchor):
                return (shape * WAYS + way) * CELLS + anchor
    return -1


@kernel
def is_drawn_so(t, low, high, shape, way, anchor):
    """Return whether a set of the right size is exactly what this variant covers (SC-7)."""
    for k in range(t[0].cells[shape]):
        cell = anchor + np.int64(t[0].offsets[shape, way, k])
        column = anchor % SIDE + np.int64(t[0].aside[shape, way, k])
        if cell >= CELLS or cell % SIDE != column or not holds(low, high, cell):
            return False
    return True


@kernel
def why_not(t, s, i, seat, move, out):
    r = s[i]
    out[:] = NOTHING
    if move[FORM] == DRAW and not is_sorted(move):
        out[FORM], out[CARD] = DRAW, move[CARD]
        for at in range(FIRST, len(move)):
            if move[at] != NOTHING:
                insert(out, move[at])
        return WRONG_ORDER
    action = find(t, s, i, seat, move)
    if action < 0:
        return WRONG_SHAPE  # SC-7
    if writes_one(r, seat) != (move[FORM] == WRITE):  # SC-10
        return ONE_DUE if writes_one(r, seat) else NO_ONE
    if move[FORM] == DRAW and not is_offered(r, seat, move[CARD]):  # SC-4, SC-5, SC-9
        n, one, two = choices(r, seat)
        out[0], out[1] = move[CARD], one
        if n == 2:
            out[2] = two
        return OTHER_CARD
    low, high = free_cells(r, seat)
    for k in range(filled(t, action)):
        out[0] = nth_filled(t, action, k)
        if not holds(low, high, out[0]):
            return CELL_NOT_FREE  # SC-7
    return 0 if allows(t, s, i, seat, action) else OFF_CENTRE  # SC-4


# What is turned up


@kernel
def due(t, s, i, out):
    """Write the purpose of the next card, and the seat that gets it."""
    r = s[i]
    if r.phase == TURNING_UP:
        out[0], out[1] = TURNED_UP, NOTHING
    else:
        out[0] = STARTED if r.phase == DEALING else SERVED
        out[1] = next_waiting(r)
