"""AXIO judged: the smooth lowest of a seat's tracks."""

from __future__ import annotations

from spielwerk.bots.judging import register
from spielwerk.bots.judging.tracks import smooth_lowest
from spielwerk.games.axio import table
from spielwerk.rules.kernel import kernel

SOFTNESS = 2.0


@kernel
def judge(t, s, i, seat, room):
    return smooth_lowest(s[i].tracks, seat, SOFTNESS)


register(table.layout, judge)
