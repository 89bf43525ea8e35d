"""AXIO's observation for learning agents."""

from __future__ import annotations

from spielwerk.dominoes.layout import SEATS
from spielwerk.dominoes.observation import (
    may_swap,
    write_board,
    write_cells,
    write_fresh,
    write_lacks,
    write_table,
    write_unseen,
)
from spielwerk.games.axio.layout import COLOURS, GOAL, HANDS, KINDS, SIDE
from spielwerk.rules.kernel import kernel
from spielwerk.rules.observation import Feature, laid_out

PLANE = (SIDE, SIDE)
HAND = max(HANDS)
FEATURES = laid_out(
    Feature("board", (COLOURS, *PLANE), "Symbols on tiles and printed ones, one plane per colour."),
    Feature("empty", PLANE, "Cells in play without a symbol, with or without a pyramid."),
    Feature("outside", PLANE, "Cells that are not in play at this number of seats."),
    Feature("free", PLANE, "Cells that a tile may cover; an empty cell that is not free has, or "
          "had, a pyramid."),
    Feature("fresh", PLANE, "Printed fields that no tile touches yet, while first tiles are laid."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, one row per seat.", 2 * GOAL),
    Feature("hand", (KINDS,), "The seat's own hand, by kind.", HAND),
    Feature("unseen", (KINDS,), "Tiles in the bag and in others' hands, by kind.", table="tiles"),
    Feature("shown", (KINDS,), "The hand last shown for a swap, until the next draw.", HAND),
    Feature("lacks", (SEATS, KINDS), "Kinds known to be missing from a hand, one row per seat."),
    Feature("held", (SEATS,), "Number of tiles in each hand.", HAND),
    Feature("to_act", (SEATS,), "The seat to act; none once the game is over."),
    Feature("first", (SEATS,), "The seat that started."),
    Feature("seats", (SEATS,), "The number of seats, one-hot: 1, 2, 3 or 4."),
    Feature("swap", (1,), "1 if the choice is whether to swap the hand."),
    Feature("opening", (1,), "Number of first tiles still to be laid.", SEATS),
    Feature("bonus", (1,), "Number of bonus turns queued up.", COLOURS),
    Feature("in_bag", (1,), "Number of tiles in the bag.", table="in_all"),
)  # fmt: skip
(
    BOARD, _, _, FREE, FRESH, TRACKS, OWN, UNSEEN, SHOWN, LACKS, HELD, TO_ACT, FIRST, AT_TABLE,
    SWAP, OPENING, BONUS, IN_BAG,
) = (feature.offset for feature in FEATURES)  # fmt: skip


@kernel
def observe(t, s, i, seat, out):
    r = s[i]
    out[:] = 0
    write_board(r, SIDE, out, BOARD)
    write_cells(r.free, SIDE, out, FREE)
    write_fresh(t, r, SIDE, out, FRESH)
    write_unseen(t, r, seat, False, out, UNSEEN)
    write_lacks(r, seat, out, LACKS)
    write_table(r, seat, out, TRACKS, HELD, OWN, SHOWN, TO_ACT, FIRST, AT_TABLE)
    out[SWAP] = may_swap(r)
    out[OPENING] = r.opening
    out[BONUS] = r.bonus
    out[IN_BAG] = r.in_bag
