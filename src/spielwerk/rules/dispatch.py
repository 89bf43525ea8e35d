"""Dispatch from generic code to the kernels of whichever game a state belongs to.

Generic loops are written once, in terms of the names below. Compiled code selects the game by the
type of the state array, plain Python by its dtype. All kernels take the game's tables `t`, and a
state as an array and an index, `s` and `i`: passing a single record to compiled code costs many
times more.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numba
from numba.extending import overload

from spielwerk.rules.kernel import INLINED, source
from spielwerk.rules.state import Layout

LEFT_OUT: Any = None


class Kernels(NamedTuple):
    """The kernels of one game: eight required ones, and optional ones.

    Kernels that a game omits are derived from the others (`rules/derived.py`).
    """

    start: Callable[..., None]
    """(t, s, i, seats, first): set up the table before the deal."""
    legal: Callable[..., int]
    """(t, s, i, seat, out): write a seat's actions, return how many."""
    count: Callable[..., int]
    """(t, s, i, seat): how many actions `legal` would write."""
    nth: Callable[..., int]
    """(t, s, i, seat, k): the k-th action that `legal` would write."""
    odds: Callable[..., int]
    """(t, s, i, out): write the weights of nature's outcomes 0, 1, …"""
    act: Callable[..., None]
    """(t, s, i, seat, action): apply an action known to be legal."""
    scores: Callable[..., int]
    """(t, s, i, seat, out): write a seat's scoreboard."""
    ranks: Callable[..., None]
    """(t, s, i, out): write each seat's rank, where 1 is best."""

    # Moves as data. `move` is a row of numbers as described in `rules/notation.py`.
    move: Callable[..., None] = LEFT_OUT
    """(t, s, i, seat, action, out): write its numbers."""
    find: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, move): its action, legal or not; or -1."""
    why_not: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, move, out): 0 if legal, else the refusal's number; write its arguments."""
    lines: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, action, out): write where an action's points come from, one row each: the
    index on the scoreboard, the points, the number of cells, and the cells; return the number
    of rows. May modify s[i].
    """
    disclose: Callable[..., None] = LEFT_OUT
    """(t, s, i, seat, move): write what the move discloses into another seat's granted state."""

    # What becomes known, as described in `rules/reveals.py`
    due: Callable[..., None] = LEFT_OUT
    """(t, s, i, out): nature's topic, and whose it is."""
    told: Callable[..., int] = LEFT_OUT
    """(t, s, i, outcome): the number to record; -1: none yet."""
    outcome: Callable[..., int] = LEFT_OUT
    """(t, s, i, number): the outcome for a recorded number."""
    shown: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, action, out): write what an action itself reveals, one row each (topic,
    whose, number), and return the number of rows.
    """

    # Optional shortcuts for what generic code can derive from the other kernels
    allows: Callable[..., bool] = LEFT_OUT
    """(t, s, i, seat, action): would `legal` write it?"""
    mark: Callable[..., None] = LEFT_OUT
    """(t, s, i, seat, room, words): set the bits of `legal`."""
    progress: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, room): how far a seat has got."""
    fault: Callable[..., int] = LEFT_OUT
    """(t, s, i): 0, or the number of a violated invariant."""

    # For bots: a seat's evaluation, higher is better. `room` is space for a scoreboard, `w` the
    # bot's workspace (`Game.scratch` declares a game's additions to it).
    judge: Callable[..., float] = LEFT_OUT
    """(t, s, i, seat, room): a seat's evaluation."""
    glance: Callable[..., float] = LEFT_OUT
    """(t, s, i, seat, room): as a beginner judges."""
    weigh_up: Callable[..., float] = LEFT_OUT
    """(t, s, i, seat, room): for lookahead search."""
    best: Callable[..., int] = LEFT_OUT
    """(t, s, i, spare, seat, w): a seat's best action."""
    promising: Any = LEFT_OUT
    """(t, s, i, seat, w, out): its few best actions."""
    answered: Any = LEFT_OUT
    """(t, s, i, me, w): the evaluation after the best reply."""
    threat: Any = LEFT_OUT
    """(t, s, i, seat, w): threatened points, and in what."""
    part: Callable[..., int] = LEFT_OUT
    """(t, s, i): the index of this game in a series."""
    facts: Callable[..., int] = LEFT_OUT
    """(t, s, i, seat, out): further facts behind a choice."""

    # For learners
    observe: Callable[..., None] = LEFT_OUT
    """(t, s, i, seat, out): what a seat sees, as bytes."""

    @classmethod
    def collect(cls, *modules: ModuleType, **named: Callable[..., Any]) -> Kernels:
        """Collect the kernels that `modules` define, plus those passed by name."""
        found: dict[str, Any] = {}
        for name in cls._fields:
            own = [vars(module)[name] for module in modules if _defines(module, name)]
            if name in named:
                found[name] = named[name]
            elif len(own) == 1:
                found[name] = own[0]
            elif own:
                raise TypeError(f"several modules define {name}: say which one is meant")
        missing = [name for name in cls._fields[:REQUIRED] if name not in found]
        if missing:
            raise TypeError(f"a game needs the kernel {missing[0]}")
        return cls(**found)


REQUIRED = 8  # number of kernels that every game must have


def _defines(module: ModuleType, name: str) -> bool:
    """Return whether a module defines this function rather than importing it."""
    return getattr(vars(module).get(name), "__module__", None) == module.__name__


_by_type: dict[Any, Kernels] = {}


def register(layout: Layout, kernels: Kernels) -> None:
    """Register `kernels` for states of the type that `layout` describes."""
    for key in (layout.dtype, numba.from_dtype(layout.dtype)):
        _by_type[key] = kernels


def kernels_of(key: Any) -> Kernels:
    """Return the kernels of the game whose states have this dtype (NumPy's or Numba's)."""
    return _by_type[key]


def _on_any_game(name: str) -> Callable[..., Any]:
    """Return a function that calls the kernel `name` of the game its state argument belongs to."""

    def plain(*args: Any) -> Any:
        return getattr(_by_type[args[1].dtype], name)(*args)

    def compiled(*types: Any) -> Any:
        return source(getattr(_by_type[types[1].dtype], name))

    overload(plain, jit_options=INLINED, strict=False)(compiled)
    return plain


start = _on_any_game("start")
legal = _on_any_game("legal")
count = _on_any_game("count")
nth = _on_any_game("nth")
odds = _on_any_game("odds")
act = _on_any_game("act")
scores = _on_any_game("scores")
ranks = _on_any_game("ranks")
move = _on_any_game("move")
find = _on_any_game("find")
why_not = _on_any_game("why_not")
lines = _on_any_game("lines")
disclose = _on_any_game("disclose")
due = _on_any_game("due")
told = _on_any_game("told")
outcome = _on_any_game("outcome")
shown = _on_any_game("shown")
allows = _on_any_game("allows")
mark = _on_any_game("mark")
progress = _on_any_game("progress")
fault = _on_any_game("fault")
judge = _on_any_game("judge")
glance = _on_any_game("glance")
weigh_up = _on_any_game("weigh_up")
best = _on_any_game("best")
promising = _on_any_game("promising")
answered = _on_any_game("answered")
threat = _on_any_game("threat")
part = _on_any_game("part")
facts = _on_any_game("facts")
observe = _on_any_game("observe")
