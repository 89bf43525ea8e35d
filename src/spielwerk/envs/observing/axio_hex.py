"""Axio on hexagons observed, with open hands and with hidden ones.

Both are states of one type: a row for hidden hands ends before the others' hands would begin.
"""

from __future__ import annotations

from spielwerk.envs.observing import Field, laid_out, register
from spielwerk.envs.observing.dominoes import (
    may_swap,
    write_board,
    write_fresh,
    write_lacks,
    write_table,
    write_unseen,
)
from spielwerk.envs.observing.writing import nth_seat
from spielwerk.games.axio.table import SEATS
from spielwerk.games.axio_hex import table
from spielwerk.games.axio_hex.table import COLOURS, GOAL, KINDS, MOST
from spielwerk.rules.kernel import kernel

PLANE = (MOST, MOST)
HAND = max(table.HANDS)
ALL = laid_out(
    Field("board", (COLOURS, *PLANE), "The symbols, tiles' and printed ones, a plane a colour."),
    Field("empty", PLANE, "Cells that show no symbol."),
    Field("outside", PLANE, "No cells at this number of seats."),
    Field("fresh", PLANE, "Start symbols that no tile touches, while first tiles are laid."),
    Field("tracks", (SEATS, COLOURS), "The tracks, a row a seat.", GOAL),
    Field("hand", (KINDS,), "The own hand, by kind.", HAND),
    Field("unseen", (KINDS,), "Tiles that can't be seen, in the bag or in hidden hands, by kind.",
          table="tiles"),
    Field("shown", (KINDS,), "The hand last swapped, until somebody draws.", HAND),
    Field("lacks", (SEATS, KINDS), "Kinds that a hand is known not to hold, a row a seat."),
    Field("held", (SEATS,), "How many tiles each hand holds.", HAND),
    Field("to_act", (SEATS,), "Whose turn it is; nobody's once the game is over."),
    Field("first", (SEATS,), "Who started."),
    Field("seats", (SEATS,), "How many seats there are: 2, 3 or 4 (the first byte is always 0)."),
    Field("swap", (1,), "Whether the choice is to swap the hand or to keep it."),
    Field("opening", (1,), "How many first tiles are still to be laid.", SEATS),
    Field("extra", (1,), "Whether an extra turn follows this one."),
    Field("in_bag", (1,), "How many tiles the bag holds.", table="in_all"),
    Field("others", (SEATS - 1, KINDS), "The others' hands, a row a seat; with `hands=hidden` "
          "there is no such field.", HAND),
)  # fmt: skip
HIDDEN = ALL[:-1]
(
    BOARD, _, _, FRESH, TRACKS, OWN, UNSEEN, SHOWN, LACKS, HELD, TO_ACT, FIRST, AT_TABLE, SWAP,
    OPENING, EXTRA, IN_BAG, OTHERS,
) = (field.offset for field in ALL)  # fmt: skip


@kernel
def observe(t, s, i, seat, out):
    r = s[i]
    hands_are_open = len(out) > OTHERS  # HX-5
    out[:] = 0
    write_board(r, MOST, out, BOARD)
    write_fresh(t, r, MOST, out, FRESH)
    write_unseen(t, r, seat, hands_are_open, out, UNSEEN)
    write_lacks(r, seat, out, LACKS)
    write_table(r, seat, out, TRACKS, HELD, OWN, SHOWN, TO_ACT, FIRST, AT_TABLE)
    out[SWAP] = may_swap(r)
    out[OPENING] = r.opening
    out[EXTRA] = r.extra
    out[IN_BAG] = r.in_bag
    if hands_are_open:
        for k in range(1, r.seats):
            for kind in range(KINDS):
                out[OTHERS + (k - 1) * KINDS + kind] = r.hand[nth_seat(seat, r.seats, k), kind]


register(table.open_layout, observe, ALL)
register(table.hidden_layout, observe, HIDDEN)
