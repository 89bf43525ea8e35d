"""Kernels that a match calls for each ply: one compiled call per question.

Python calls these rather than a game's own kernels one by one: a call from Python costs more than
most kernels themselves, and a reader who follows a move through the code needs one file, not six.
"""

from __future__ import annotations

from spielwerk.rules.dispatch import (
    act,
    allows,
    count,
    due,
    find,
    move,
    odds,
    outcome,
    scores,
    shown,
    told,
)
from spielwerk.rules.kernel import kernel, long_kernel
from spielwerk.rules.state import NATURE

REFUSED = -1


@kernel
def choose(t, s, i, seat, numbers):
    """Return the action for a move's numbers, and the number of legal actions; or REFUSED."""
    action = find(t, s, i, seat, numbers)
    if action < 0 or not allows(t, s, i, seat, action):
        return REFUSED, 0
    return action, count(t, s, i, seat)


@kernel
def spell(t, s, i, seat, action, out):
    """Write an action's numbers, legal or not; return the number of legal actions, or REFUSED.

    The action must be within the game's range, because kernels index tables with it.
    """
    move(t, s, i, seat, action, out)
    return count(t, s, i, seat) if allows(t, s, i, seat, action) else REFUSED


@kernel
def weigh(t, s, i, out):
    """Write the weights of nature's outcomes; return the number of outcomes."""
    return odds(t, s, i, out)


@kernel
def apply(t, s, i, seat, action, out):
    """Apply a legal action, including nature's; return how many facts it reveals.

    Each is written as a row: its topic, whose it is, and a number (`rules/reveals.py`).
    """
    known = 0
    if seat == NATURE:
        number = told(t, s, i, action)
        if number >= 0:
            due(t, s, i, out[0])
            out[0, 2] = number
            known = 1
    else:
        known = shown(t, s, i, seat, action, out)
    act(t, s, i, seat, action)
    return known


@kernel
def recall(t, s, i, number):
    """Return the outcome for a recorded number, and whether that outcome reveals it immediately.

    If not, further outcomes follow before anything is revealed.
    """
    action = outcome(t, s, i, number)
    return action, told(t, s, i, action) >= 0


@kernel
def scoreboards(t, s, i, out):
    """Write one row per seat; return the length of a scoreboard."""
    n = 0
    for seat in range(len(out)):
        n = scores(t, s, i, seat, out[seat])
    return n


@kernel
def write_moves(t, s, i, seat, actions, out):
    """Write the numbers of each of a seat's actions, one row each."""
    for k in range(len(actions)):
        move(t, s, i, seat, actions[k], out[k])


@long_kernel
def scores_after(t, s, seat, actions, out):
    """Write the scoreboard of `seat` after each of its actions in s[0], applying them in s[1]."""
    for k in range(len(actions)):
        s[1] = s[0]
        act(t, s, 1, seat, actions[k])
        scores(t, s, 1, seat, out[k])
