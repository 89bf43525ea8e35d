"""Anubixx's moves as numbers: what is crossed off and paid, refusals, and where points come from.

A stone's numbers are its field and, if it is paid for from the quarry, the stone that is struck.
"""

from __future__ import annotations

import numpy as np

from spielwerk.games.anubixx.building import is_open, is_open_in_any, may_stop, ways_to_pay
from spielwerk.games.anubixx.layout import (
    BONUS_POINTS,
    BONUS_SCORE,
    DEALING,
    DIE,
    END_BONUS,
    FLOOR,
    JOKER,
    JOKER_SCORE,
    NO_FIELD,
    NONE,
    ONE,
    QUARRY,
    QUARRY_SCORE,
    RELIEF_SCORE,
    STOP,
    WAYS,
)
from spielwerk.games.anubixx.rules import act, points
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import NOTHING, Refusal
from spielwerk.rules.reveals import Shape, Topic

BY_DIE, BY_STONE, BY_JOKER, TO_STOP = range(4)  # forms
FORM, FIELD, STONE = range(3)  # a move's numbers

REFUSALS = (
    Refusal("pair_due", ("field",)),
    Refusal("already_crossed", ("field",)),
    Refusal("relief_alone", ("field",)),
    Refusal("cannot_pay", ("field",)),
    Refusal("no_second", ("field",)),
    Refusal("no_support", ("field",)),
    Refusal("no_die", ("field",)),
    Refusal("die_first", ("field",)),
    Refusal("no_joker", ("field",)),
    Refusal("wrong_stone", ("field",)),
)
(
    PAIR_DUE,
    ALREADY_CROSSED,
    RELIEF_ALONE,
    CANNOT_PAY,
    NO_SECOND,
    NO_SUPPORT,
    NO_DIE,
    DIE_FIRST,
    NO_JOKER,
    WRONG_STONE,
) = range(1, len(REFUSALS) + 1)

TOPICS = (
    Topic("sheets", Shape.BY_SEAT, "sheet", wrong="bad_setup"),
    Topic("dice", Shape.TEXT, "colour", wrong="bad_dice"),
)
DEALT, ROLLED = range(len(TOPICS))

FIRST_STONE, ANY_JOKER = NO_FIELD, NO_FIELD + QUARRY  # among the places where points come from
# A stone changes one building, has one payment, and earns its symbol's bonus and the end bonus.
# A bonus may have any fields.
MOST_LINES = (4, 3 + NO_FIELD)


@kernel
def move(t, s, i, seat, action, out):
    out[:] = NOTHING
    if action == STOP:
        out[FORM] = TO_STOP
        return
    way = action % WAYS
    out[FIELD] = action // WAYS
    if way == DIE:
        out[FORM] = BY_DIE
    elif way == JOKER:
        out[FORM] = BY_JOKER
    else:
        out[FORM], out[STONE] = BY_STONE, way


@kernel
def find(t, s, i, seat, move):
    return STOP if move[FORM] == TO_STOP else move[FIELD] * WAYS + way_to_pay(move)


@kernel
def way_to_pay(move):
    """Return the way in which a stone is paid for."""
    if move[FORM] == BY_DIE:
        return DIE
    return JOKER if move[FORM] == BY_JOKER else move[STONE]


@kernel
def why_not(t, s, i, seat, move, out):
    r = s[i]
    if move[FORM] == TO_STOP:
        out[0] = r.pair
        return 0 if may_stop(r) else PAIR_DUE
    field, way = move[FIELD], way_to_pay(move)
    out[0] = field
    if r.crossed[seat] >> np.uint64(t[0].bit[field]) & ONE != NONE:
        return ALREADY_CROSSED
    ways = ways_to_pay(t, r, seat, t[0].colour[r.sheet[seat], field])
    if not is_open_in_any(t, r, seat, field, ways):
        return why_closed(t, r, field, ways)
    if ways >> np.uint64(way) & ONE != NONE:
        return 0 if is_open(t, r, seat, field, way) else NO_SECOND  # AN-9
    if way == DIE:
        return NO_DIE  # AN-13
    if ways >> np.uint64(DIE) & ONE != NONE:
        return DIE_FIRST  # AN-13
    return NO_JOKER if way == JOKER else WRONG_STONE  # AN-16, AN-14


@kernel
def why_closed(t, r, field, ways):
    """Return why a free field cannot be crossed off now with any available payment."""
    if not may_stop(r):
        return PAIR_DUE  # AN-9: a neighbour has to follow, and this is none
    in_relief = ONE << np.uint64(t[0].bit[field]) & FLOOR != NONE
    if in_relief and r.built > 0:
        return RELIEF_ALONE  # AN-9, AN-12
    if ways == NONE:
        return CANNOT_PAY  # AN-13
    return NO_SECOND if in_relief else NO_SUPPORT  # AN-9, AN-10, AN-11


@kernel
def due(t, s, i, out):
    """Write what nature decides: a seat's sheet, or one of the shared dice."""
    if s[i].phase == DEALING:
        out[0], out[1] = DEALT, s[i].seat
    else:
        out[0], out[1] = ROLLED, NOTHING


# Where points come from


@kernel
def lines(t, s, i, seat, action, out):
    """Write what a stone adds to its building, its price, and the bonuses it earns.

    Applies the action in s[i]. A building's line has the stone, or the pair of relief stones; the
    quarry's line the stones that are lost; the jokers' line one `j`; a bonus the fields of its
    symbol; the end bonus none.
    """
    r = s[i]
    pair, struck, had = np.int64(r.pair), np.int64(r.struck[seat]), np.int64(r.earned[seat])
    before = points(t, r, seat)
    act(t, s, i, seat, action)
    after = points(t, r, seat)
    n = 0
    for number in range(len(after)):
        if number != BONUS_SCORE and after[number] != before[number]:
            out[n, 0], out[n, 1] = number, after[number] - before[number]
            write_places(number, action // WAYS, action % WAYS, pair, struck, out, n)
            n += 1
    earned = np.int64(r.earned[seat]) & ~had
    for bonus in range(END_BONUS + 1):
        if earned >> bonus & 1:
            out[n, 0], out[n, 1], out[n, 2] = BONUS_SCORE, BONUS_POINTS, 0  # AN-20, AN-22
            if bonus != END_BONUS:
                write_fields(t, t[0].symbols[bonus], out, n)
            n += 1
    return n


@kernel
def write_places(number, field, way, pair, struck, out, n):
    """Write the places that account for a change on the scoreboard into row n."""
    if number == QUARRY_SCORE:  # AN-14, AN-26
        out[n, 2] = way - struck
        for k in range(way - struck):
            out[n, 3 + k] = FIRST_STONE + struck + k
    elif number == RELIEF_SCORE and pair != NO_FIELD:  # AN-25
        out[n, 2], out[n, 3], out[n, 4] = 2, pair, field
    else:  # AN-23, AN-24, AN-26
        out[n, 2], out[n, 3] = 1, ANY_JOKER if number == JOKER_SCORE else field


@kernel
def write_fields(t, word, out, n):
    """Write a set of fields into row n."""
    size = 0
    while word != NONE:
        out[n, 3 + size] = t[0].field[lowest(word)]
        word &= word - ONE
        size += 1
    out[n, 2] = size
