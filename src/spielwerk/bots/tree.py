"""The tree of information-set Monte Carlo tree search, for any game.

Each iteration imagines what the seat can't see, walks down one tree that all imagined worlds
share, by UCB among the moves that are legal in this one, adds a node, and plays on at random to
the end. Nature's plies are drawn, and have no nodes. (Cowling, Powley, Whitehouse 2012, SO-ISMCTS.)
"""

from __future__ import annotations

import math

import numpy as np

from spielwerk.bots.judging import judge
from spielwerk.rules.bits import lowest
from spielwerk.rules.dealing import deal_pool
from spielwerk.rules.dispatch import act, legal, odds, ranks
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.loops import MOST, random_plies
from spielwerk.rules.luck import below, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

CURIOSITY = 0.7
DEEPEST = 256  # nodes on a path

# A tree's columns
COLUMNS = 6
ACTION, SEAT, VISITS, CHANCES, CHILD, SIBLING = range(
    COLUMNS
)  # CHANCES: how often it could be chosen


@long_kernel
def iterate(t, s, seat, pool, number, tree, sums, size, range_, marks, actions, room, log, stream):
    """Make so many iterations from s[0]; s[1] is room to play in. Returns the tree's new size."""
    weights, unseen, places, path = room
    for _ in range(number):
        s[1] = s[0]
        if len(pool[0]) > 0:
            for kind in range(len(unseen)):
                unseen[kind] = pool[1][kind]
            deal_pool(s, 1, pool[0], unseen, stream)
        node, depth = 0, 0
        path[0] = 0
        acting = seat
        while s[1].turn != 0 and depth + 1 < DEEPEST:
            if s[1].turn == NATURES_TURN:
                act(t, s, 1, NATURE, weighted(stream, weights, odds(t, s, 1, weights)))
                continue
            if depth > 0:
                acting = lowest(np.uint64(s[1].turn))
            n = legal(t, s, 1, acting, actions)
            chosen, is_new = choose(tree, sums, node, actions, n, marks, range_, stream)
            if is_new:
                if size == len(tree):
                    break
                add(tree, sums, size, node, chosen, acting)
                node = size
                size += 1
            else:
                node = chosen
            depth += 1
            path[depth] = node
            act(t, s, 1, acting, tree[node, ACTION])
            if is_new:
                break
        random_plies(t, s, 1, stream, weights, MOST, log)
        learn(t, s, tree, sums, path, depth, range_, places)
    return size


@kernel
def choose(tree, sums, node, actions, n, marks, range_, stream):
    """An untried action of those legal here (True), or else the child that looks best (False)."""
    child = tree[node, CHILD]
    while child >= 0:
        marks[tree[child, ACTION]] = child
        child = tree[child, SIBLING]
    untried, new = 0, -1
    best, best_child = -math.inf, -1
    for k in range(n):
        child = marks[actions[k]]
        if child < 0:
            untried += 1
            if below(stream, untried) == 0:
                new = actions[k]
            continue
        tree[child, CHANCES] += 1
        worth = bound(tree, sums, child, range_)
        if worth > best:
            best, best_child = worth, child
    child = tree[node, CHILD]
    while child >= 0:
        marks[tree[child, ACTION]] = -1
        child = tree[child, SIBLING]
    return (new, True) if untried > 0 else (best_child, False)


@kernel
def bound(tree, sums, child, range_):
    """How good a child may be, as far as is known (UCB), on a scale from 0 to 1."""
    visits = tree[child, VISITS]
    spread = max(range_[1] - range_[0], 1e-9)
    mean = (sums[child] / visits - range_[0]) / spread
    return mean + CURIOSITY * math.sqrt(math.log(tree[child, CHANCES]) / visits)


@kernel
def add(tree, sums, node, parent, action, seat):
    tree[node, ACTION], tree[node, SEAT] = action, seat
    tree[node, VISITS], tree[node, CHANCES] = 0, 1
    tree[node, CHILD], tree[node, SIBLING] = -1, tree[parent, CHILD]
    tree[parent, CHILD] = node
    sums[node] = 0.0


@kernel
def learn(t, s, tree, sums, path, depth, range_, places):
    """Tell every node on the path what came of it for the seat that chose it."""
    seats = s[1].seats
    if seats > 1:
        ranks(t, s, 1, places)
    for k in range(1, depth + 1):
        node = path[k]
        if seats == 1:
            reward = judge(t, s, 1, 0, places)
        else:
            reward = reward_of(places, seats, tree[node, SEAT])
        range_[0], range_[1] = min(range_[0], reward), max(range_[1], reward)
        tree[node, VISITS] += 1
        sums[node] += reward


@kernel
def reward_of(places, seats, seat):
    """1 for a win alone, 0 for the last place, ties in between."""
    beaten = 0.0
    for other in range(seats):
        if places[other] > places[seat]:
            beaten += 1.0
        elif places[other] == places[seat] and other != seat:
            beaten += 0.5
    return beaten / (seats - 1)
