"""Drive a peer: make random moves in one of its games, as fast as it can."""

from __future__ import annotations

import importlib.metadata
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[Any]
VECTOR = "spielwerk/axio/vector/lists"


@dataclass(frozen=True)
class Drive:
    """A game that is played at random."""

    play: Callable[[], int]  # makes moves and returns their number
    compiling: float = 0.0  # seconds before the first move
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One way to drive one game; the arguments of `make` are whether observations are wanted, and
    the number of threads.
    """

    name: str
    make: Callable[[bool, int], Drive]
    observes: bool = True  # it can also be measured with observations
    threads: bool = False  # on two cores it uses threads, others two processes
    like: str = VECTOR  # our row, with which it is compared


@dataclass(frozen=True)
class Peer:
    """Another package, and the rows measured in it."""

    name: str
    modules: tuple[str, ...]  # that must be installed
    packages: tuple[str, ...]  # whose versions are reported
    rows: tuple[Row, ...]

    def versions(self) -> str:
        """Return the packages with their installed versions."""
        found = ((package, importlib.metadata.version(package)) for package in self.packages)
        return ", ".join(f"{package} {version}" for package, version in found)


def aec(env: Any, mask: Callable[[Any], Mask] | None) -> Drive:
    """Drive a game through PettingZoo's AEC interface, with an observation in every step unless
    `mask` returns the legal actions.
    """
    seeds, luck = itertools.count(), random.Random(0)

    def play() -> int:
        env.reset(seed=next(seeds))
        moves = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last(observe=mask is None)
            if terminated or truncated:
                env.step(None)
                continue
            allowed = seen["action_mask"] if mask is None else mask(env)
            legal = np.flatnonzero(allowed)
            env.step(int(legal[luck.randrange(len(legal))]))
            moves += 1
        return moves

    return Drive(play)
