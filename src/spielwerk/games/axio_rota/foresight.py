"""AXIO rota's lookahead for bots: a tile's value is the sum of its corners' values in place."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.judge import LACK, height, lacks
from spielwerk.dominoes.tracks import moved
from spielwerk.games.axio_rota.judge import stage_of
from spielwerk.games.axio_rota.layout import (
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
)
from spielwerk.games.axio_rota.placements import has_empty, placement
from spielwerk.games.axio_rota.rules import circle_points, in_circle
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel

OTHERS = CORNERS - 1  # other quarters in a corner's circle


SCRATCH = {
    "gains": ("f8", (COLOURS, OTHERS + 1)),  # by colour and points: how much less is lacking
    "cells": ("i8", (MOST_BESIDE,)),  # the free cells beside tiles
    # By cell, corner, and colour (or best name): the gain there
    "worth": ("f8", (MOST_BESIDE, CORNERS, EMPTY + 1)),
    "named": ("i8", (MOST_BESIDE, CORNERS)),  # the best colour to name there, or NOT_NAMED
}


@kernel
def weigh(r, seat, now, w):
    """Evaluate each colour at each corner of each free cell; return the number of cells."""
    for colour in range(COLOURS):
        track = r.tracks[seat, colour]
        for points in range(OTHERS + 1):
            w[0].gains[colour, points] = LACK[now, track] - LACK[now, moved(track, points, GOAL)]
    n = 0
    for row in range(ROWS):
        left = r.beside[row]
        while left != NONE:
            w[0].cells[n] = row * WIDTH + lowest(left)
            left &= left - ONE
            weigh_cell(r, n, w)
            n += 1
    return n


@kernel
def weigh_cell(r, n, w):
    """Evaluate each colour at each corner of the n-th free cell."""
    cell = w[0].cells[n]
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
            gain = w[0].gains[colour, points]
            w[0].worth[n, corner, colour] = gain
            if name != NOT_NAMED and gain > highest:
                highest, name = gain, colour
        w[0].worth[n, corner, EMPTY] = highest
        w[0].named[n, corner] = name


@kernel
def best_way(t, kind, n, w):
    """Return the best of n cells and four rotations for a tile of this kind, and its gain."""
    a, b = t[0].corners[kind, 0], t[0].corners[kind, 1]
    c, d = t[0].corners[kind, 2], t[0].corners[kind, 3]
    highest, cell, turns = -1.0, 0, 0
    for k in range(n):
        for turned in range(CORNERS):
            gain = w[0].worth[k, turned, a] + w[0].worth[k, (1 + turned) & 3, b]
            gain += w[0].worth[k, (2 + turned) & 3, c] + w[0].worth[k, (3 + turned) & 3, d]
            if gain > highest:
                highest, cell, turns = gain, k, turned
    return highest, cell, turns


@kernel
def best(t, s, i, spare, seat, w):
    r = s[i]
    n = weigh(r, seat, stage_of(r), w)
    _, k, turns = best_way(t, r.hand[seat], n, w)
    named = w[0].named[k, turns] if has_empty(t, r, seat) else NOT_NAMED
    cell = w[0].cells[k]
    return placement(cell // WIDTH, cell % WIDTH, turns, named)


@kernel
def promising(t, s, i, seat, w, out):
    r = s[i]
    n = weigh(r, seat, stage_of(r), w)
    kind = r.hand[seat]
    found = 0
    for k in range(n):
        for turned in range(CORNERS):
            gain = 0.0
            for corner in range(CORNERS):
                gain += w[0].worth[k, (corner + turned) & 3, t[0].corners[kind, corner]]
            if found == len(out) and gain <= w[0].promise[found - 1]:
                continue
            at = min(found, len(out) - 1)
            while at > 0 and w[0].promise[at - 1] < gain:
                w[0].promise[at], out[at] = w[0].promise[at - 1], out[at - 1]
                at -= 1
            cell = w[0].cells[k]
            named = w[0].named[k, turned] if has_empty(t, r, seat) else NOT_NAMED
            w[0].promise[at] = gain
            out[at] = placement(cell // WIDTH, cell % WIDTH, turned, named)
            found = min(found + 1, len(out))
    return found


@kernel
def answered(t, s, i, me, w):
    r = s[i]
    seat = lowest(np.uint64(r.turn))
    now = stage_of(r)
    n = weigh(r, seat, now, w)
    own, lacking = height(lacks(r, me, now), now), lacks(r, seat, now)
    highest = -1e9  # of those who do not act now
    for other in range(r.seats):
        if other not in (me, seat):
            highest = max(highest, height(lacks(r, other, now), now))
    value, in_all = 0.0, 0
    for kind in range(KINDS):
        if w[0].unseen[kind] > 0:
            gain, _, _ = best_way(t, kind, n, w)
            then = max(highest, height(lacking - gain, now))
            value += w[0].unseen[kind] * (own - then)
            in_all += w[0].unseen[kind]
    return value / in_all


@kernel
def threat(t, s, i, seat, w):
    """Return the points and the colour of the corner with the largest gain."""
    r = s[i]
    n = weigh(r, seat, stage_of(r), w)
    highest, where, at, chosen = -1.0, 0, 0, 0
    for k in range(n):
        for corner in range(CORNERS):
            for colour in range(COLOURS):
                if w[0].worth[k, corner, colour] > highest:
                    highest, where = w[0].worth[k, corner, colour], w[0].cells[k]
                    at, chosen = corner, colour
    return circle_points(r, where, at, chosen), chosen
