"""A bot's whole decision as kernels: find candidates, then examine them in sampled worlds.

Decisions are left in the workspace `w`: `found` candidates, best first. s[SEEN] is what the seat
`me` sees.
"""

from __future__ import annotations

import numpy as np

from spielwerk.bots.sorting import sort_best_first
from spielwerk.bots.worlds import AFTER, SEEN, look, weigh_answers
from spielwerk.rules.dispatch import act, glance, judge, legal
from spielwerk.rules.kernel import inlined, kernel, long_kernel
from spielwerk.rules.luck import below, seed_stream

NOTICED, ONE_IN = 3, 4  # a lehrling notices three moves, or one in four if that is more
WEIGHED = 800  # moves whose replies are evaluated, most promising first
NARROW = 8  # the moves that a meister plays through
FIRST = 4  # the weight, in worlds, of the evaluation of replies before any world is played
WIDE = 48  # a grossmeister's initial candidates; each round eliminates half of them
TO_THE_END = 1 << 20  # plies
ENDLESS = 1 << 40  # nodes, or looks


# One ply


@long_kernel
def by_chance(t, s, me, luck, w):
    """Choose a uniformly random legal action of `me`, who sees s[SEEN].

    `luck` is the seed word for random numbers.
    """
    w[0].stream[0] = luck
    n = legal(t, s, SEEN, me, w[0].actions)
    w[0].actions[0] = w[0].actions[below(w[0].stream, n)]
    w[0].values[0], w[0].visits[0] = 0.0, 1
    w[0].found, w[0].nodes = 1, 0


@long_kernel
def by_points(t, s, me, luck, w):
    """Choose by a beginner's evaluation, among the few actions that it notices."""
    w[0].stream[0] = luck
    n = legal(t, s, SEEN, me, w[0].actions)
    noticed = max(min(NOTICED, n), n // ONE_IN)
    for k in range(noticed):
        other = k + below(w[0].stream, n - k)
        w[0].actions[k], w[0].actions[other] = w[0].actions[other], w[0].actions[k]
    for k in range(noticed):
        s[AFTER] = s[SEEN]
        act(t, s, AFTER, me, w[0].actions[k])
        w[0].values[k] = glance(t, s, AFTER, me, w[0].board)
    put_best_first(w, noticed)


@long_kernel
def by_standing(t, s, me, luck, w):
    """Choose the action with the best evaluation after it, without further lookahead."""
    w[0].stream[0] = luck
    n = legal(t, s, SEEN, me, w[0].actions)
    for k in range(n):
        s[AFTER] = s[SEEN]
        act(t, s, AFTER, me, w[0].actions[k])
        w[0].values[k] = judge(t, s, AFTER, me, w[0].board)
    put_best_first(w, n)


@kernel
def put_best_first(w, n):
    """Sort candidates by value; pick the first at random among the equally good."""
    sort_best_first(w, n)
    equal = 1
    while equal < n and w[0].values[equal] == w[0].values[0]:
        equal += 1
    first = below(w[0].stream, equal)
    w[0].actions[0], w[0].actions[first] = w[0].actions[first], w[0].actions[0]
    for k in range(n):
        w[0].visits[k] = 1
    w[0].found = w[0].nodes = n


# Search


@long_kernel
def think(t, s, me, seed, looks, w):
    """Start a master's decision unless it has started, and continue it for at most `looks` looks.

    It is finished when no `rounds` are left. In a round all remaining candidates are played in one
    world after another. A meister has one round; after each round of a grossmeister the worse half
    of the candidates is settled (sequential halving). A caller that measures time rather than
    nodes (`budget` 0) ends rounds with `end_round`.

    A master's entire decision is in this one kernel: each function that Python can call is
    compiled separately together with everything it calls, which dominates a cold start.
    """
    if not w[0].begun:
        begin(t, s, me, seed, w)
    while looks > 0 and w[0].rounds > 0:
        look(t, s, me, w[0].world, seed, w)
        w[0].world += 1
        w[0].nodes += w[0].found
        looks -= 1
        w[0].share -= w[0].found
        if w[0].share <= 0:
            end_round(w)


@inlined
def begin(t, s, me, seed, w):
    """Find the candidates, and set how long and how deep to search."""
    answers = choose_candidates(t, s, me, seed, w)
    w[0].begun = True
    w[0].world = w[0].nodes = w[0].before = 0
    if w[0].halves:
        w[0].through = w[0].weighs
        w[0].before = FIRST if answers else 0
        w[0].turns = TO_THE_END if legal(t, s, SEEN, me, w[0].listed) < w[0].late else 0
        w[0].rounds = halvings(w[0].found)
        w[0].part = ENDLESS
        if w[0].budget > 0:
            w[0].part = max(1, w[0].budget // max(1, w[0].rounds))
    else:
        w[0].through = answers
        w[0].turns = 0
        worlds = w[0].worlds
        if answers:  # the more others, the larger is the board as well
            worlds = w[0].deep // ((s[SEEN].seats - 1) * (s[SEEN].seats - 1))
            if worlds > 0:
                w[0].found = min(w[0].found, NARROW)
        elif w[0].found == 1:
            worlds = 1
        w[0].rounds = min(1, worlds)
        w[0].part = worlds * w[0].found
    w[0].first = w[0].found
    w[0].share = w[0].part
    if w[0].rounds > 0 or w[0].halves:
        for k in range(w[0].found):
            w[0].values[k] = w[0].before * w[0].values[k] if w[0].before > 0 else 0.0
    if w[0].rounds == 0:
        if w[0].halves:
            settle(w, 0, w[0].found)
        else:
            w[0].nodes = w[0].found


@inlined
def choose_candidates(t, s, me, seed, w):
    """Keep the most promising actions; return whether their `values` account for replies."""
    seed_stream(w[0].stream, seed, np.uint64(0))
    by_standing(t, s, me, w[0].stream[0], w)
    n = min(w[0].found, WEIGHED)
    answers = False
    if w[0].weighs:
        answers = weigh_answers(t, s, me, seed, n, w)
    if answers:
        sort_best_first(w, n)
    w[0].found = min(n, WIDE if w[0].halves else w[0].most)
    return answers


@long_kernel
def end_round(w):
    """Settle the worse half of the remaining candidates, or, after the last round, all."""
    n = w[0].found
    keep = (n + 1) // 2 if w[0].halves else 0
    sort_best_first(w, n)
    settle(w, keep, n)
    w[0].found = keep
    w[0].share = w[0].part
    w[0].rounds -= 1
    if w[0].rounds == 0:
        settle(w, 0, keep)
        w[0].found = w[0].first


@kernel
def settle(w, first, end):
    """Convert sums over worlds to means."""
    for k in range(first, end):
        w[0].values[k] /= max(1, w[0].before + w[0].world)
        w[0].visits[k] = w[0].world


@kernel
def halvings(candidates):
    """Return how many halvings reduce the candidates to one."""
    n = 0
    while candidates > 1:
        candidates = (candidates + 1) // 2
        n += 1
    return n
