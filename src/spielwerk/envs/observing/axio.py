"""AXIO observed."""

from __future__ import annotations

from spielwerk.envs.observing import Field, laid_out, register
from spielwerk.envs.observing.dominoes import (
    may_swap,
    write_board,
    write_cells,
    write_fresh,
    write_lacks,
    write_table,
    write_unseen,
)
from spielwerk.games.axio import table
from spielwerk.games.axio.table import COLOURS, GOAL, KINDS, SEATS, SIDE
from spielwerk.rules.kernel import kernel

PLANE = (SIDE, SIDE)
HAND = max(table.HANDS)
FIELDS = laid_out(
    Field("board", (COLOURS, *PLANE), "The symbols, tiles' and printed ones, a plane a colour."),
    Field("empty", PLANE, "Cells in play that show no symbol, with a pyramid or without."),
    Field("outside", PLANE, "Cells that are not in play at this number of seats."),
    Field("free", PLANE, "Cells that a tile may cover; an empty cell that is not free had a "
          "pyramid, or has one."),
    Field("fresh", PLANE, "Printed fields that no tile touches, while first tiles are laid."),
    Field("tracks", (SEATS, COLOURS), "The tracks, a row a seat.", 2 * GOAL),
    Field("hand", (KINDS,), "The own hand, by kind.", HAND),
    Field("unseen", (KINDS,), "Tiles in the bag and in others' hands, by kind.", table="tiles"),
    Field("shown", (KINDS,), "The hand last shown for a swap, until somebody draws.", HAND),
    Field("lacks", (SEATS, KINDS), "Kinds that a hand is known not to hold, a row a seat."),
    Field("held", (SEATS,), "How many tiles each hand holds.", HAND),
    Field("to_act", (SEATS,), "Whose turn it is; nobody's once the game is over."),
    Field("first", (SEATS,), "Who started."),
    Field("seats", (SEATS,), "How many seats there are: 1, 2, 3 or 4."),
    Field("swap", (1,), "Whether the choice is to swap the hand or to keep it."),
    Field("opening", (1,), "How many first tiles are still to be laid.", SEATS),
    Field("bonus", (1,), "Bonus turns queued up.", COLOURS),
    Field("in_bag", (1,), "How many tiles the bag holds.", table="in_all"),
)  # fmt: skip
(
    BOARD, _, _, FREE, FRESH, TRACKS, OWN, UNSEEN, SHOWN, LACKS, HELD, TO_ACT, FIRST, AT_TABLE,
    SWAP, OPENING, BONUS, IN_BAG,
) = (field.offset for field in FIELDS)  # fmt: skip


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


register(table.layout, observe, FIELDS)
