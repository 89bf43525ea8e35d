"""Second Chance's observation: the grids, and the shapes of the cards on offer."""

from __future__ import annotations

import numpy as np

from spielwerk.games.second_chance.layout import (
    BIT,
    CARDS,
    CELLS,
    CHANCES,
    DRAWING,
    GAMES,
    NO_BITS,
    NO_CARD,
    SEATS,
    SHAPES,
    SIDE,
    SIZE,
    STARTING,
)
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel
from spielwerk.rules.observation import Feature, laid_out
from spielwerk.rules.rows import mark, nth_seat, write_set

PLANE = (SIDE, SIDE)
PICTURE = (SIZE, SIZE)
FEATURES = laid_out(
    Feature("grids", (SEATS, *PLANE), "Cells filled in, one plane per seat, beginning with row 1."),
    Feature("shapes", (2, *PICTURE), "The shapes of the two cards turned up, each in one "
            "orientation, in the lower left."),
    Feature("own_shape", PICTURE, "The shape that only this seat must draw: its start card, or "
            "its second chance."),
    Feature("cards", (2, SHAPES), "The cards turned up, one-hot, the lower number first."),
    Feature("own", (SEATS, SHAPES), "The card that only that seat must draw, one row per seat."),
    Feature("unseen", (CARDS,), "Cards in the deck, by shape.", table="copies"),
    Feature("to_act", (SEATS,), "The seats that may act; none once the game is over."),
    Feature("waiting", (SEATS,), "Seats that could draw neither card, and will get their own."),
    Feature("out", (SEATS,), "Seats that have dropped out."),
    Feature("owes", (SEATS,), "Seats that must write a 1."),
    Feature("ones", (SEATS,), "Seats that wrote a 1."),
    Feature("phase", (3,), "Start cards, the cards for all, second chances: one-hot."),
    Feature("seats", (SEATS,), "The number of seats, one-hot: 1 to 6."),
    Feature("game", (GAMES,), "Alone: the number of this game in the series, one-hot."),
    Feature("free_before", (1,), "Alone: free cells in the series' finished games.", GAMES * CELLS),
    Feature("in_deck", (1,), "Number of cards in the deck.", CARDS),
    Feature("fell", (1,), "1 if a seat dropped out in an earlier round; then no 1 is written."),
)  # fmt: skip
(
    GRIDS, PICTURES, OWN_PICTURE, TURNED_UP, OWN, UNSEEN, TO_ACT, WAITING, OUT, OWES, ONES, PHASE,
    AT_TABLE, GAME, FREE_BEFORE, IN_DECK, FELL,
) = (feature.offset for feature in FEATURES)  # fmt: skip


@kernel
def observe(t, s, i, seat, out):
    r = s[i]
    out[:] = 0
    for k in range(r.seats):
        other = nth_seat(seat, r.seats, k)
        write_grid(r.grid[other, 0], r.grid[other, 1], out, GRIDS + k * CELLS)
        if r.own[other] != NO_CARD:
            mark(out, OWN + k * SHAPES, r.own[other])
    for k in range(2):
        if r.cards[k] != NO_CARD:
            mark(out, TURNED_UP + k * SHAPES, r.cards[k])
            write_shape(t, r.cards[k], out, PICTURES + k * SIZE * SIZE)
    if r.own[seat] != NO_CARD:
        write_shape(t, r.own[seat], out, OWN_PICTURE)
    for shape in range(CARDS):
        out[UNSEEN + shape] = t[0].copies[shape] - r.used[shape]
    write_set(r.turn, seat, r.seats, out, TO_ACT)
    write_set(r.waiting, seat, r.seats, out, WAITING)
    write_set(r.out, seat, r.seats, out, OUT)
    write_set(r.owes, seat, r.seats, out, OWES)
    write_set(r.ones, seat, r.seats, out, ONES)
    out[PHASE] = r.phase == STARTING
    out[PHASE + 1] = r.phase == DRAWING
    out[PHASE + 2] = r.phase == CHANCES
    mark(out, AT_TABLE, r.seats - 1)
    mark(out, GAME, r.game)
    out[FREE_BEFORE] = r.free_before
    out[IN_DECK] = r.in_deck
    out[FELL] = r.fell


@kernel
def write_grid(low, high, out, at):
    while low != NO_BITS:
        out[at + lowest(low)] = 1
        low &= low - BIT
    while high != NO_BITS:
        out[at + 64 + lowest(high)] = 1
        high &= high - BIT


@kernel
def write_shape(t, shape, out, at):
    """Write a shape, shifted to the left edge; its anchor is its lowest cell."""
    leftmost = 0
    for cell in range(t[0].cells[shape]):
        leftmost = min(leftmost, np.int64(t[0].aside[shape, 0, cell]))
    for cell in range(t[0].cells[shape]):
        aside = np.int64(t[0].aside[shape, 0, cell])
        row = (np.int64(t[0].offsets[shape, 0, cell]) - aside) // SIDE
        out[at + row * SIZE + aside - leftmost] = 1
