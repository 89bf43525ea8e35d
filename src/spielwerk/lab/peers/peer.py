"""How a peer is driven: ways to make random moves in one of its games, as fast as it offers."""

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
    """A game that is being played at random."""

    play: Callable[[], int]  # makes some moves, and tells how many
    compiling: float = 0.0  # seconds that it took before the first move
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One way to drive one game; `make` is told whether observations are wanted, and how many
    threads there may be.
    """

    name: str
    make: Callable[[bool, int], Drive]
    observes: bool = True  # it can be had with observations too
    threads: bool = False  # it plays with threads; others are two processes on two cores
    like: str = VECTOR  # the row of ours that it is compared with


@dataclass(frozen=True)
class Peer:
    """Somebody's package, and what of it is measured."""

    name: str
    modules: tuple[str, ...]  # that must be there
    packages: tuple[str, ...]  # whose versions are told
    rows: tuple[Row, ...]

    def versions(self) -> str:
        """Return the packages, as installed here."""
        found = ((package, importlib.metadata.version(package)) for package in self.packages)
        return ", ".join(f"{package} {version}" for package, version in found)


def aec(env: Any, mask: Callable[[Any], Mask] | None) -> Drive:
    """A game through PettingZoo's AEC interface; it is looked at in every step, unless `mask`
    tells what is legal.
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
