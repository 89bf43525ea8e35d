"""PettingZoo: a game as a Parallel environment, in which all seats act at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.env_logger import EnvLogger

from spielwerk.envs.agents import Agents
from spielwerk.envs.episode import Mask
from spielwerk.envs.errors import GameOver, legal_number, number_of

Stepped = tuple[
    dict[str, Any], dict[str, Any], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class RawParallelEnv(Agents, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game without wrappers. All agents act in every step. Settings are those of `Episode`.

    The last action is to pass. It is the only legal action of a seat that may not act now, and
    illegal for all others.
    """

    def __init__(self, game: str, seats: int | None = None, **settings: Any) -> None:
        super().__init__(game, seats, more_actions=1, **settings)
        self._pass = self.episode.game.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a new game. Without a seed, chance continues from the last one."""
        self._deal(seed)
        return self._seen()

    def step(self, actions: dict[str, int]) -> Stepped:
        """Perform the actions of all agents; those left out pass."""
        if not self.agents:
            raise GameOver
        chosen = [
            (seat, legal_number(actions.get(agent, self._pass), self.masks[agent]))
            for seat, agent in enumerate(self.agents)
        ]
        for seat, action in chosen:
            if action != self._pass:
                self.episode.choose(seat, action)
        rewards = dict(zip(self.agents, self.episode.collect_rewards(), strict=True))
        terminations = dict.fromkeys(self.agents, self.episode.over)
        truncations = dict.fromkeys(self.agents, False)
        observations, infos = self._seen()
        if self.episode.over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def breakers(self, actions: dict[str, int]) -> list[str]:
        """Return the agents whose actions are masked out."""
        return [
            agent
            for agent in self.agents
            if not self.masks[agent][number_of(actions.get(agent, self._pass), self._pass + 1)]
        ]

    def break_off(self, breakers: list[str]) -> Stepped:
        """End the game at the expense of the agents that broke its rules."""
        agents, nothing = self.agents, self.episode.nothing
        observations, infos = self._seen()
        self.agents = []
        penalty = self.episode.reward.penalty
        rewards = {agent: nothing + penalty * (agent in breakers) for agent in agents}
        over = dict.fromkeys(agents, True)
        return observations, rewards, over, dict.fromkeys(agents, True), infos

    def _seen(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Return observations and infos."""
        if self.render_mode == "human":
            self.render()
        self.masks = {agent: self._mask(seat) for seat, agent in enumerate(self.agents)}
        observations = {
            agent: self.episode.observe_with(seat, mask)
            for seat, (agent, mask) in enumerate(self.masks.items())
        }
        return observations, {agent: {"action_mask": mask} for agent, mask in self.masks.items()}

    def _mask(self, seat: int) -> Mask:
        mask = np.zeros(self._pass + 1, np.int8)
        if self.episode.waiting >> seat & 1:
            mask[: self._pass] = self.episode.mask(seat)
        else:
            mask[self._pass] = 1
        return mask


class TerminatesIllegal(BaseParallelWrapper[str, dict[str, Any], int]):  # type: ignore[misc]
    """Ends the game with an action that is masked out, as PettingZoo's wrapper does for AEC."""

    env: RawParallelEnv

    def step(self, actions: dict[str, int]) -> Stepped:
        if breakers := self.env.breakers(actions):
            EnvLogger.warn_on_illegal_move()
            return self.env.break_off(breakers)
        return self.env.step(actions)


def parallel_env(
    game: str, seats: int | None = None, **settings: Any
) -> ParallelEnv[str, Any, int]:
    """Return the same, but an action that is masked out ends the game."""
    return TerminatesIllegal(RawParallelEnv(game, seats, **settings))
