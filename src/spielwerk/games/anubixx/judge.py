"""Evaluate a seat in Anubixx: its points, and the value of stones that do not score yet."""

from __future__ import annotations

from spielwerk.games.anubixx.layout import FLOOR, LEFT_SHIFT, PILLAR, PYRAMID, RIGHT_SHIFT
from spielwerk.games.anubixx.rules import points
from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel

# The value of a stone beyond the points that it scores at once: it supports others.
PYRAMID_STONE, PILLAR_STONE, RELIEF_STONE = 0.9, 1.0, 0.8
KEPT = 0.5  # the value of a joker or a quarry stone beyond its points while the game goes on
FACT_NAMES = ("stones",)


@kernel
def judge(t, s, i, seat, room):
    r = s[i]
    pyramid, arch, relief, bonuses, quarry, jokers = points(t, r, seat)
    crossed = r.crossed[seat]
    pillars = popcount(crossed >> LEFT_SHIFT & PILLAR) + popcount(crossed >> RIGHT_SHIFT & PILLAR)
    value = float(pyramid + arch + relief + bonuses + quarry + jokers)
    if r.turn == 0:
        return value
    value += PYRAMID_STONE * popcount(crossed & PYRAMID) + PILLAR_STONE * pillars
    value += RELIEF_STONE * popcount(crossed & FLOOR)
    return value + KEPT * (quarry + jokers)


@kernel
def glance(t, s, i, seat, room):
    """Evaluate a seat by its points plus one for each stone."""
    value = float(popcount(s[i].crossed[seat]))
    for number in points(t, s[i], seat):
        value += number
    return value


@kernel
def facts(t, s, i, seat, out):
    """Write the number of stones that a seat has crossed off."""
    out[0] = popcount(s[i].crossed[seat])
    return 1
