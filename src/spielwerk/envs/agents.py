"""Seats as PettingZoo agents (seat_0, seat_1, …): the common base of both environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from spielwerk.envs.episode import RENDER_MODES, Episode, Picture
from spielwerk.match.match import Match


class Agents:
    """The agents of one game with their spaces. Settings are those of `Episode`."""

    agents: list[str]
    """The agents in the current game; empty before the first deal and after the end."""

    def __init__(
        self, game: str, seats: int | None = None, *, more_actions: int = 0, **settings: Any
    ) -> None:
        self.episode = Episode(game, seats, **settings)
        self.render_mode = self.episode.render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.possible_agents = agents
        self.agents = []
        actions = self.episode.game.actions + more_actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in agents}
        self.observation_spaces = {
            agent: self.episode.observation_space(actions) for agent in agents
        }
        self._reward_spaces = {agent: self.episode.reward_space() for agent in agents}
        self._luck: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reward_space(self, agent: str) -> spaces.Box:
        """Return the space of an agent's rewards, as MOMAland requires."""
        return self._reward_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """Begin a game with all agents; its chance follows from the latest seed."""
        if seed is not None or self._luck is None:
            self._luck = seeding.np_random(seed)[0]
        self.episode.begin(int(self._luck.integers(1 << 63)))
        self.agents = self.possible_agents[:]

    def render(self) -> str | Picture | None:
        """Draw the table in the render mode."""
        return self.episode.render()

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def match(self) -> Match:
        """Return the game so far as a match, to inspect, record or analyse it."""
        return self.episode.match()
