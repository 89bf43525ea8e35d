"""Sample worlds consistent with what a seat sees, and play its candidates in them.

All candidates face the same worlds and, as far as they make the same draws, the same chance, so
differences between them reflect their value, not their luck.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.extending import overload

from spielwerk.rules.bits import lowest
from spielwerk.rules.dealing import deal_pool, take_seen
from spielwerk.rules.dispatch import (
    act,
    answered,
    best,
    kernels_of,
    odds,
    part,
    promising,
    ranks,
    weigh_up,
)
from spielwerk.rules.kernel import inlined, kernel, source
from spielwerk.rules.luck import seed_stream, weighted
from spielwerk.rules.state import NATURE, NATURES_TURN

WON = 4.0  # the value of a finished game beyond its evaluation
OWN = 16  # moves evaluated for the seat's own next turn
SEEN, WORLD, AFTER, TRIED, NEXT = range(5)  # indices of the states
STATES = 5


@kernel
def imagine(s, world, seed, me, w):
    """Write to s[WORLD] the `world`-th sampled world consistent with s[SEEN], as seen by `me`."""
    s[WORLD] = s[SEEN]
    if w[0].hides and w[0].imagines:
        seed_stream(w[0].stream, seed, np.uint64(2 * world))
        for kind in range(len(w[0].unseen)):
            w[0].unseen[kind] = w[0].totals[kind]
        deal_pool(s, WORLD, w[0].pool[me], w[0].unseen, w[0].stream)


@kernel
def count_unseen(s, i, seat, w):
    """Count the tiles of each kind that `seat` does not see in s[i]."""
    if w[0].hides:
        for kind in range(len(w[0].unseen)):
            w[0].unseen[kind] = w[0].totals[kind]
        take_seen(s, i, w[0].pool[seat], w[0].unseen)


@kernel
def let_nature_act(t, s, i, w):
    """Draw one of nature's outcomes in s[i]."""
    outcome = weighted(w[0].stream, w[0].weights, odds(t, s, i, w[0].weights))
    act(t, s, i, NATURE, outcome)


@inlined
def play_on(t, s, me, world, seed, w):
    """Play each candidate on in one world, with all seats choosing greedily.

    This continues for `plies` plies of all seats or (`own`) of the seat itself, at most to the end
    of that part of the match. s[SEEN] is what `me` sees. Adds each result to `values`.
    """
    imagine(s, world, seed, me, w)
    begun = part(t, s, WORLD)
    for k in range(w[0].found):
        seed_stream(w[0].stream, seed, np.uint64(2 * world + 1))
        s[AFTER] = s[WORLD]
        act(t, s, AFTER, me, w[0].actions[k])
        left = w[0].plies
        while s[AFTER].turn != 0 and left > 0 and part(t, s, AFTER) == begun:
            if s[AFTER].turn == NATURES_TURN:
                let_nature_act(t, s, AFTER, w)
                continue
            seat = lowest(np.uint64(s[AFTER].turn))
            act(t, s, AFTER, seat, best(t, s, AFTER, TRIED, seat, w))
            if seat == me or not w[0].own:
                left -= 1
        w[0].values[k] += margin(t, s, AFTER, me, w)


@inlined
def play_through(t, s, me, world, seed, w):
    """Play each candidate on in one world, with every seat considering the best reply.

    Stops before the turn of `me` that follows `turns` earlier turns of its own, and adds the value
    of the best move of that turn to `values`.
    """
    imagine(s, world, seed, me, w)
    for k in range(w[0].found):
        seed_stream(w[0].stream, seed, np.uint64(2 * world + 1))
        s[AFTER] = s[WORLD]
        act(t, s, AFTER, me, w[0].actions[k])
        left, last, value = w[0].turns, me, 0.0
        while s[AFTER].turn != 0:
            if s[AFTER].turn == NATURES_TURN:
                let_nature_act(t, s, AFTER, w)
                continue
            seat = lowest(np.uint64(s[AFTER].turn))
            if seat == last:  # an extra turn
                act(t, s, AFTER, seat, best(t, s, AFTER, TRIED, seat, w))
                continue
            last = seat
            chosen, value = best_answered(t, s, seat, OWN if seat == me else w[0].few, w)
            if seat == me:
                if left == 0:
                    break
                left -= 1
            act(t, s, AFTER, seat, chosen)
        w[0].values[k] += margin(t, s, AFTER, me, w) if s[AFTER].turn == 0 else value


