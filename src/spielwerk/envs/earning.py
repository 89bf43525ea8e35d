"""What one game pays its seats, as the libraries want it: numbers, or vectors."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from spielwerk.envs.episode import Episode
from spielwerk.envs.rewards import Rewards

Kind = Literal["outcome", "points", "vector"]


class Earning:
    """The rewards of an episode, of one kind, since they were last asked for."""

    def __init__(self, episode: Episode, kind: Kind) -> None:
        self._states = episode.states
        self._rewards = Rewards(episode.game, episode.seats, kind)
        self.by_the_ply = kind != "outcome"
        self._as_vectors = kind == "vector"
        self.nothing: Any = np.zeros(self._rewards.width, np.float32) if self._as_vectors else 0.0

    def begin(self) -> None:
        """From here on it is counted."""
        self._before = self._rewards.standing(self._states, 0)

    def rewards(self) -> list[Any]:
        """What each seat got since."""
        paid = self._rewards.after(self._states, 0, self._before)
        return list(paid.astype(np.float32)) if self._as_vectors else paid[:, 0].tolist()

    def space(self) -> spaces.Box:
        """The space of rewards."""
        most = 255 if self.by_the_ply else 1  # states count points in bytes
        return spaces.Box(-most, most, np.shape(self.nothing), np.float32)
