"""AXIO rota observed: the display as it is kept, so that a cell here is a cell of an action."""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio_rota.layout import (
    CELLS,
    COLOURS,
    CORNERS,
    GOAL,
    KINDS,
    NONE,
    ONE,
    ROWS,
    SEATS,
    STACK,
    TILES,
    WIDTH,
)
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel
from spielwerk.rules.observation import Feature, laid_out
from spielwerk.rules.rows import mark, write_numbers, write_one, write_rows, write_set

PLANE = (ROWS, WIDTH)
FEATURES = laid_out(
    Feature("quarters", (CORNERS, *PLANE), "What tiles show, a plane a corner (clockwise from the "
          "top left): 0 no tile, 1 to 5 a colour, 6 an empty corner.", COLOURS + 1),
    Feature("beside", PLANE, "Cells that a tile may be laid on."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, a row a seat.", GOAL),
    Feature("hand", (CORNERS, COLOURS + 1), "The tile in hand, not turned: a row a corner, its "
          "colour or, last, that it is empty."),
    Feature("unseen", (KINDS,), "Tiles in stacks, the supply and others' hands, by kind.",
          table="tiles"),
    Feature("held", (SEATS,), "How many tiles each hand holds."),
    Feature("stack", (SEATS,), "How many tiles each stack has.", STACK),
    Feature("to_act", (SEATS,), "Whose turn it is; nobody's once the game is over."),
    Feature("first", (SEATS,), "Who started."),
    Feature("seats", (SEATS,), "How many seats there are: 1, 2, 3 or 4."),
    Feature("supply", (1,), "How many tiles the supply has.", TILES),
    Feature("bonus", (1,), "Bonus turns queued up.", COLOURS),
    Feature("lying", (1,), "How many tiles lie.", TILES),
)  # fmt: skip
(
    QUARTERS, BESIDE, TRACKS, HAND, UNSEEN, HELD, OWN_STACK, TO_ACT, FIRST, AT_TABLE, SUPPLY,
    BONUS, LYING,
) = (feature.offset for feature in FEATURES)  # fmt: skip


@kernel
def observe(t, s, i, seat, out):
    r = s[i]
    out[:] = 0
    for row in range(ROWS):
        left = r.lying[row]
        while left != NONE:
            cell = row * WIDTH + lowest(left)
            left &= left - ONE
            for corner in range(CORNERS):
                out[QUARTERS + corner * CELLS + cell] = r.quarters[r.board[cell], corner] + 1
        left = r.beside[row]
        while left != NONE:
            out[BESIDE + row * WIDTH + lowest(left)] = 1
            left &= left - ONE
    held = r.held[seat]
    for corner in range(CORNERS):
        if held > 0:
            mark(out, HAND + corner * (COLOURS + 1), t[0].corners[r.hand[seat], corner])
    for kind in range(KINDS):
        out[UNSEEN + kind] = t[0].tiles[kind] - r.laid[kind]
    if held > 0:
        out[UNSEEN + np.int64(r.hand[seat])] -= 1
    write_rows(r.tracks, seat, r.seats, out, TRACKS)
    write_numbers(r.held, seat, r.seats, out, HELD)
    write_numbers(r.stack, seat, r.seats, out, OWN_STACK)
    write_set(r.turn, seat, r.seats, out, TO_ACT)
    write_one(r.first, seat, r.seats, out, FIRST)
    mark(out, AT_TABLE, r.seats - 1)
    out[SUPPLY] = r.supply
    out[BONUS] = r.bonus
    out[LYING] = r.n
