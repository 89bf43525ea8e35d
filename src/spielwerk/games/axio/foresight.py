"""AXIO's lookahead for bots: the value of placements, and of the pyramids they lead to."""

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
from spielwerk.games.axio.layout import COLOURS, STEPS
from spielwerk.games.axio.pyramids import look_for_closings
from spielwerk.games.axio.rules import advance
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel


@kernel
def weigh(t, r, seat, now, w):
    """Evaluate all placements for `seat`; return the number of free pairs."""
    for colour in range(COLOURS):
        track = r.tracks[seat, colour]
        for points in range(MOST_POINTS + 1):
            after = advance(track, points, r.seats == 1)
            w[0].gains[colour, points] = LACK[now, track] - LACK[now, after]
    weigh_cells(r, STEPS, w)
    look_for_closings(r, w[0].alone, w[0].around, w[0].closing)
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
    n = weigh(t, s[i], seat, now, w)
    own = height(lacks(s[i], me, now), now)
    return answered_weighed(t, s[i], seat, me, own, n, now, w)


@kernel
def threat(t, s, i, seat, w):
    return threat_weighed(weigh(t, s[i], seat, stage_of(s[i]), w), w)
