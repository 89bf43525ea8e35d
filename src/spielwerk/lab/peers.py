"""Peers to measure against: how many random moves a second others' environments make here."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted

GAMES = 3  # a round


@dataclass(frozen=True)
class Peer:
    """An environment that somebody else wrote, of a game that we have too."""

    package: str
    game: str  # ours
    name: str  # theirs
    measure: Callable[[], Callable[[], float]]  # makes a function that measures moves a second


def _momaland() -> Callable[[], float]:
    """MOMAland's Ingenious for two, driven through its AEC interface without wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of packages that it imports
        module = importlib.import_module("momaland.envs.ingenious.moingenious_v0")
    env: Any = module.raw_env()
    seeds = itertools.count()

    def moves_of_a_game() -> int:
        seed = next(seeds)
        luck = np.random.default_rng(seed)
        env.reset(seed=seed)
        moves = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(luck.choice(np.flatnonzero(seen["action_mask"]))))
            moves += 1
        return moves

    def run() -> float:
        begin = time.perf_counter()
        moves = sum(moves_of_a_game() for _ in range(GAMES))
        return moves / (time.perf_counter() - begin)

    return run


PEERS = {"momaland": Peer("momaland", "axio_hex", "momaland/ingenious/2/random", _momaland)}


def find(name: str) -> Peer:
    """The peer of that name, refused if it is not known or not installed."""
    if name not in PEERS:
        reason = f"there is no peer {quoted(name)} (known: {', '.join(PEERS)})"
        raise BadSetting("unknown_peer", reason)
    peer = PEERS[name]
    if importlib.util.find_spec(peer.package) is None:
        reason = f"{name} is not installed; try: pip install 'spielwerk[peers]'"
        raise BadSetting("peer_missing", reason)
    return peer
