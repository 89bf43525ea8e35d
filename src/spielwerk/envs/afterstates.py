"""Afterstates: what a seat would see after its action, before chance or another seat acts."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.rules.dispatch import act, observe
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import long_kernel
from spielwerk.rules.observation import Bytes, Observation
from spielwerk.rules.state import Numbers, States


@long_kernel
def observe_afterstates(t, s, seat, actions, counts, ends, tried, out):
    """Write what the seats to act would see, one row per action; s[i]'s rows end before ends[i].

    tried[0] is room to try actions in.
    """
    for i in range(len(s)):
        begin = ends[i] - counts[i]
        for k in range(counts[i]):
            tried[0] = s[i]
            act(t, tried, 0, seat[i], actions[i, k])
            observe(t, tried, 0, seat[i], out[begin + k])


def list_type(game: Game) -> np.dtype[Any]:
    """Return the smallest type that lists of this game's actions need."""
    return np.dtype(np.int16 if game.actions <= np.iinfo(np.int16).max else np.int32)


def after(game: Game, s: States, seat: int, actions: Numbers) -> Bytes:
    """Return what `seat` would see after each of these actions in s[0], one row per action."""
    rows = np.empty((len(actions), Observation(game).size), np.uint8)
    listed = actions.astype(list_type(game))[None]
    count, end = np.array([len(actions)], np.int32), np.array([len(actions)])
    seats, tried = np.array([seat], np.int8), game.layout.empty(1)
    observe_afterstates(game.tables, s[:1], seats, listed, count, end, tried, rows)
    return rows
