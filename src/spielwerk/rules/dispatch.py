"""The kernels that every game has, callable by generic code on any game's states.

Generic loops are written once, over the names below. Compiled, a call finds its game by the
type of the state array; plain, by its dtype. All kernels take the game's tables `t` and a state
as array and index, `s` and `i`: handing a single record to compiled code costs many times more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
from numba.extending import overload

from spielwerk.rules.state import Layout


class Kernels(NamedTuple):
    """One game's kernels."""

    start: Callable[..., None]  # (t, s, i, seats, first): the table before anything is dealt
    legal: Callable[..., int]  # (t, s, i, seat, out): write a seat's actions, return how many
    count: Callable[..., int]  # (t, s, i, seat): how many `legal` would write
    nth: Callable[..., int]  # (t, s, i, seat, k): the k-th of what `legal` would write
    odds: Callable[..., int]  # (t, s, i, out): write the weights of nature's outcomes 0, 1, …
    act: Callable[..., None]  # (t, s, i, seat, action): apply an action known to be legal
    scores: Callable[..., int]  # (t, s, i, seat, out): write a seat's scoreboard
    ranks: Callable[..., None]  # (t, s, i, out): write each seat's rank, 1 the best
    fault: Callable[..., int]  # (t, s, i): 0, or the number of what is wrong with a state
    # What generic code could find out by the others, and a game may know faster (`asking`):
    allows: Callable[..., bool] | None = None  # (t, s, i, seat, action): would `legal` write it?
    mark: Callable[..., None] | None = None  # (t, s, i, seat, words): set the bits of `legal`
    progress: Callable[..., int] | None = None  # (t, s, i, seat): how far a seat has got


_by_type: dict[Any, Kernels] = {}


def register(layout: Layout, kernels: Kernels) -> None:
    """Let generic code find `kernels` by the type of the states that `layout` describes."""
    _by_type[layout.dtype] = _by_type[numba.from_dtype(layout.dtype)] = kernels


def kernels_of(key: Any) -> Kernels:
    """The kernels of the game whose states have that dtype, NumPy's or Numba's."""
    return _by_type[key]


def _on_any_game(name: str) -> Callable[..., Any]:
    """A function that calls the kernel `name` of the game whose states it is given."""

    def plain(*args: Any) -> Any:
        return getattr(_by_type[args[1].dtype], name)(*args)

    def compiled(*types: Any) -> Any:
        chosen = getattr(_by_type[types[1].dtype], name)
        if len(types) == 3:
            return lambda t, s, i: chosen(t, s, i)
        if len(types) == 4:
            return lambda t, s, i, a: chosen(t, s, i, a)
        return lambda t, s, i, a, b: chosen(t, s, i, a, b)

    overload(plain, strict=False)(compiled)
    return plain


start = _on_any_game("start")
legal = _on_any_game("legal")
count = _on_any_game("count")
nth = _on_any_game("nth")
odds = _on_any_game("odds")
act = _on_any_game("act")
scores = _on_any_game("scores")
ranks = _on_any_game("ranks")
fault = _on_any_game("fault")
