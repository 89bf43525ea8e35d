"""Lookahead for bots in Axio on hexagons."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.foresight import (
    MOST_POINTS,
    answered_weighed,
    best_weighed,
    list_ways,
    promising_weighed,
    threat_weighed,
    weigh_cells,
)
from spielwerk.dominoes.judge import LACK, height, lacks, stage_of
from spielwerk.dominoes.tracks import moved
from spielwerk.games.axio_hex.layout import COLOURS, GOAL, STEPS
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

NEXT = 0.5  # the weight of what a seat's own next tile would gain


@kernel
def weigh(t, r, seat, now, w):
    """Evaluate all placements for `seat`; return the number of free pairs."""
    for colour in range(COLOURS):
        track = r.tracks[seat, colour]
        for points in range(MOST_POINTS + 1):
            w[0].gains[colour, points] = LACK[now, track] - LACK[now, moved(track, points, GOAL)]
    weigh_cells(r, STEPS, w)
    return list_ways(t, r, w)


@kernel
def best(t, s, i, spare, seat, w):
    n = weigh(t, s[i], seat, stage_of(s[i]), w)
    return best_weighed(t, s[i], seat, n, w)[0]


@kernel
def promising(t, s, i, seat, w, out):
    n = weigh(t, s[i], seat, stage_of(s[i]), w)
    return promising_weighed(t, s[i], seat, n, w, out)


@kernel
def answered(t, s, i, me, w):
    seat = lowest(np.uint64(s[i].turn))
    now = stage_of(s[i])
    _, next_gain = best_weighed(t, s[i], me, weigh(t, s[i], me, now, w), w)
    own = height(lacks(s[i], me, now) - NEXT * next_gain, now)
    n = weigh(t, s[i], seat, now, w)
    return answered_weighed(t, s[i], seat, me, own, n, now, w)


@kernel
def threat(t, s, i, seat, w):
    return threat_weighed(weigh(t, s[i], seat, stage_of(s[i]), w), w)
