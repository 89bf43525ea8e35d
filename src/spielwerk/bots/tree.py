"""The tree of information-set Monte Carlo tree search, for any game.

Each iteration samples what the seat cannot see, descends a single tree shared by all sampled
worlds, by UCB among the moves that are legal in this one, adds a node, and plays randomly to the
end. Nature's plies are drawn, and have no nodes. (Cowling, Powley, Whitehouse 2012, SO-ISMCTS.)
"""

from __future__ import annotations

import math

import numpy as np

from spielwerk.bots.sorting import sort_best_first
from spielwerk.rules.bits import lowest
from spielwerk.rules.dealing import deal_pool
from spielwerk.rules.dispatch import act, judge, legal, odds, ranks
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.logarithm import ln
from spielwerk.rules.loops import MOST, random_plies
from spielwerk.rules.luck import below, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

CURIOSITY = 0.7
DEEPEST = 256  # nodes on a path
SEEN, PLAYED = range(2)  # indices of the states

# A tree's columns
COLUMNS = 6
ACTION, SEAT, VISITS, CHANCES, CHILD, SIBLING = range(
    COLUMNS
)  # CHANCES: how often it could be chosen


@long_kernel
def plant(tree, luck, w):
    """Start a tree with only its root. `luck` is the seed word for random numbers."""
    w[0].stream[0] = luck
    tree[0] = -1
    w[0].grown, w[0].nodes = 1, 0
    w[0].lowest, w[0].highest = math.inf, -math.inf


@long_kernel
def grow(t, s, me, number, tree, sums, log, w):
    """Run that many iterations from s[SEEN], as seen by `me`."""
    for _ in range(number):
        s[PLAYED] = s[SEEN]
        if w[0].hides:
            for kind in range(len(w[0].unseen)):
                w[0].unseen[kind] = w[0].totals[kind]
            deal_pool(s, PLAYED, w[0].pool[me], w[0].unseen, w[0].stream)
        node, depth = 0, 0
        w[0].path[0] = 0
        acting = me
        while s[PLAYED].turn != 0 and depth + 1 < DEEPEST:
            if s[PLAYED].turn == NATURES_TURN:
                outcome = weighted(w[0].stream, w[0].weights, odds(t, s, PLAYED, w[0].weights))
                act(t, s, PLAYED, NATURE, outcome)
                continue
            if depth > 0:
                acting = lowest(np.uint64(s[PLAYED].turn))
            n = legal(t, s, PLAYED, acting, w[0].listed)
            chosen, is_new = choose(tree, sums, node, n, w)
            if is_new:
                if w[0].grown == len(tree):
                    break
                add(tree, sums, w[0].grown, node, chosen, acting)
                node = w[0].grown
                w[0].grown += 1
            else:
                node = chosen
            depth += 1
            w[0].path[depth] = node
            act(t, s, PLAYED, acting, tree[node, ACTION])
            if is_new:
                break
        random_plies(t, s, PLAYED, w[0].stream, w[0].weights, MOST, log)
        learn(t, s, tree, sums, depth, w)
    w[0].nodes += number


@kernel
def choose(tree, sums, node, n, w):
    """Return an untried legal action (True), or else the child with the highest UCB (False)."""
    child = tree[node, CHILD]
    while child >= 0:
        w[0].marks[tree[child, ACTION]] = child
        child = tree[child, SIBLING]
    untried, new = 0, -1
    best, best_child = -math.inf, -1
    for k in range(n):
        child = w[0].marks[w[0].listed[k]]
        if child < 0:
            untried += 1
            if below(w[0].stream, untried) == 0:
                new = w[0].listed[k]
            continue
        tree[child, CHANCES] += 1
        worth = bound(tree, sums, child, w)
        if worth > best:
            best, best_child = worth, child
    child = tree[node, CHILD]
    while child >= 0:
        w[0].marks[tree[child, ACTION]] = -1
        child = tree[child, SIBLING]
    return (new, True) if untried > 0 else (best_child, False)


@kernel
def bound(tree, sums, child, w):
    """Return the upper confidence bound of a child's value (UCB), on a scale from 0 to 1."""
    visits = tree[child, VISITS]
    spread = max(w[0].highest - w[0].lowest, 1e-9)
    mean = (sums[child] / visits - w[0].lowest) / spread
    return mean + CURIOSITY * math.sqrt(ln(tree[child, CHANCES]) / visits)


@kernel
def add(tree, sums, node, parent, action, seat):
    tree[node, ACTION], tree[node, SEAT] = action, seat
    tree[node, VISITS], tree[node, CHANCES] = 0, 1
    tree[node, CHILD], tree[node, SIBLING] = -1, tree[parent, CHILD]
    tree[parent, CHILD] = node
    sums[node] = 0.0


@kernel
def learn(t, s, tree, sums, depth, w):
    """Update every node on the path with the result for the seat that chose it."""
    seats = s[PLAYED].seats
    if seats > 1:
        ranks(t, s, PLAYED, w[0].board)
    for k in range(1, depth + 1):
        node = w[0].path[k]
        if seats == 1:
            reward = judge(t, s, PLAYED, 0, w[0].board)
        else:
            reward = reward_of(w[0].board, seats, tree[node, SEAT])
        w[0].lowest, w[0].highest = min(w[0].lowest, reward), max(w[0].highest, reward)
        tree[node, VISITS] += 1
        sums[node] += reward


@kernel
def reward_of(places, seats, seat):
    """Return 1 for sole first place, 0 for last place, and values in between for ties."""
    beaten = 0.0
    for other in range(seats):
        if places[other] > places[seat]:
            beaten += 1.0
        elif places[other] == places[seat] and other != seat:
            beaten += 0.5
    return beaten / (seats - 1)


@long_kernel
def harvest(tree, sums, w):
    """Leave the root's children as candidates, sorted by visits, then by value."""
    n = 0
    child = tree[0, CHILD]
    while child >= 0:
        w[0].actions[n] = tree[child, ACTION]
        w[0].marks[tree[child, ACTION]] = child
        n += 1
        child = tree[child, SIBLING]
    for by in range(3):  # what counts least is sorted by first
        for k in range(n):
            child = w[0].marks[w[0].actions[k]]
            mean = sums[child] / max(tree[child, VISITS], 1)
            w[0].values[k] = -w[0].actions[k] if by == 0 else mean
            if by == 2:
                w[0].values[k] = tree[child, VISITS]
        sort_best_first(w, n)
    for k in range(n):
        child = w[0].marks[w[0].actions[k]]
        w[0].marks[w[0].actions[k]] = -1
        w[0].visits[k] = tree[child, VISITS]
        w[0].values[k] = sums[child] / max(tree[child, VISITS], 1)
    w[0].found = n


@long_kernel
def by_tree(t, s, me, luck, nodes, tree, sums, log, w):
    """Make the whole decision with a given number of nodes."""
    plant(tree, luck, w)
    grow(t, s, me, nodes, tree, sums, log, w)
    harvest(tree, sums, w)
