"""Axio on hexagons observed, with open hands and with hidden ones.

Both are states of one type: a row for hidden hands ends before the others' hands would begin.
"""

from __future__ import annotations

from spielwerk.dominoes.layout import SEATS
from spielwerk.dominoes.observation import (
    may_swap,
    write_board,
    write_fresh,
    write_lacks,
    write_table,
    write_unseen,
)
from spielwerk.games.axio_hex.layout import COLOURS, GOAL, HANDS, KINDS, MOST
from spielwerk.rules.kernel import kernel
from spielwerk.rules.observation import Feature, laid_out
from spielwerk.rules.rows import nth_seat

PLANE = (MOST, MOST)
HAND = max(HANDS)
ALL = laid_out(
    Feature("board", (COLOURS, *PLANE), "The symbols, tiles' and printed ones, a plane a colour."),
    Feature("empty", PLANE, "Cells that show no symbol."),
    Feature("outside", PLANE, "No cells at this number of seats."),
    Feature("fresh", PLANE, "Start symbols that no tile touches, while first tiles are laid."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, a row a seat.", GOAL),
    Feature("hand", (KINDS,), "The own hand, by kind.", HAND),
    Feature("unseen", (KINDS,), "Tiles that can't be seen, in the bag or in hidden hands, by kind.",
          table="tiles"),
    Feature("shown", (KINDS,), "The hand last swapped, until somebody draws.", HAND),
    Feature("lacks", (SEATS, KINDS), "Kinds that a hand is known not to hold, a row a seat."),
    Feature("held", (SEATS,), "How many tiles each hand holds.", HAND),
    Feature("to_act", (SEATS,), "Whose turn it is; nobody's once the game is over."),
    Feature("first", (SEATS,), "Who started."),
    Feature("seats", (SEATS,), "How many seats there are: 2, 3 or 4 (the first byte is always 0)."),
    Feature("swap", (1,), "Whether the choice is to swap the hand or to keep it."),
    Feature("opening", (1,), "How many first tiles are still to be laid.", SEATS),
    Feature("extra", (1,), "Whether an extra turn follows this one."),
    Feature("in_bag", (1,), "How many tiles the bag holds.", table="in_all"),
    Feature("others", (SEATS - 1, KINDS), "The others' hands, a row a seat; with `hands=hidden` "
          "there is no such field.", HAND),
)  # fmt: skip
HIDDEN = ALL[:-1]
(
    BOARD, _, _, FRESH, TRACKS, OWN, UNSEEN, SHOWN, LACKS, HELD, TO_ACT, FIRST, AT_TABLE, SWAP,
    OPENING, EXTRA, IN_BAG, OTHERS,
) = (feature.offset for feature in ALL)  # fmt: skip


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
