"""Self-play piece by piece, on any executor: a policy plays all seats of many games at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.envs.vector import SAME_STEP, VectorGames
from spielwerk.rules.state import Numbers

# Returns an action for each game's seat to act; the generator is its only source of chance.
Policy = Callable[[VectorGames, np.random.Generator], npt.ArrayLike]


class Plies(NamedTuple):
    """The plies of one piece: each array has a row per step, with a column per game."""

    observations: npt.NDArray[np.uint8]  # what the seat to act saw
    seat: npt.NDArray[np.int8]
    actions: Numbers
    rewards: npt.NDArray[np.float32]  # what each seat got for the ply
    terminated: npt.NDArray[np.bool_]  # whether the game ended with it; the next row is a new game


@dataclass(frozen=True)
class SelfPlay:
    """Work for `lab.executors`: piece `number` is `steps` plies in each of `games` new games.

    A piece depends only on the seed and its number, wherever it is played. The policy is sent
    to the workers with its weights. `settings` are those of `VectorGames`.
    """

    game: str
    """The game's id."""
    seats: int
    """Seats per game."""
    policy: Policy
    """Returns one action per game, given the games and a random generator."""
    games: int = 256
    """Games played at the same time."""
    steps: int = 64
    """Plies per game in a piece."""
    seed: int = 0
    """Seed of all pieces."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of `VectorGames`."""

    def ready(self) -> None:
        """Compile what the games and the policy need."""
        games = self._deal(1, 0)
        games.step(np.asarray(self.policy(games, np.random.default_rng(0))))

    def __call__(self, number: int) -> Plies:
        """Play a piece."""
        luck = np.random.default_rng((self.seed, number))
        games = self._deal(self.games, int(luck.integers(1 << 63)))
        steps = []
        for _ in range(self.steps):
            seen, seat = games.observations.copy(), games.seat.copy()
            actions = np.array(self.policy(games, luck), np.int64)
            games.step(actions)
            steps.append((seen, seat, actions, games.rewards.copy(), games.terminated.copy()))
        return Plies(*map(np.stack, zip(*steps, strict=True)))

    def _deal(self, games: int, seed: int) -> VectorGames:
        settings = {"autoreset": SAME_STEP, **self.settings}
        return VectorGames(self.game, self.seats, games, seed=seed, **settings)
