"""AXIO foreseen: placements, and the pyramids that they lead to."""

from __future__ import annotations

import numpy as np

from spielwerk.bots.foresight import Foresight, register
from spielwerk.bots.foresight.dominoes import (
    MOST_POINTS,
    answered_weighed,
    best_weighed,
    desk,
    list_ways,
    promising_weighed,
    threat_weighed,
    weigh_cells,
)
from spielwerk.bots.judging.dominoes import stage_of
from spielwerk.bots.judging.tracks import LACK, height, lacks
from spielwerk.games.axio.placements import is_free
from spielwerk.games.axio.rules import advance
from spielwerk.games.axio.table import COLOURS, NONE, ONE, STEPS, layout
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel


@kernel
def weigh(t, r, seat, now, desk):
    """What all placements would be worth to `seat`; returns the number of free pairs."""
    for colour in range(COLOURS):
        track = r.tracks[seat, colour]
        for points in range(MOST_POINTS + 1):
            after = advance(track, points, r.seats == 1)
            desk.gains[colour, points] = LACK[now, track] - LACK[now, after]
    weigh_cells(r, STEPS, desk)
    find_pyramids(r, desk)
    return list_ways(t, r, desk)


@kernel
def find_pyramids(r, desk):
    """Where one neighbour of a cell is still free, covering that one closes the cell in."""
    for word in range(len(r.free)):
        left = r.free[word]
        while left != NONE:
            cell = 64 * word + lowest(left)
            left &= left - ONE
            last, others = 0, 0
            for step in STEPS:
                if is_free(r, cell + step):
                    last = cell + step
                    others += 1
            if others == 1:
                desk.alone[cell] = 1
                desk.closing[last, COLOURS] += 1
                for step in STEPS:
                    colour = r.board[cell + step]
                    if colour < COLOURS:
                        desk.closing[last, colour] += 1
                        desk.around[cell, colour] += 1


@kernel
def best(t, s, i, spare, seat, board, desk):
    n = weigh(t, s[i], seat, stage_of(s[i]), desk)
    return best_weighed(t, s[i], seat, n, desk)[0]


@kernel
def promising(t, s, i, seat, actions, desk):
    n = weigh(t, s[i], seat, stage_of(s[i]), desk)
    return promising_weighed(t, s[i], seat, n, desk, actions)


@kernel
def answered(t, s, i, me, unseen, board, desk):
    seat = lowest(np.uint64(s[i].turn))
    now = stage_of(s[i])
    n = weigh(t, s[i], seat, now, desk)
    own = height(lacks(s[i], me, now), now)
    return answered_weighed(t, s[i], seat, me, own, unseen, n, now, desk)


@kernel
def threat(t, s, i, seat, desk):
    return threat_weighed(weigh(t, s[i], seat, stage_of(s[i]), desk), desk)


register(layout, Foresight(best, answered, desk, promising, threat=threat))
