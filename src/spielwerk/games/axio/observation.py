"""AXIO observed."""

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
    Feature("board", (COLOURS, *PLANE), "The symbols, tiles' and printed ones, a plane a colour."),
    Feature("empty", PLANE, "Cells in play that show no symbol, with a pyramid or without."),
    Feature("outside", PLANE, "Cells that are not in play at this number of seats."),
    Feature("free", PLANE, "Cells that a tile may cover; an empty cell that is not free had a "
          "pyramid, or has one."),
    Feature("fresh", PLANE, "Printed fields that no tile touches, while first tiles are laid."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, a row a seat.", 2 * GOAL),
    Feature("hand", (KINDS,), "The own hand, by kind.", HAND),
    Feature("unseen", (KINDS,), "Tiles in the bag and in others' hands, by kind.", table="tiles"),
    Feature("shown", (KINDS,), "The hand last shown for a swap, until somebody draws.", HAND),
    Feature("lacks", (SEATS, KINDS), "Kinds that a hand is known not to hold, a row a seat."),
    Feature("held", (SEATS,), "How many tiles each hand holds.", HAND),
    Feature("to_act", (SEATS,), "Whose turn it is; nobody's once the game is over."),
    Feature("first", (SEATS,), "Who started."),
    Feature("seats", (SEATS,), "How many seats there are: 1, 2, 3 or 4."),
    Feature("swap", (1,), "Whether the choice is to swap the hand or to keep it."),
    Feature("opening", (1,), "How many first tiles are still to be laid.", SEATS),
    Feature("bonus", (1,), "Bonus turns queued up.", COLOURS),
    Feature("in_bag", (1,), "How many tiles the bag holds.", table="in_all"),
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
