"""AXIO rota foreseen: a tile is worth the sum of what its corners are worth where they lie."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.bots.foresight import Foresight, register
from spielwerk.bots.judging.axio_rota import stage_of
from spielwerk.bots.judging.tracks import LACK, height, lacks
from spielwerk.games.axio.scoring import moved
from spielwerk.games.axio_rota.placements import has_empty, placement
from spielwerk.games.axio_rota.rules import circle_points, in_circle
from spielwerk.games.axio_rota.table import (
    COLOURS,
    CORNERS,
    EMPTY,
    GOAL,
    KINDS,
    MOST_BESIDE,
    NONE,
    NOT_NAMED,
    ONE,
    ROWS,
    WIDTH,
    layout,
)
from spielwerk.rules.bits import lowest
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import Numbers

MOST_PROMISING = 32  # actions
OTHERS = CORNERS - 1  # quarters in a corner's circle


class Desk(NamedTuple):
    """Arrays to work on."""

    gains: npt.NDArray[np.float64]  # (colour, points): by how much less the tracks would lack
    cells: Numbers  # the free cells beside tiles
    worth: npt.NDArray[np.float64]  # (cell, corner, colour or best name): what it would gain there
    best: npt.NDArray[np.float64]  # what the most promising actions gain
    named: Numbers  # (cell, corner): the colour that is best named there, or NOT_NAMED


def desk(game: Game) -> Desk:
    """A desk for AXIO rota."""
    return Desk(
        np.zeros((COLOURS, OTHERS + 1)),
        np.zeros(MOST_BESIDE, np.int64),
        np.zeros((MOST_BESIDE, CORNERS, EMPTY + 1)),
        np.zeros(MOST_PROMISING),
        np.zeros((MOST_BESIDE, CORNERS), np.int64),
    )


@kernel
def weigh(r, seat, now, desk):
    """What each colour would be worth at each corner of each free cell; returns how many cells."""
    for colour in range(COLOURS):
        track = r.tracks[seat, colour]
        for points in range(OTHERS + 1):
            desk.gains[colour, points] = LACK[now, track] - LACK[now, moved(track, points, GOAL)]
    n = 0
    for row in range(ROWS):
        left = r.beside[row]
        while left != NONE:
            desk.cells[n] = row * WIDTH + lowest(left)
            left &= left - ONE
            weigh_cell(r, n, desk)
            n += 1
    return n


@kernel
def weigh_cell(r, n, desk):
    """What each colour would be worth at each corner of the n-th free cell."""
    cell = desk.cells[n]
    for corner in range(CORNERS):
        one, two = in_circle(r, cell, corner, 0), in_circle(r, cell, corner, 1)
        three = in_circle(r, cell, corner, 2)
        highest, name = 0.0, NOT_NAMED
        if min(one, two, three) <= EMPTY:  # another quarter is in the circle, so a name is due
            highest, name = -1.0, 0
        for colour in range(COLOURS):
            points = 0
            for quarter in (one, two, three):
                points += 1 if quarter == colour else 0
            gain = desk.gains[colour, points]
            desk.worth[n, corner, colour] = gain
            if name != NOT_NAMED and gain > highest:
                highest, name = gain, colour
        desk.worth[n, corner, EMPTY] = highest
        desk.named[n, corner] = name


@kernel
def best_way(t, kind, n, desk):
    """The best of n cells and four turns for a tile of that kind, and its gain."""
    a, b = t[0].corners[kind, 0], t[0].corners[kind, 1]
    c, d = t[0].corners[kind, 2], t[0].corners[kind, 3]
    highest, cell, turns = -1.0, 0, 0
    for k in range(n):
        for turned in range(CORNERS):
            gain = desk.worth[k, turned, a] + desk.worth[k, (1 + turned) & 3, b]
            gain += desk.worth[k, (2 + turned) & 3, c] + desk.worth[k, (3 + turned) & 3, d]
            if gain > highest:
                highest, cell, turns = gain, k, turned
    return highest, cell, turns


@kernel
def best(t, s, i, spare, seat, board, desk):
    r = s[i]
    n = weigh(r, seat, stage_of(r), desk)
    _, k, turns = best_way(t, r.hand[seat], n, desk)
    named = desk.named[k, turns] if has_empty(t, r, seat) else NOT_NAMED
    cell = desk.cells[k]
    return placement(cell // WIDTH, cell % WIDTH, turns, named)


@kernel
def promising(t, s, i, seat, actions, desk):
    r = s[i]
    n = weigh(r, seat, stage_of(r), desk)
    kind = r.hand[seat]
    found = 0
    for k in range(n):
        for turned in range(CORNERS):
            gain = 0.0
            for corner in range(CORNERS):
                gain += desk.worth[k, (corner + turned) & 3, t[0].corners[kind, corner]]
            if found == len(actions) and gain <= desk.best[found - 1]:
                continue
            at = min(found, len(actions) - 1)
            while at > 0 and desk.best[at - 1] < gain:
                desk.best[at], actions[at] = desk.best[at - 1], actions[at - 1]
                at -= 1
            cell = desk.cells[k]
            named = desk.named[k, turned] if has_empty(t, r, seat) else NOT_NAMED
            desk.best[at] = gain
            actions[at] = placement(cell // WIDTH, cell % WIDTH, turned, named)
            found = min(found + 1, len(actions))
    return found


@kernel
def answered(t, s, i, me, unseen, board, desk):
    r = s[i]
    seat = lowest(np.uint64(r.turn))
    now = stage_of(r)
    n = weigh(r, seat, now, desk)
    own, lacking = height(lacks(r, me, now), now), lacks(r, seat, now)
    highest = -1e9  # of those who do not act now
    for other in range(r.seats):
        if other not in (me, seat):
            highest = max(highest, height(lacks(r, other, now), now))
    value, in_all = 0.0, 0
    for kind in range(KINDS):
        if unseen[kind] > 0:
            gain, _, _ = best_way(t, kind, n, desk)
            then = max(highest, height(lacking - gain, now))
            value += unseen[kind] * (own - then)
            in_all += unseen[kind]
    return value / in_all


@kernel
def threat(t, s, i, seat, desk):
    """The corner that would gain most: its points and its colour."""
    r = s[i]
    n = weigh(r, seat, stage_of(r), desk)
    highest, where, at, chosen = -1.0, 0, 0, 0
    for k in range(n):
        for corner in range(CORNERS):
            for colour in range(COLOURS):
                if desk.worth[k, corner, colour] > highest:
                    highest, where = desk.worth[k, corner, colour], desk.cells[k]
                    at, chosen = corner, colour
    return circle_points(r, where, at, chosen), chosen


register(layout, Foresight(best, answered, desk, promising, threat=threat))
