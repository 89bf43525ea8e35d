"""Anubixx's rules: kernels that deal, roll, cross off stones, award bonuses, score and rank."""

from __future__ import annotations

import numpy as np

from spielwerk.games.anubixx.layout import (
    BONUS_POINTS,
    BUILDING,
    CLOSING,
    COLOURS,
    DEALING,
    DIE,
    END_BONUS,
    FLOOR,
    GROUND,
    HEIGHT,
    IDLE_ROUNDS,
    JOKER,
    JOKER_POINTS,
    LEFT_SHIFT,
    LEVEL_STEP,
    NO_FIELD,
    NONE,
    ONE,
    PILLAR,
    PYRAMID,
    RIGHT_SHIFT,
    ROLLING,
    SHEETS,
    STONE_POINTS,
    STOP,
    SUMMIT,
    SYMBOLS,
    WAYS,
)
from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE, NATURES_TURN


@kernel
def start(t, s, i, seats, first):
    r = s[i]
    r.turn, r.phase = NATURES_TURN, DEALING
    r.seats, r.first, r.active, r.seat = seats, first, first, 0
    r.sheets = (1 << SHEETS) - 1
    r.sheet[:] = 0
    r.crossed[:] = 0
    r.struck[:] = 0
    r.jokers[:] = 0
    for seat in range(seats):
        r.jokers[seat] = seats  # AN-7
    r.dice[:] = 0
    r.taken[:] = 0
    r.to_roll, r.built, r.pair = 0, 0, NO_FIELD
    r.earned[:] = 0
    r.earned_now, r.closed, r.busy, r.idle = 0, 0, 0, 0


# Nature


@kernel
def odds(t, s, i, out):
    """Write the weights of the undealt sheets (AN-2), or of a die's colours (AN-1)."""
    for outcome in range(COLOURS):  # as many as sheets
        out[outcome] = s[i].sheets >> outcome & 1 if s[i].phase == DEALING else 1
    return COLOURS


@kernel
def chance(r, outcome):
    """Deal a sheet, or roll a die."""
    if r.phase == DEALING:
        r.sheet[r.seat] = outcome
        r.sheets ^= 1 << outcome
        r.seat += 1
        if r.seat == r.seats:
            begin_round(r, r.first)
        return
    r.dice[outcome] += 1
    r.to_roll -= 1
    if r.to_roll == 0:
        r.phase = BUILDING
        r.turn = 1 << r.seat


@kernel
def begin_round(r, active):
    """Start a round, in which `active` rolls all dice and builds first (AN-17)."""
    r.active = r.seat = active
    r.phase, r.turn = ROLLING, NATURES_TURN
    r.dice[:] = 0
    r.to_roll = 3 if r.seats == 2 else 4  # AN-1


