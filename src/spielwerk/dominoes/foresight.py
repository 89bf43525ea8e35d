"""Evaluate placements of two-symbol tiles without making them, on squares and on hexagons.

A half scores along the lines through its own cell, whatever the other half is, whose cell is
free. So what each colour would be worth on each free cell is computed once, and a placement is
worth the sum of two of these numbers.
"""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.closings import closing_points, closings
from spielwerk.dominoes.judge import height, lacks
from spielwerk.dominoes.layout import CHOOSING, NONE, ONE
from spielwerk.dominoes.placements import pairs, placement, swap_action
from spielwerk.dominoes.scoring import run
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

MOST_POINTS = 40  # points beyond this have no effect
SURE = 1e-6  # kinds less likely than this to be the best in the hand are ignored


def scratch(
    cells: int, colours: int, kinds: int, pairs: int
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return what a bot's workspace needs for a game of dominoes: formats and shapes, by name."""
    return {
        "points": ("i8", (cells, colours)),  # what a colour would score on a cell
        "worth": ("f8", (cells, colours)),  # the same, weighed
        "gains": ("f8", (colours, MOST_POINTS + 1)),  # reduction of the tracks' deficit
        "alone": ("i8", (cells,)),  # 1 for a cell that has one free neighbour left
        "around": ("i8", (cells, colours)),  # what lies around such a cell
        # Points of the cells closed in together with a cell; last, how many cells these are
        "closing": ("i8", (cells, colours + 1)),
        # One row per free pair: lower cell, orientation, cells, number of cells enclosed
        "ways": ("i8", (pairs, 5)),
        "kind_gains": ("f8", (kinds,)),  # the most that each kind would gain
        "kind_order": ("i8", (kinds,)),  # kinds, the best one first
        "sees_hands": ("u1", ()),  # whether hands lie open
    }


@kernel
def gain_on(w, colour, points):
    """Return the value of that many points on one track."""
    return w[0].gains[colour, min(points, MOST_POINTS)]


@kernel
def weigh_cells(r, steps, w):
    """Compute what each colour would score on each free cell, and its value."""
    colours = len(w[0].gains)
    for word in range(len(r.free)):
        left = r.free[word]
        while left != NONE:
            cell = 64 * word + lowest(left)
            left &= left - ONE
            for colour in range(colours):
                w[0].points[cell, colour] = 0
            for step in steps:
                colour = r.board[cell + step]
                if colour < colours:
                    w[0].points[cell, colour] += run(r.board, cell, step, colour)
            for colour in range(colours):
                w[0].worth[cell, colour] = gain_on(w, colour, w[0].points[cell, colour])
                w[0].closing[cell, colour] = w[0].around[cell, colour] = 0
            w[0].closing[cell, colours] = w[0].alone[cell] = 0


@kernel
def list_ways(t, r, w):
    """Write all free pairs; return how many there are."""
    n = 0
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            left = pairs(t, r, word, way)
            while left != NONE:
                lower = 64 * word + lowest(left)
                left &= left - ONE
                pair = t[0].pair[way, lower]
                first, second = t[0].first[pair], t[0].second[pair]
                w[0].ways[n, 0], w[0].ways[n, 1] = lower, way
                w[0].ways[n, 2], w[0].ways[n, 3] = first, second
                w[0].ways[n, 4] = closings(w[0].alone, w[0].closing, first, second)
                n += 1
    return n


@kernel
def way_gain(w, k, one, two):
    """Return the gain of `one` on the first cell of the k-th pair and `two` on its second."""
    first, second = w[0].ways[k, 2], w[0].ways[k, 3]
    if w[0].ways[k, 4]:
        return closing_gain(w, first, second, one, two)
    if one == two:  # both halves move one track
        return gain_on(w, one, w[0].points[first, one] + w[0].points[second, one])
    return w[0].worth[first, one] + w[0].worth[second, two]


@kernel
def closing_gain(w, first, second, one, two):
    """Return the same for pairs that enclose cells, which score for their surroundings."""
    alone, around, closing = w[0].alone, w[0].around, w[0].closing
    total = 0.0
    for colour in range(len(w[0].gains)):
        points = closing_points(alone, around, closing, first, second, one, two, colour)
        if colour == one:
            points += w[0].points[first, one]
        if colour == two:
            points += w[0].points[second, two]
        total += gain_on(w, colour, points)
    return total


@kernel
def best_way(w, n, one, two):
    """Return the best of n pairs for `one` and `two` on its cells, and its gain."""
    highest, chosen = -1.0, 0
    for k in range(n):
        gain = way_gain(w, k, one, two)
        if gain > highest:
            highest, chosen = gain, k
    return highest, chosen


@kernel
def best_weighed(t, r, seat, n, w):
    """Return the best action of a seat and its gain, all cells being weighed and n pairs listed."""
    if r.phase == CHOOSING:
        return swap_action(t), 0.0  # no colour that the seat needs is in its hand
    highest, action = -1.0, np.int64(0)
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] == 0:
            continue
        for turned in range(t[0].turns[kind]):
            one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
            gain, k = best_way(w, n, one, two)
            if gain > highest:
                highest = gain
                action = placement(t, w[0].ways[k, 0], w[0].ways[k, 1], one, two)
    return action, highest


