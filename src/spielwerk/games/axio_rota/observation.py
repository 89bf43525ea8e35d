"""AXIO rota's observation: the display as it is stored, so its cells match those of actions."""

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
    Feature("quarters", (CORNERS, *PLANE), "The corners of tiles, one plane per corner, clockwise "
          "from the top left: 0 no tile, 1 to 5 a colour, 6 an empty corner.", COLOURS + 1),
    Feature("beside", PLANE, "Cells on which a tile may be laid."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, one row per seat.", GOAL),
    Feature("hand", (CORNERS, COLOURS + 1), "The tile in hand, not turned: one row per corner, "
          "one-hot by colour; the last column is an empty corner."),
    Feature("unseen", (KINDS,), "Tiles in stacks, in the supply and in other hands, by kind.",
          table="tiles"),
    Feature("held", (SEATS,), "Number of tiles in each hand."),
    Feature("stack", (SEATS,), "Number of tiles in each stack.", STACK),
    Feature("to_act", (SEATS,), "The seat to act; none once the game is over."),
    Feature("first", (SEATS,), "The seat that started."),
    Feature("seats", (SEATS,), "The number of seats, one-hot: 1, 2, 3 or 4."),
    Feature("supply", (1,), "Number of tiles in the supply.", TILES),
    Feature("bonus", (1,), "Number of bonus turns queued up.", COLOURS),
    Feature("lying", (1,), "Number of tiles on the table.", TILES),
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
