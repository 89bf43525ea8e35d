"""Questions about any game's states that some games answer faster than its nine kernels would.

A game that has no kernel of its own for one of them is asked by the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from spielwerk.rules.dispatch import count, kernels_of, legal, nth, scores
from spielwerk.rules.kernel import kernel

ONE = np.uint64(1)


def allows(t: Any, s: Any, i: int, seat: int, action: int) -> bool:
    """Whether `seat`, who may act, may choose `action`; any number may be asked about."""
    return (kernels_of(s.dtype).allows or is_among)(t, s, i, seat, action)


@overload(allows, strict=False)
def _allows(t: Any, s: Any, i: Any, seat: Any, action: Any) -> Any:
    chosen = kernels_of(s.dtype).allows or is_among
    return lambda t, s, i, seat, action: chosen(t, s, i, seat, action)


@kernel
def is_among(t, s, i, seat, action):
    for k in range(count(t, s, i, seat)):  # noqa: SIM110
        if nth(t, s, i, seat, k) == action:
            return True
    return False


def mark(t: Any, s: Any, i: int, seat: int, room: Any, words: Any) -> None:
    """Set the bit of each action that `seat` may choose; `room` is for a list of them."""
    own = kernels_of(s.dtype).mark
    if own is None:
        mark_listed(t, s, i, seat, room, words)
    else:
        own(t, s, i, seat, words)


@overload(mark, strict=False)
def _mark(t: Any, s: Any, i: Any, seat: Any, room: Any, words: Any) -> Any:
    own = kernels_of(s.dtype).mark
    if own is None:
        return lambda t, s, i, seat, room, words: mark_listed(t, s, i, seat, room, words)
    return lambda t, s, i, seat, room, words: own(t, s, i, seat, words)


@kernel
def mark_listed(t, s, i, seat, room, words):
    for k in range(legal(t, s, i, seat, room)):
        words[room[k] >> 6] |= ONE << np.uint64(room[k] & 63)


def progress(t: Any, s: Any, i: int, seat: int, room: Any) -> int:
    """How far `seat` has got, as one number, the higher the better; `room` is for a scoreboard."""
    own = kernels_of(s.dtype).progress
    return total(t, s, i, seat, room) if own is None else own(t, s, i, seat)


@overload(progress, strict=False)
def _progress(t: Any, s: Any, i: Any, seat: Any, room: Any) -> Any:
    own = kernels_of(s.dtype).progress
    if own is None:
        return lambda t, s, i, seat, room: total(t, s, i, seat, room)
    return lambda t, s, i, seat, room: own(t, s, i, seat)


@kernel
def total(t, s, i, seat, room):
    """The sum of a seat's scoreboard."""
    points = 0
    for number in range(scores(t, s, i, seat, room)):
        points += room[number]
    return points