# A seat's plies


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        chance(r, action)
    elif action == STOP:
        end_turn(t, r)
    else:
        cross(t, r, seat, action // WAYS, action % WAYS)


@kernel
def cross(t, r, seat, field, way):
    """Pay for a stone and cross it off; the second stone ends the turn (AN-8)."""
    pay(r, seat, t[0].colour[r.sheet[seat], field], way)
    bit = ONE << np.uint64(t[0].bit[field])
    r.crossed[seat] |= bit
    r.busy = 1
    earn(t, r, seat, bit)
    r.built += 1
    if r.built == 2:
        end_turn(t, r)
    elif bit & FLOOR:
        r.pair = field


@kernel
def pay(r, seat, colour, way):
    if way == DIE:
        r.dice[colour] -= 1
        if seat != r.active:
            r.taken[colour] += 1  # AN-18
    elif way == JOKER:
        r.jokers[seat] -= 1
    else:
        r.struck[seat] = way  # AN-14, AN-15


@kernel
def earn(t, r, seat, bit):
    """Award a symbol's bonus for its last field, unless the bonus is closed (AN-20)."""
    for symbol in range(SYMBOLS):
        fields = t[0].symbols[symbol]
        if fields & bit and r.crossed[seat] & fields == fields and r.closed >> symbol & 1 == 0:
            r.earned[seat] |= 1 << symbol
            r.earned_now |= 1 << symbol


@kernel
def end_turn(t, r):
    """Return the dice, then give the turn to the next builder or end the round (AN-18)."""
    for colour in range(COLOURS):
        r.dice[colour] += r.taken[colour]
        r.taken[colour] = 0
    r.built, r.pair = 0, NO_FIELD
    r.seat = after(r, r.seat)
    r.turn = 1 << r.seat
    if r.seat == r.active:
        end_round(r)


@kernel
def after(r, seat):
    """Return the next seat, clockwise."""
    return seat + 1 if seat + 1 < r.seats else 0


@kernel
def end_round(r):
    r.closed |= r.earned_now  # AN-21
    r.earned_now = 0
    r.idle = 0 if r.busy else r.idle + 1
    r.busy = 0
    ends = r.idle == IDLE_ROUNDS * r.seats  # AN-28
    for seat in range(r.seats):
        if finished(r, seat) >= 2:  # AN-22
            r.earned[seat] |= 1 << END_BONUS
            ends = True
    if ends:
        r.turn = 0
        r.dice[:] = 0
    else:
        begin_round(r, after(r, r.active))  # AN-19


@kernel
def finished(r, seat):
    """Return the number of buildings that a seat has finished."""
    crossed = r.crossed[seat]
    n = 1 if crossed & SUMMIT else 0
    n += 1 if crossed & CLOSING else 0
    return n + (1 if crossed & FLOOR == FLOOR else 0)


# Scoring


@kernel
def points(t, r, seat):
    """Return points for pyramid, arch, relief, bonuses, quarry and jokers if the game ended now."""
    p, crossed = t[0], r.crossed[seat]
    level = 0
    pyramid = crossed & PYRAMID
    while pyramid != NONE:
        level += 1
        pyramid >>= LEVEL_STEP
    left, right = crossed >> LEFT_SHIFT & PILLAR, crossed >> RIGHT_SHIFT & PILLAR
    pillars = HEIGHT + 1 if crossed & CLOSING else min(popcount(left), popcount(right))
    return (
        np.int64(p.pyramid_points[level]),  # AN-23
        np.int64(p.arch_points[pillars]),  # AN-24
        np.int64(p.relief_points[popcount(crossed & FLOOR) // 2]),  # AN-25
        BONUS_POINTS * popcount(np.uint64(r.earned[seat])),  # AN-26
        STONE_POINTS * (np.int64(p.stones[r.sheet[seat]]) - r.struck[seat]),
        JOKER_POINTS * np.int64(r.jokers[seat]),
    )


@kernel
def scores(t, s, i, seat, out):
    found = points(t, s[i], seat)
    for k in range(len(found)):
        out[k] = found[k]
    return len(found)


@kernel
def standing(t, r, seat):
    """Return a ranking key, higher is better: all points, then pyramid stones (AN-27)."""
    sum_of_points = 0
    for n in points(t, r, seat):
        sum_of_points += n
    return 64 * sum_of_points + popcount(r.crossed[seat] & PYRAMID)


@kernel
def ranks(t, s, i, out):
    r = s[i]
    for seat in range(r.seats):
        out[seat] = 1
        for other in range(r.seats):
            if standing(t, r, other) > standing(t, r, seat):
                out[seat] += 1


@kernel
def fault(t, s, i):
    r = s[i]
    dice = 0
    for colour in range(COLOURS):
        dice += r.dice[colour] + r.taken[colour]
    if dice + r.to_roll > (3 if r.seats == 2 else 4):
        return 1
    for seat in range(r.seats):
        crossed = r.crossed[seat]
        stones = crossed & PYRAMID
        if stones & ~GROUND & ~((stones & stones >> ONE) << LEVEL_STEP):
            return 2
        left, right = crossed >> LEFT_SHIFT & PILLAR, crossed >> RIGHT_SHIFT & PILLAR
        if left & left + ONE or right & right + ONE:
            return 3
        if crossed & CLOSING and left & right != PILLAR:
            return 4
        odd = 1 if r.pair != NO_FIELD and seat == r.seat else 0
        if popcount(crossed & FLOOR) % 2 != odd:
            return 5
        if r.jokers[seat] > r.seats or r.struck[seat] > t[0].stones[r.sheet[seat]]:
            return 6
    return 0