@inlined
def best_answered(t, s, seat, few, w):
    """Return the best of the most promising actions of `seat` in s[AFTER], considering replies."""
    count_unseen(s, AFTER, seat, w)
    highest, chosen = -math.inf, np.int64(0)
    for k in range(promising(t, s, AFTER, seat, w, w[0].promising[:few])):
        value = after_answer(t, s, AFTER, NEXT, seat, w[0].promising[k], w)
        if value > highest:
            highest, chosen = value, w[0].promising[k]
    return chosen, highest


@kernel
def after_answer(t, s, i, spare, me, action, w):
    """Return the margin of `me` after an action in s[i] and the reply to it."""
    s[spare] = s[i]
    act(t, s, spare, me, action)
    while s[spare].turn == NATURES_TURN or s[spare].turn == 1 << me:
        if s[spare].turn == NATURES_TURN:
            let_nature_act(t, s, spare, w)
        else:
            act(t, s, spare, me, best(t, s, spare, TRIED, me, w))
    if s[spare].turn == 0:
        return margin(t, s, spare, me, w)
    return answered(t, s, spare, me, w)


@kernel
def margin(t, s, i, me, w):
    """Return by how much `me` leads the best of the others in s[i]."""
    seats = s[i].seats
    own = weigh_up(t, s, i, me, w[0].board)
    if seats == 1:
        return own
    others = -math.inf
    for seat in range(seats):
        if seat != me:
            others = max(others, weigh_up(t, s, i, seat, w[0].board))
    value = own - others
    if s[i].turn == 0:
        ranks(t, s, i, w[0].board)
        value += WON if w[0].board[me] == 1 else -WON
    return value


@inlined
def await_answers(t, s, me, seed, n, w):
    """Evaluate n candidates after the replies to them; return False if all are equal.

    Before the reply, nature acts as in one sampled world, and `me` continues greedily.
    """
    imagine(s, 0, seed, me, w)
    count_unseen(s, SEEN, me, w)
    lowest_value, highest_value = math.inf, -math.inf
    for k in range(n):
        seed_stream(w[0].stream, seed, np.uint64(1))
        value = after_answer(t, s, WORLD, AFTER, me, w[0].actions[k], w)
        w[0].sorted[k] = value
        lowest_value, highest_value = min(lowest_value, value), max(highest_value, value)
    if highest_value <= lowest_value:
        return False
    for k in range(n):
        w[0].values[k] = w[0].sorted[k]
    return True


# Games that cannot evaluate replies are played on instead; nothing more is compiled for them.


def weigh_answers(t: Any, s: Any, me: int, seed: Any, n: int, w: Any) -> bool:
    """Evaluate candidates after the replies to them, if the game supports it."""
    return bool(_answers(s.dtype, await_answers, no_answers)(t, s, me, seed, n, w))


@overload(weigh_answers, inline="always", strict=False)
def _weigh_answers(t: Any, s: Any, me: Any, seed: Any, n: Any, w: Any) -> Any:
    return source(_answers(s.dtype, await_answers, no_answers))


def look(t: Any, s: Any, me: int, world: int, seed: Any, w: Any) -> None:
    """Play candidates on in one world, or through (`through`) if replies can be evaluated."""
    _answers(s.dtype, play_on_or_through, play_on)(t, s, me, world, seed, w)


@overload(look, inline="always", strict=False)
def _look(t: Any, s: Any, me: Any, world: Any, seed: Any, w: Any) -> Any:
    return source(_answers(s.dtype, play_on_or_through, play_on))


@inlined
def play_on_or_through(t, s, me, world, seed, w):
    if w[0].through:
        play_through(t, s, me, world, seed, w)
    else:
        play_on(t, s, me, world, seed, w)


def _answers(key: Any, can: Any, can_not: Any) -> Any:
    return can if kernels_of(key).answered else can_not


@kernel
def no_answers(t, s, me, seed, n, w):
    return False
