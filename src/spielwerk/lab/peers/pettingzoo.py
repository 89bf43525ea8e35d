"""PettingZoo's own board games: connect four, and 9x9 go."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from spielwerk.lab.peers.peer import Drive, Mask, Peer, Row, aec


def _columns(env: Any) -> Mask:
    return np.array([piece == 0 for piece in env.unwrapped.board[:7]])


def _points(env: Any) -> Mask:
    mask = np.zeros(9 * 9 + 1, np.int8)
    mask[env.next_legal_moves] = 1
    return mask


_LEGAL = {"connect_four": _columns, "go": _points}  # without a whole observation


def _game(module: str, make: str, settings: dict[str, int], observe: bool, threads: int) -> Drive:
    # Not by the versioned name, which emits a warning
    found = importlib.import_module(f"pettingzoo.classic.{module}.{module}")
    env = getattr(found, make)(**settings)
    return aec(env, None if observe else _LEGAL[module])


PEER = Peer(
    "pettingzoo",
    ("pettingzoo", "pygame"),
    ("pettingzoo",),
    (
        Row(
            "pettingzoo/connect_four/random",
            functools.partial(_game, "connect_four", "raw_env", {}),
        ),
        Row(
            "pettingzoo/connect_four/wrapped",
            functools.partial(_game, "connect_four", "env", {}),
        ),
        Row(
            "pettingzoo/go_9x9/random",
            functools.partial(_game, "go", "raw_env", {"board_size": 9}),
        ),
    ),
)
