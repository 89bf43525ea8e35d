"""Looking further than one ply: candidates played on, greedily, in imagined worlds.

All candidates meet the same worlds and, as far as they ask the same of it, the same chance: what
differs between them is what they are worth, not their luck.
"""

from __future__ import annotations

import math

import numpy as np

from spielwerk.bots.foresight import answered, best, part, promising
from spielwerk.bots.judging import weigh_up
from spielwerk.rules.bits import lowest
from spielwerk.rules.dealing import deal_pool, take_seen
from spielwerk.rules.dispatch import act, odds, ranks
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.luck import seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

WON = 4.0  # what a game that is over is worth beyond how it is judged
SEEN, WORLD, AFTER, TRIED, NEXT = range(5)  # the states to work in


@kernel
def imagine(s, world, seed, pools, me, unseen, stream):
    """Write to s[WORLD] the `world`-th of the worlds that `me`, who sees s[SEEN], may be in."""
    s[WORLD] = s[SEEN]
    if len(unseen) > 0 and pools[2]:
        seed_stream(stream, seed, np.uint64(2 * world))
        for kind in range(len(unseen)):
            unseen[kind] = pools[1][kind]
        deal_pool(s, WORLD, pools[0][me], unseen, stream)


@long_kernel
def play_on(t, s, me, candidates, world, seed, pools, plies, own, room, desk, sums):
    """Play each candidate on in one world, for so many plies, or (`own`) so many of one's own.

    No further than to the end of that part of the match.

    s[SEEN] is what `me` sees. Adds what came of each to `sums`.
    """
    weights, unseen, board, stream = room
    imagine(s, world, seed, pools, me, unseen, stream)
    for k in range(len(candidates)):
        seed_stream(stream, seed, np.uint64(2 * world + 1))
        s[AFTER] = s[WORLD]
        act(t, s, AFTER, me, candidates[k])
        left, begun = plies, part(t, s, WORLD)
        while s[AFTER].turn != 0 and left > 0 and part(t, s, AFTER) == begun:
            if s[AFTER].turn == NATURES_TURN:
                act(t, s, AFTER, NATURE, weighted(stream, weights, odds(t, s, AFTER, weights)))
                continue
            seat = lowest(np.uint64(s[AFTER].turn))
            act(t, s, AFTER, seat, best(t, s, AFTER, TRIED, seat, board, desk))
            if seat == me or not own:
                left -= 1
        sums[k] += margin(t, s, AFTER, me, board)


@long_kernel
def play_through(t, s, me, candidates, world, seed, pools, turns, room, few, desk, sums):
    """Play each candidate on in one world, every seat choosing with an eye on how it is answered.

    Ends before the turn of `me` that comes after so many others, and adds to `sums` what the best
    of that turn would come to.
    """
    weights, unseen, board, stream = room
    imagine(s, world, seed, pools, me, unseen, stream)
    for k in range(len(candidates)):
        seed_stream(stream, seed, np.uint64(2 * world + 1))
        s[AFTER] = s[WORLD]
        act(t, s, AFTER, me, candidates[k])
        left, last, value = turns, me, 0.0
        while s[AFTER].turn != 0:
            if s[AFTER].turn == NATURES_TURN:
                act(t, s, AFTER, NATURE, weighted(stream, weights, odds(t, s, AFTER, weights)))
                continue
            seat = lowest(np.uint64(s[AFTER].turn))
            if seat == last:  # an extra turn
                act(t, s, AFTER, seat, best(t, s, AFTER, TRIED, seat, board, desk))
                continue
            last = seat
            chosen, value = best_answered(
                t, s, seat, pools, room, few[0 if seat == me else 1], desk
            )
            if seat == me:
                if left == 0:
                    break
                left -= 1
            act(t, s, AFTER, seat, chosen)
        sums[k] += margin(t, s, AFTER, me, board) if s[AFTER].turn == 0 else value


@kernel
def best_answered(t, s, seat, pools, room, few, desk):
    """Of the few most promising actions of `seat` in s[AFTER] the best once it is answered."""
    count_unseen(s, AFTER, pools, seat, room[1])
    highest, chosen = -math.inf, np.int64(0)
    for k in range(promising(t, s, AFTER, seat, few, desk)):
        value = after_answer(t, s, AFTER, NEXT, seat, few[k], room, desk)
        if value > highest:
            highest, chosen = value, few[k]
    return chosen, highest


@kernel
def count_unseen(s, i, pools, seat, unseen):
    """Write how many tiles of each kind `seat` does not see in s[i]."""
    for kind in range(len(unseen)):
        unseen[kind] = pools[1][kind]
    take_seen(s, i, pools[0][seat], unseen)


@kernel
def after_answer(t, s, i, spare, me, action, room, desk):
    """How far `me` is ahead after an action in s[i] once it is answered."""
    weights, unseen, board, stream = room
    s[spare] = s[i]
    act(t, s, spare, me, action)
    while s[spare].turn == NATURES_TURN or s[spare].turn == 1 << me:
        if s[spare].turn == NATURES_TURN:
            act(t, s, spare, NATURE, weighted(stream, weights, odds(t, s, spare, weights)))
        else:
            act(t, s, spare, me, best(t, s, spare, TRIED, me, board, desk))
    if s[spare].turn == 0:
        return margin(t, s, spare, me, board)
    return answered(t, s, spare, me, unseen, board, desk)


@long_kernel
def await_answers(t, s, me, candidates, seed, pools, room, desk, out):
    """What each candidate leads to once the next seat has answered it, whatever that one holds.

    Until then nature acts as it does in one imagined world, and `me` goes on as seems best.
    """
    _, unseen, _, stream = room
    imagine(s, 0, seed, pools, me, unseen, stream)
    count_unseen(s, SEEN, pools, me, unseen)
    for k in range(len(candidates)):
        seed_stream(stream, seed, np.uint64(1))
        out[k] = after_answer(t, s, WORLD, AFTER, me, candidates[k], room, desk)


@kernel
def margin(t, s, i, me, board):
    """How far `me` is ahead of the best of the others in s[i]."""
    seats = s[i].seats
    own = weigh_up(t, s, i, me, board)
    if seats == 1:
        return own
    others = -math.inf
    for seat in range(seats):
        if seat != me:
            others = max(others, weigh_up(t, s, i, seat, board))
    value = own - others
    if s[i].turn == 0:
        ranks(t, s, i, board)
        value += WON if board[me] == 1 else -WON
    return value
