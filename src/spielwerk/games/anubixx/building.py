"""Anubixx's legal stones and payments: list them, count them, find the k-th."""

from __future__ import annotations

import numpy as np

from spielwerk.games.anubixx.layout import (
    CLOSING,
    COLOURS,
    DIE,
    FIRST_COLUMN,
    FLOOR,
    GROUND,
    JOKER,
    LAST_COLUMN,
    LEFT_SHIFT,
    LEVEL_STEP,
    NO_FIELD,
    NONE,
    ONE,
    PILLAR,
    PYRAMID,
    RIGHT_SHIFT,
    ROW_STEP,
    STOP,
    WAYS,
)
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel


@kernel
def standing(crossed):
    """Return the fields of pyramid and arch that can be crossed off next."""
    stones = crossed & PYRAMID
    pyramid = (GROUND | (stones & stones >> ONE) << LEVEL_STEP) & PYRAMID & ~stones  # AN-10
    left, right = crossed >> LEFT_SHIFT & PILLAR, crossed >> RIGHT_SHIFT & PILLAR
    pillars = (left + ONE & ~left & PILLAR) << LEFT_SHIFT  # AN-11: each from the bottom up
    pillars |= (right + ONE & ~right & PILLAR) << RIGHT_SHIFT
    closing = CLOSING & ~crossed if left & right == PILLAR else NONE
    return pyramid | pillars | closing


@kernel
def beside(fields):
    """Return the relief fields adjacent to any of these."""
    rows = fields << ROW_STEP | fields >> ROW_STEP
    columns = (fields & ~LAST_COLUMN) << ONE | (fields & ~FIRST_COLUMN) >> ONE
    return (rows | columns) & FLOOR


@kernel
def quarry_stones(t, r, seat, colour, struck):
    """Return the quarry stones of a colour to the right of the last one struck (AN-14)."""
    return t[0].quarry[r.sheet[seat], colour] >> np.uint64(struck) << np.uint64(struck)


@kernel
def payable_after(t, r, seat, colour, way):
    """Return the fields that a seat can still afford after paying for `colour` in this way."""
    struck = r.struck[seat] if way in (DIE, JOKER) else np.uint8(way)
    jokers = r.jokers[seat] - (1 if way == JOKER else 0)
    if jokers > 0:
        return ~NONE  # AN-16
    fields = NONE
    for other in range(COLOURS):
        dice = np.int64(r.dice[other]) - (1 if way == DIE and other == colour else 0)
        if dice > 0 or quarry_stones(t, r, seat, other, struck) != NONE:
            fields |= t[0].fields[r.sheet[seat], other]
    return fields


@kernel
def open_fields(t, r, seat, colour, way):
    """Return the fields of a colour that may be crossed off now, if paid for in this way."""
    crossed = r.crossed[seat]
    floor = FLOOR & ~crossed
    if r.pair != NO_FIELD:
        found = beside(ONE << np.uint64(t[0].bit[r.pair])) & floor  # AN-9: the second of a pair
    elif r.built == 0:  # AN-9: the first of a pair, if a second can be paid for
        found = standing(crossed)
        found |= floor & beside(floor & payable_after(t, r, seat, colour, way))
    else:
        found = standing(crossed)  # AN-9, AN-12: no relief with another building
    return found & t[0].fields[r.sheet[seat], colour]


@kernel
def is_open(t, r, seat, field, way):
    """Return whether a field may be crossed off now, if paid for in this way."""
    fields = open_fields(t, r, seat, t[0].colour[r.sheet[seat], field], way)
    return fields >> np.uint64(t[0].bit[field]) & ONE != NONE


@kernel
def is_open_in_any(t, r, seat, field, ways):
    """Return whether a field may be crossed off now in one of these ways, given as bits."""
    while ways != NONE:
        if is_open(t, r, seat, field, lowest(ways)):
            return True
        ways &= ways - ONE
    return False


@kernel
def ways_to_pay(t, r, seat, colour):
    """Return the ways to pay for a stone of this colour, one bit each (AN-13)."""
    if r.dice[colour] > 0:
        return ONE << np.uint64(DIE)
    ways = quarry_stones(t, r, seat, colour, r.struck[seat]) << ONE
    return ways | (ONE if r.jokers[seat] > 0 else NONE) << np.uint64(JOKER)


@kernel
def may_stop(r):
    return r.pair == NO_FIELD  # AN-8, AN-9


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    n = 0
    for colour in range(COLOURS):
        ways = ways_to_pay(t, r, seat, colour)
        while ways != NONE:
            way = lowest(ways)
            ways &= ways - ONE
            fields = open_fields(t, r, seat, colour, way)
            while fields != NONE:
                out[n] = np.int64(t[0].field[lowest(fields)]) * WAYS + way
                fields &= fields - ONE
                n += 1
    if may_stop(r):
        out[n] = STOP
        n += 1
    return n


@kernel
def count(t, s, i, seat):
    r = s[i]
    n = 1 if may_stop(r) else 0
    for colour in range(COLOURS):
        ways = ways_to_pay(t, r, seat, colour)
        while ways != NONE:
            n += popcount(open_fields(t, r, seat, colour, lowest(ways)))
            ways &= ways - ONE
    return n


@kernel
def allows(t, s, i, seat, action):
    r = s[i]
    if action < 0 or action >= STOP:
        return action == STOP and may_stop(r)
    field, way = action // WAYS, action % WAYS
    ways = ways_to_pay(t, r, seat, t[0].colour[r.sheet[seat], field])
    return ways >> np.uint64(way) & ONE != NONE and is_open(t, r, seat, field, way)


@kernel
def nth(t, s, i, seat, k):
    r = s[i]
    for colour in range(COLOURS):
        ways = ways_to_pay(t, r, seat, colour)
        while ways != NONE:
            way = lowest(ways)
            ways &= ways - ONE
            fields = open_fields(t, r, seat, colour, way)
            n = popcount(fields)
            if k < n:
                return np.int64(t[0].field[nth_bit(fields, k)]) * WAYS + way
            k -= n
    return STOP
