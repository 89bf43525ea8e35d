"""Seeing what a seat would do next: its best action, and how the next seat is likely to answer.

Any game's actions can be tried one after the other. A game with a module of its own here weighs
them without trying them, which takes a fraction of the time, and can weigh an answer over all
that the answering seat may hold.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from spielwerk.bots import judging
from spielwerk.bots.judging import weigh_up
from spielwerk.rules.dispatch import act, legal
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import Layout


@dataclass(frozen=True)
class Foresight:
    """How one game's actions are weighed."""

    best: Callable[..., int]
    answered: Callable[..., float] | None  # None: answers have to be played out
    desk: Callable[[Game], Any]  # arrays to work on
    promising: Callable[..., int] | None = None
    part: Callable[..., int] | None = None  # of a match that is a series of games
    threat: Callable[..., tuple[int, int]] | None = None  # most points at one place, and in what


_by_type: dict[Any, Foresight] = {}


def best(t: Any, s: Any, i: int, spare: int, seat: int, board: Any, desk: Any) -> int:
    """The action of `seat` in s[i] after which it stands best; s[spare] is room to try some in."""
    return _by_type[s.dtype].best(t, s, i, spare, seat, board, desk)


@overload(best, strict=False)
def _best(t: Any, s: Any, i: Any, spare: Any, seat: Any, board: Any, desk: Any) -> Any:
    chosen = _by_type[s.dtype].best
    return lambda t, s, i, spare, seat, board, desk: chosen(t, s, i, spare, seat, board, desk)


def answered(t: Any, s: Any, i: int, me: int, unseen: Any, board: Any, desk: Any) -> float:
    """How far `me` is ahead once the seat to act in s[i] has done its best.

    The mean over all that this seat may hold for what `me` knows: `unseen`, a number a kind.
    """
    return _by_type[s.dtype].answered(t, s, i, me, unseen, board, desk)  # type: ignore[misc]


@overload(answered, strict=False)
def _answered(t: Any, s: Any, i: Any, me: Any, unseen: Any, board: Any, desk: Any) -> Any:
    chosen = _by_type[s.dtype].answered
    return lambda t, s, i, me, unseen, board, desk: chosen(t, s, i, me, unseen, board, desk)


def promising(t: Any, s: Any, i: int, seat: int, actions: Any, desk: Any) -> int:
    """Write the actions after which `seat` stands best, as many as there is room for."""
    return _by_type[s.dtype].promising(t, s, i, seat, actions, desk)  # type: ignore[misc]


@overload(promising, strict=False)
def _promising(t: Any, s: Any, i: Any, seat: Any, actions: Any, desk: Any) -> Any:
    chosen = _by_type[s.dtype].promising
    return lambda t, s, i, seat, actions, desk: chosen(t, s, i, seat, actions, desk)


def part(t: Any, s: Any, i: int) -> int:
    """The part of a match that s[i] belongs to: beyond its end nobody looks."""
    found = _by_type[s.dtype].part
    return found(t, s, i) if found else 0


@overload(part, strict=False)
def _part(t: Any, s: Any, i: Any) -> Any:
    chosen = _by_type[s.dtype].part
    return (lambda t, s, i: chosen(t, s, i)) if chosen else (lambda t, s, i: 0)


@kernel
def best_tried(t, s, i, spare, seat, board, desk):  # type: ignore[no-untyped-def]
    """The best of all actions, each tried."""
    n = legal(t, s, i, seat, desk)
    highest, chosen = -math.inf, desk[0]
    if n == 1:
        return chosen
    for k in range(n):
        s[spare] = s[i]
        act(t, s, spare, seat, desk[k])
        value = weigh_up(t, s, spare, seat, board)
        if value > highest:
            highest, chosen = value, desk[k]
    return chosen


def room_for_actions(game: Game) -> Any:
    """What `best_tried` works on."""
    return np.empty(game.most_legal, np.int64)


def register(layout: Layout, foresight: Foresight) -> None:
    """Let the actions in states that `layout` describes be weighed so."""
    _by_type[layout.dtype] = _by_type[numba.from_dtype(layout.dtype)] = foresight


def load(game: Game) -> Foresight:
    """Make a game's states judgeable, and its actions weighable."""
    judging.load(game)
    if game.layout.dtype not in _by_type:
        module = f"{__name__}.{game.id}"
        if importlib.util.find_spec(module):
            importlib.import_module(module)
        else:
            register(game.layout, Foresight(best_tried, None, room_for_actions))
    return _by_type[game.layout.dtype]
