"""Looking further than one ply: candidates played on, greedily, in imagined worlds.

All candidates meet the same worlds and, as far as they ask the same of it, the same chance: what
differs between them is what they are worth, not their luck.
"""

from __future__ import annotations

import math

import numpy as np

from spielwerk.bots.judging import judge
from spielwerk.rules.bits import lowest
from spielwerk.rules.dealing import deal_pool
from spielwerk.rules.dispatch import act, legal, odds, ranks
from spielwerk.rules.kernel import kernel
from spielwerk.rules.luck import seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

WON = 4.0  # what a game that is over is worth beyond how it is judged
SEEN, WORLD, AFTER, TRIED = range(4)  # the states to work in


@kernel
def play_on(t, s, me, candidates, world, seed, pool, plies, own, room, sums):
    """Play each candidate on in one world, for so many plies, or (`own`) so many of one's own.

    s[SEEN] is what `me` sees. Adds what came of each to `sums`.
    """
    weights, unseen, board, actions, stream = room
    seed_stream(stream, seed, np.uint64(2 * world))
    s[WORLD] = s[SEEN]
    if len(pool[0]) > 0:
        for kind in range(len(unseen)):
            unseen[kind] = pool[1][kind]
        deal_pool(s, WORLD, pool[0], unseen, stream)
    for k in range(len(candidates)):
        seed_stream(stream, seed, np.uint64(2 * world + 1))
        s[AFTER] = s[WORLD]
        act(t, s, AFTER, me, candidates[k])
        left = plies
        while s[AFTER].turn != 0 and left > 0:
            if s[AFTER].turn == NATURES_TURN:
                act(t, s, AFTER, NATURE, weighted(stream, weights, odds(t, s, AFTER, weights)))
                continue
            seat = lowest(np.uint64(s[AFTER].turn))
            act(t, s, AFTER, seat, greedy(t, s, seat, actions, board))
            if seat == me or not own:
                left -= 1
        sums[k] += margin(t, s, me, board)


@kernel
def greedy(t, s, seat, actions, board):
    """The action of s[AFTER] after which `seat` stands best."""
    n = legal(t, s, AFTER, seat, actions)
    best, chosen = -math.inf, actions[0]
    if n == 1:
        return chosen
    for k in range(n):
        s[TRIED] = s[AFTER]
        act(t, s, TRIED, seat, actions[k])
        value = judge(t, s, TRIED, seat, board)
        if value > best:
            best, chosen = value, actions[k]
    return chosen


@kernel
def margin(t, s, me, board):
    """How far `me` is ahead of the best of the others in s[AFTER]."""
    seats = s[AFTER].seats
    own = judge(t, s, AFTER, me, board)
    if seats == 1:
        return own
    others = -math.inf
    for seat in range(seats):
        if seat != me:
            others = max(others, judge(t, s, AFTER, seat, board))
    value = own - others
    if s[AFTER].turn == 0:
        ranks(t, s, AFTER, board)
        value += WON if board[me] == 1 else -WON
    return value
