"""Judging states: how well a seat stands, as one number; a module a game.

A game without a module of its own is judged by its scoreboard.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload

from spielwerk.rules.dispatch import scores
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import Layout, States

_judges: dict[Any, Callable[..., float]] = {}
_glances: dict[Any, Callable[..., float]] = {}
_weighers: dict[Any, Callable[..., float]] = {}
_tellers: dict[Any, Callable[[States, int], dict[str, int]]] = {}


def judge(t: Any, s: Any, i: int, seat: int, room: Any) -> float:
    """How well `seat` stands in s[i], the higher the better; `room` is for a scoreboard."""
    return _judges[s.dtype](t, s, i, seat, room)


@overload(judge, strict=False)
def _compiled(t: Any, s: Any, i: Any, seat: Any, room: Any) -> Any:
    chosen = _judges[s.dtype]
    return lambda t, s, i, seat, room: chosen(t, s, i, seat, room)


def glance(t: Any, s: Any, i: int, seat: int, room: Any) -> float:
    """How well `seat` seems to stand to somebody who has just learnt the rules."""
    return _glances[s.dtype](t, s, i, seat, room)


@overload(glance, strict=False)
def _compiled_glance(t: Any, s: Any, i: Any, seat: Any, room: Any) -> Any:
    chosen = _glances[s.dtype]
    return lambda t, s, i, seat, room: chosen(t, s, i, seat, room)


def weigh_up(t: Any, s: Any, i: int, seat: int, room: Any) -> float:
    """How well `seat` stands, to those who look ahead: where a game is judged by its stage, too."""
    return _weighers[s.dtype](t, s, i, seat, room)


@overload(weigh_up, strict=False)
def _compiled_weigh_up(t: Any, s: Any, i: Any, seat: Any, room: Any) -> Any:
    chosen = _weighers[s.dtype]
    return lambda t, s, i, seat, room: chosen(t, s, i, seat, room)


@kernel
def points(t, s, i, seat, room):  # type: ignore[no-untyped-def]
    """The sum of a seat's scoreboard."""
    total = 0.0
    for number in range(scores(t, s, i, seat, room)):
        total += room[number]
    return total


@kernel
def fewer_points(t, s, i, seat, room):  # type: ignore[no-untyped-def]
    """The same where points are to be avoided."""
    return -points(t, s, i, seat, room)


def register(
    layout: Layout,
    judged_by: Callable[..., float],
    glanced_by: Callable[..., float] = points,
    weighed_by: Callable[..., float] | None = None,
) -> None:
    """Let the states that `layout` describes be judged so."""
    for key in (layout.dtype, numba.from_dtype(layout.dtype)):
        _judges[key], _glances[key] = judged_by, glanced_by
        _weighers[key] = weighed_by or judged_by


def tell(layout: Layout, told_by: Callable[[States, int], dict[str, int]]) -> None:
    """Let explanations name these numbers of the states that `layout` describes, by seat."""
    _tellers[layout.dtype] = told_by


def facts(game: Game, s: States, seat: int) -> dict[str, int]:
    """What there is to tell of s[0] beyond the scoreboard, as it matters to `seat`."""
    teller = _tellers.get(game.layout.dtype)
    return teller(s, seat) if teller else {}


def load(game: Game) -> None:
    """Make a game's states judgeable."""
    if game.layout.dtype in _judges:
        return
    module = f"{__name__}.{game.id}"
    if importlib.util.find_spec(module):
        importlib.import_module(module)
    else:
        scoreboard = fewer_points if game.lower_is_better else points
        register(game.layout, scoreboard, scoreboard)
