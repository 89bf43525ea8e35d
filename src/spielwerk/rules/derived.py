"""Default kernels: derived from a game's other kernels, or doing nothing."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from spielwerk.rules.dispatch import (
    Kernels,
    act,
    allows,
    count,
    legal,
    nth,
    scores,
    weigh_up,
)
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import NOTHING
from spielwerk.rules.state import NATURE, Layout

ONE = np.uint64(1)
MOST_SEATS = NATURE  # seats are numbered below nature
NOT_ALLOWED = 1  # the only refusal of a game that declares none


def completed(kernels: Kernels, layout: Layout, *, lower_is_better: bool) -> Kernels:
    """Return a game's kernels with defaults in place of those it omits."""
    by_points = fewer_points if lower_is_better else points
    derived = {
        "move": action_alone,
        "find": form_alone,
        "why_not": not_allowed,
        "lines": nothing_written,
        "disclose": nothing_disclosed,
        "due": only_topic,
        "told": the_same,
        "outcome": the_same,
        "shown": nothing_written,
        "allows": is_among,
        "mark": mark_listed,
        "progress": total,
        "fault": no_fault,
        "judge": by_points,
        "glance": points if kernels.judge else by_points,
        "weigh_up": kernels.judge or by_points,
        "best": best_tried,
        "part": whole_match,
        "facts": no_facts,
        "observe": observing_granted(layout),
    }
    return kernels._replace(
        **{name: one for name, one in derived.items() if getattr(kernels, name) is None}
    )


# Moves: each action is its own form


@kernel
def action_alone(t, s, i, seat, action, out):
    out[:] = NOTHING
    out[0] = action


@kernel
def form_alone(t, s, i, seat, move):
    return move[0]


@kernel
def not_allowed(t, s, i, seat, move, out):
    return 0 if allows(t, s, i, seat, move[0]) else NOT_ALLOWED


@kernel
def nothing_written(t, s, i, seat, action, out):
    return 0


@kernel
def nothing_disclosed(t, s, i, seat, move):
    pass


# What becomes known: outcomes by number


@kernel
def only_topic(t, s, i, out):
    out[0], out[1] = 0, NOTHING


@kernel
def the_same(t, s, i, number):
    return number


# Legal actions


@kernel
def is_among(t, s, i, seat, action):
    for k in range(count(t, s, i, seat)):
        if nth(t, s, i, seat, k) == action:
            return True
    return False


@kernel
def mark_listed(t, s, i, seat, room, words):
    for k in range(legal(t, s, i, seat, room)):
        words[room[k] >> 6] |= ONE << np.uint64(room[k] & 63)


@kernel
def no_fault(t, s, i):
    return 0


# Evaluation of a seat


@kernel
def total(t, s, i, seat, room):
    """Return the sum of a seat's scoreboard."""
    found = 0
    for number in range(scores(t, s, i, seat, room)):
        found += room[number]
    return found


@kernel
def points(t, s, i, seat, room):
    """Return the sum of a seat's scoreboard, as bots evaluate it."""
    found = 0.0
    for number in range(scores(t, s, i, seat, room)):
        found += room[number]
    return found


@kernel
def fewer_points(t, s, i, seat, room):
    """Return the negated sum, for games in which points are bad."""
    return -points(t, s, i, seat, room)


@kernel
def best_tried(t, s, i, spare, seat, w):
    """Return the best of all legal actions, trying each in s[spare]."""
    n = legal(t, s, i, seat, w[0].listed)
    highest, chosen = -math.inf, w[0].listed[0]
    if n == 1:
        return chosen
    for k in range(n):
        s[spare] = s[i]
        act(t, s, spare, seat, w[0].listed[k])
        value = weigh_up(t, s, spare, seat, w[0].board)
        if value > highest:
            highest, chosen = value, w[0].listed[k]
    return chosen


@kernel
def whole_match(t, s, i):
    return 0


@kernel
def no_facts(t, s, i, seat, out):
    return 0


# What a seat sees: a one-hot seat number, then the bytes it was granted


def observing_granted(layout: Layout) -> Callable[..., None]:
    """Return a kernel that writes the viewer's seat one-hot, then its granted fields byte by byte.

    `rules/observation.py` names them.
    """
    # One row per field: offset, length in bytes, and whether there is one row per seat
    spans = np.array(list(layout.granted_spans().values()), np.int64)

    def observe(t, s, i, seat, out):  # type: ignore[no-untyped-def]
        _copy_granted(s.view(np.uint8), len(s), i, seat, spans, out)

    return observe


@kernel
def _copy_granted(state, n, i, seat, spans, out):
    base = i * (len(state) // n)
    at = MOST_SEATS
    out[:at] = 0
    out[seat] = 1
    for span in range(len(spans)):
        place, size = base + spans[span, 0], spans[span, 1]
        if spans[span, 2]:
            place += seat * size
        for k in range(size):
            out[at + k] = state[place + k]
        at += size