@kernel
def promising_weighed(t, r, seat, n, w, out):
    """Write the most valuable actions of a seat, as many as fit."""
    if r.phase == CHOOSING:
        out[0] = swap_action(t)
        return 1
    found = 0
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] == 0:
            continue
        for turned in range(t[0].turns[kind]):
            one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
            for k in range(n):
                gain = way_gain(w, k, one, two)
                if found == len(out) and gain <= w[0].promise[found - 1]:
                    continue
                at = min(found, len(out) - 1)
                while at > 0 and w[0].promise[at - 1] < gain:
                    w[0].promise[at], out[at] = w[0].promise[at - 1], out[at - 1]
                    at -= 1
                w[0].promise[at] = gain
                out[at] = placement(t, w[0].ways[k, 0], w[0].ways[k, 1], one, two)
                found = min(found + 1, len(out))
    return found


@kernel
def threat_weighed(n, w):
    """Return the half tile that would gain most on one of n pairs: its points and its colour."""
    highest, points, chosen = -1.0, np.int64(0), 0
    for k in range(n):
        for half in (2, 3):
            cell = w[0].ways[k, half]
            for colour in range(len(w[0].gains)):
                if w[0].worth[cell, colour] > highest:
                    highest = w[0].worth[cell, colour]
                    points, chosen = w[0].points[cell, colour], colour
    return points, chosen


@kernel
def answered_weighed(t, r, seat, me, own, n, now, w):
    """Return the lead of `me`, whose current value is `own`, after the best reply of `seat`.

    The mean over the hands that `seat` may hold: it plays the best kind that it holds.
    """
    unseen = w[0].unseen
    kinds = len(unseen)
    is_open = w[0].sees_hands == 1
    in_all, known = 0, 0
    for kind in range(kinds):
        copies = r.hand[seat, kind] if is_open else unseen[kind]
        if copies == 0 or r.lacks[seat] >> kind & 1:
            continue
        in_all += copies
        one, two = t[0].colours[kind, 0], t[0].colours[kind, 1]
        gain, _ = best_way(w, n, one, two)
        if one != two:
            gain = max(gain, best_way(w, n, two, one)[0])
        w[0].kind_gains[kind] = gain
        at = known
        while at > 0 and w[0].kind_gains[w[0].kind_order[at - 1]] < gain:
            w[0].kind_order[at] = w[0].kind_order[at - 1]
            at -= 1
        w[0].kind_order[at] = kind
        known += 1

    highest = -1e9  # of those who do not act now
    for other in range(r.seats):
        if other not in (me, seat):
            highest = max(highest, height(lacks(r, other, now), now))
    lacking = lacks(r, seat, now)
    held = r.held[seat]
    missing, value = 1.0, 0.0  # how likely none of the better kinds is held
    for k in range(known):
        kind = w[0].kind_order[k]
        copies = in_all if is_open else unseen[kind]
        before = missing
        for _ in range(copies):
            missing *= max(0, in_all - held) / in_all
            in_all -= 1
        then = max(highest, height(lacking - w[0].kind_gains[kind], now))
        value += (before - missing) * (own - then)
        if missing < SURE:
            break
    return value + missing * (own - max(highest, height(lacking, now)))
