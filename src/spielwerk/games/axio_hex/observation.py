"""The observation of Axio on hexagons for learning agents, with open or hidden hands.

Both use states of one type: a row for hidden hands ends where the other seats' hands would begin.
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
    Feature("board", (COLOURS, *PLANE), "Symbols on tiles and printed ones, one plane per colour."),
    Feature("empty", PLANE, "Cells without a symbol."),
    Feature("outside", PLANE, "Places that are not cells at this number of seats."),
    Feature("fresh", PLANE, "Start symbols that no tile touches yet, while first tiles are laid."),
    Feature("tracks", (SEATS, COLOURS), "The tracks, one row per seat.", GOAL),
    Feature("hand", (KINDS,), "The seat's own hand, by kind.", HAND),
    Feature("unseen", (KINDS,), "Tiles in the bag and in hidden hands, by kind.",
          table="tiles"),
    Feature("shown", (KINDS,), "The hand last swapped, until the next draw.", HAND),
    Feature("lacks", (SEATS, KINDS), "Kinds known to be missing from a hand, one row per seat."),
    Feature("held", (SEATS,), "Number of tiles in each hand.", HAND),
    Feature("to_act", (SEATS,), "The seat to act; none once the game is over."),
    Feature("first", (SEATS,), "The seat that started."),
    Feature("seats", (SEATS,), "The number of seats, one-hot: 2 to 4 (first byte: always 0)."),
    Feature("swap", (1,), "1 if the choice is whether to swap the hand."),
    Feature("opening", (1,), "Number of first tiles still to be laid.", SEATS),
    Feature("extra", (1,), "1 if an extra turn follows this one."),
    Feature("in_bag", (1,), "Number of tiles in the bag.", table="in_all"),
    Feature("others", (SEATS - 1, KINDS), "The other hands, one row per seat; left out with "
          "`hands=hidden`.", HAND),
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
