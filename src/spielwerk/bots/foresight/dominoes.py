"""Two-symbol tiles weighed without being laid, on squares and on hexagons.

A half scores along the lines through its own cell, and none of that hangs on the other half,
whose cell is free. So what each colour would be worth on each free cell is told once, and a
placement is worth the sum of two of these numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.bots.judging.tracks import height, lacks
from spielwerk.games.axio.placements import pairs, placement, swap_action
from spielwerk.games.axio.pyramids import closing_points, closings
from spielwerk.games.axio.scoring import run
from spielwerk.games.axio.table import CHOOSING, NONE, ONE
from spielwerk.rules.bits import lowest
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import Numbers, Sight

MOST_POINTS = 40  # more move no track further
MOST_PROMISING = 32  # actions
SURE = 1e-6  # kinds less likely than that to be the best one held are not looked at


class Desk(NamedTuple):
    """Arrays to work on."""

    points: Numbers  # (cell, colour): what it would score there
    worth: npt.NDArray[np.float64]  # the same, weighed
    gains: npt.NDArray[np.float64]  # (colour, points): by how much less the tracks would lack
    alone: Numbers  # 1 for a cell that has one free neighbour left
    around: Numbers  # (cell, colour): what lies around such a cell
    closing: Numbers  # (cell, colour): points of the cells closed in with it; last, how many
    ways: Numbers  # a row a free pair: lower cell, way, its cells, how many others it closes in
    kinds: npt.NDArray[np.float64]  # the most that each kind would gain
    order: Numbers  # kinds, the best one first
    best: npt.NDArray[np.float64]  # what the most promising actions gain
    open: Numbers  # one number: 1 where hands lie open


def desk(game: Game) -> Desk:
    """A desk for a game of dominoes."""
    kinds, colours = game.tables[0].colours.shape[0], game.tables[0].kind.shape[0]
    cells, n_pairs = game.tables[0].board.shape[1], len(game.tables[0].first)
    is_open = game.layout.fields["hand"].sight is Sight.PUBLIC
    return Desk(
        np.zeros((cells, colours), np.int64),
        np.zeros((cells, colours)),
        np.zeros((colours, MOST_POINTS + 1)),
        np.zeros(cells, np.int64),
        np.zeros((cells, colours), np.int64),
        np.zeros((cells, colours + 1), np.int64),
        np.zeros((n_pairs, 5), np.int64),
        np.zeros(kinds),
        np.zeros(kinds, np.int64),
        np.zeros(MOST_PROMISING),
        np.array([is_open], np.int64),
    )


@kernel
def gain_on(desk, colour, points):
    """What so many points on one track gain."""
    return desk.gains[colour, min(points, MOST_POINTS)]


@kernel
def weigh_cells(r, steps, desk):
    """What each colour would score on each free cell, and what that is worth."""
    colours = len(desk.gains)
    for word in range(len(r.free)):
        left = r.free[word]
        while left != NONE:
            cell = 64 * word + lowest(left)
            left &= left - ONE
            for colour in range(colours):
                desk.points[cell, colour] = 0
            for step in steps:
                colour = r.board[cell + step]
                if colour < colours:
                    desk.points[cell, colour] += run(r.board, cell, step, colour)
            for colour in range(colours):
                desk.worth[cell, colour] = gain_on(desk, colour, desk.points[cell, colour])
                desk.closing[cell, colour] = desk.around[cell, colour] = 0
            desk.closing[cell, colours] = desk.alone[cell] = 0


@kernel
def list_ways(t, r, desk):
    """Write all free pairs; returns how many there are."""
    n = 0
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            left = pairs(t, r, word, way)
            while left != NONE:
                lower = 64 * word + lowest(left)
                left &= left - ONE
                pair = t[0].pair[way, lower]
                first, second = t[0].first[pair], t[0].second[pair]
                desk.ways[n, 0], desk.ways[n, 1] = lower, way
                desk.ways[n, 2], desk.ways[n, 3] = first, second
                desk.ways[n, 4] = closings(desk.alone, desk.closing, first, second)
                n += 1
    return n


@kernel
def way_gain(desk, k, one, two):
    """What `one` on the first cell of the k-th pair and `two` on its second gain."""
    first, second = desk.ways[k, 2], desk.ways[k, 3]
    if desk.ways[k, 4]:
        return closing_gain(desk, first, second, one, two)
    if one == two:  # both halves move one track
        return gain_on(desk, one, desk.points[first, one] + desk.points[second, one])
    return desk.worth[first, one] + desk.worth[second, two]


@kernel
def closing_gain(desk, first, second, one, two):
    """The same where cells are closed in, which score for what lies around them."""
    alone, around, closing = desk.alone, desk.around, desk.closing
    total = 0.0
    for colour in range(len(desk.gains)):
        points = closing_points(alone, around, closing, first, second, one, two, colour)
        if colour == one:
            points += desk.points[first, one]
        if colour == two:
            points += desk.points[second, two]
        total += gain_on(desk, colour, points)
    return total


@kernel
def best_way(desk, n, one, two):
    """The best of n pairs for `one` on the first cell and `two` on the second, and its gain."""
    highest, chosen = -1.0, 0
    for k in range(n):
        gain = way_gain(desk, k, one, two)
        if gain > highest:
            highest, chosen = gain, k
    return highest, chosen


@kernel
def best_weighed(t, r, seat, n, desk):
    """The best action of a seat and its gain, all cells being weighed and n pairs listed."""
    if r.phase == CHOOSING:
        return swap_action(t), 0.0  # no colour that the seat needs is in its hand
    highest, action = -1.0, np.int64(0)
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] == 0:
            continue
        for turned in range(t[0].turns[kind]):
            one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
            gain, k = best_way(desk, n, one, two)
            if gain > highest:
                highest = gain
                action = placement(t, desk.ways[k, 0], desk.ways[k, 1], one, two)
    return action, highest


@kernel
def promising_weighed(t, r, seat, n, desk, actions):
    """Write the actions of a seat that gain most, as many as there is room for."""
    if r.phase == CHOOSING:
        actions[0] = swap_action(t)
        return 1
    found = 0
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] == 0:
            continue
        for turned in range(t[0].turns[kind]):
            one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
            for k in range(n):
                gain = way_gain(desk, k, one, two)
                if found == len(actions) and gain <= desk.best[found - 1]:
                    continue
                at = min(found, len(actions) - 1)
                while at > 0 and desk.best[at - 1] < gain:
                    desk.best[at], actions[at] = desk.best[at - 1], actions[at - 1]
                    at -= 1
                desk.best[at] = gain
                actions[at] = placement(t, desk.ways[k, 0], desk.ways[k, 1], one, two)
                found = min(found + 1, len(actions))
    return found


@kernel
def threat_weighed(n, desk):
    """The half tile that would gain most on one of n pairs: its points and its colour."""
    highest, points, chosen = -1.0, np.int64(0), 0
    for k in range(n):
        for half in (2, 3):
            cell = desk.ways[k, half]
            for colour in range(len(desk.gains)):
                if desk.worth[cell, colour] > highest:
                    highest = desk.worth[cell, colour]
                    points, chosen = desk.points[cell, colour], colour
    return points, chosen


@kernel
def answered_weighed(t, r, seat, me, own, unseen, n, now, desk):
    """How far `me`, who stands at `own`, is ahead after the best that `seat` can do.

    The mean over what `seat` may hold: a better kind is played if it is there.
    """
    kinds = len(unseen)
    is_open = desk.open[0] == 1
    in_all, known = 0, 0
    for kind in range(kinds):
        copies = r.hand[seat, kind] if is_open else unseen[kind]
        if copies == 0 or r.lacks[seat] >> kind & 1:
            continue
        in_all += copies
        one, two = t[0].colours[kind, 0], t[0].colours[kind, 1]
        gain, _ = best_way(desk, n, one, two)
        if one != two:
            gain = max(gain, best_way(desk, n, two, one)[0])
        desk.kinds[kind] = gain
        at = known
        while at > 0 and desk.kinds[desk.order[at - 1]] < gain:
            desk.order[at] = desk.order[at - 1]
            at -= 1
        desk.order[at] = kind
        known += 1

    highest = -1e9  # of those who do not act now
    for other in range(r.seats):
        if other not in (me, seat):
            highest = max(highest, height(lacks(r, other, now), now))
    lacking = lacks(r, seat, now)
    held = r.held[seat]
    missing, value = 1.0, 0.0  # how likely none of the better kinds is held
    for k in range(known):
        kind = desk.order[k]
        copies = in_all if is_open else unseen[kind]
        before = missing
        for _ in range(copies):
            missing *= max(0, in_all - held) / in_all
            in_all -= 1
        then = max(highest, height(lacking - desk.kinds[kind], now))
        value += (before - missing) * (own - then)
        if missing < SURE:
            break
    return value + missing * (own - max(highest, height(lacking, now)))
