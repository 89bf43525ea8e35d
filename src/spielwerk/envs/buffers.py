"""The arrays of many games, one row per game: the caller's or our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.envs.afterstates import list_type
from spielwerk.envs.plies import Flags, Games
from spielwerk.envs.rewards import Rewards
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted
from spielwerk.rules.observation import Observation

Array = npt.NDArray[Any]
Masks = Literal["lists", "bits", "bools"]
Shapes = dict[str, tuple[tuple[int, ...], np.dtype[Any]]]


class Buffers(NamedTuple):
    """All arrays of some games, from game `begin` on; arrays left out have no columns."""

    begin: int
    games: Games
    everyone: Flags  # all True
    masks: Array
    counts: Array
    observations: Array
    final_observations: Array

    def part(self, begin: int, end: int) -> Buffers:
        """Return the arrays of fewer games, as views."""
        _, games, *others = self
        return Buffers(begin, games.part(begin, end), *(rows[begin:end] for rows in others))

    def arrays(self) -> Iterator[Array]:
        """Yield all arrays, always in the same order."""
        _, games, *others = self
        yield from games
        yield from others


def shapes(
    n: int,
    reward: Rewards,
    masks: Masks | None,
    observation: Observation | None,
    *,
    keeps_final: bool,
) -> Shapes:
    """Return the shape and type of each public buffer."""
    game = reward.game
    numbers = (reward.terms.seats, reward.width)[: 2 if reward.are_vectors else 1]
    found: dict[str, tuple[tuple[int, ...], Any]] = {
        "seat": ((n,), np.int8),
        "actor": ((n,), np.int8),
        "rewards": ((n, *numbers), np.float32),
        "terminated": ((n,), np.bool_),
        "finished_returns": ((n, *numbers), np.float32),
        "finished_lengths": ((n,), np.int32),
    }
    if masks == "lists":
        found["masks"] = (n, game.most_legal), list_type(game)
        found["counts"] = (n,), np.int32
    elif masks == "bits":
        found["masks"] = (n, -(-game.actions // 64)), np.uint64
    elif masks == "bools":
        found["masks"] = (n, game.actions), np.bool_
    if observation:
        found["observations"] = (n, observation.size), np.uint8
        if keeps_final:
            found["final_observations"] = found["observations"]
    return {name: (shape, np.dtype(kind)) for name, (shape, kind) in found.items()}


def shown(wanted: Shapes, given: Mapping[str, Array]) -> dict[str, Array]:
    """Return the public buffers: the given ones, checked, and new ones."""
    if unknown := given.keys() - wanted.keys():
        known = ", ".join(wanted)
        reason = f"there is no buffer {quoted(min(unknown))} (known: {known})"
        raise BadSetting("bad_buffer", reason)
    found = {}
    for name, (shape, kind) in wanted.items():
        found[name] = given[name] if name in given else np.zeros(shape, kind)
        check(name, found[name], shape, kind)
    return found


def check(name: str, array: object, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    """Refuse an array that kernels cannot write to."""
    if (
        not isinstance(array, np.ndarray)
        or array.shape != shape
        or array.dtype != kind
        or not array.flags.c_contiguous
        or not array.flags.writeable
    ):
        reason = f"{name}: a writeable, contiguous array of {shape} and {kind} is needed"
        raise BadSetting("bad_buffer", reason)


def allocate(n: int, game: Game, reward: Rewards, own: Mapping[str, Array]) -> Buffers:
    """Return all arrays of `n` games, given the public ones."""
    width = (reward.terms.seats, reward.width)
    kept = n if reward.come_with_plies else 1  # outcomes depend on no earlier ply
    nothing = np.empty((n, 0), np.uint8)  # for buffers that were not requested
    games = Games(
        states=game.layout.empty(n),
        luck=np.empty((n, 1), np.uint64),
        choices=np.empty((n, 1), np.uint64),
        actions=np.zeros(n, np.int64),
        over=np.zeros(n, np.bool_),
        before=np.zeros((kept, *width), np.int32),
        returns=np.zeros((n, *width), np.float32),
        lengths=np.zeros(n, np.int32),
        seat=own["seat"],
        actor=own["actor"],
        rewards=own["rewards"].reshape(n, *width),
        terminated=own["terminated"],
        finished_returns=own["finished_returns"].reshape(n, *width),
        finished_lengths=own["finished_lengths"],
    )
    return Buffers(
        begin=0,
        games=games,
        everyone=np.ones(n, np.bool_),
        masks=own.get("masks", nothing),
        counts=own.get("counts", nothing),
        observations=own.get("observations", nothing),
        final_observations=own.get("final_observations", nothing),
    )
