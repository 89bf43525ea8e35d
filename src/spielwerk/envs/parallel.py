"""PettingZoo: Second Chance as a Parallel environment, all seats choosing at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import ParallelEnv
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.env_logger import EnvLogger

from spielwerk.envs.aec import ILLEGAL
from spielwerk.envs.earning import Earning, Kind
from spielwerk.envs.episode import Episode, Mask
from spielwerk.envs.refusing import GameOver, legal_number, number_of
from spielwerk.envs.showing import MODES, checked_mode, rendered
from spielwerk.envs.spaces import observation_space
from spielwerk.match.match import Match

Stepped = tuple[
    dict[str, Any], dict[str, Any], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class RawParallelEnv(ParallelEnv[str, dict[str, Any], int], EzPickle):  # type: ignore[misc]
    """A game with the agents seat_0, seat_1, …, each of which acts in every step.

    The last action is to pass: the only one of a seat that may not act now, and of no other.
    """

    agents: list[str]

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        reward: Kind = "outcome",
        render_mode: str | None = None,
        parts: str | Path | None = None,
        **options: str,
    ) -> None:
        EzPickle.__init__(
            self, game, seats, reward=reward, render_mode=render_mode, parts=parts, **options
        )
        self.episode = Episode(game, seats, first=0, parts=parts, **options)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "render_fps": 1}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents = []
        self._earning = Earning(self.episode, reward)
        self._pass = self.episode.game.actions
        actions = self._pass + 1
        self._reward_spaces = {agent: self._earning.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.episode, actions) for agent in self.possible_agents
        }
        self._luck: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reward_space(self, agent: str) -> spaces.Box:
        """The space of an agent's rewards, which MOMAland asks for."""
        return self._reward_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        if seed is not None or self._luck is None:
            self._luck = seeding.np_random(seed)[0]
        self.episode.begin(int(self._luck.integers(1 << 63)))
        self._earning.begin()
        self.agents = self.possible_agents[:]
        return self._told()

    def step(self, actions: dict[str, int]) -> Stepped:
        if not self.agents:
            raise GameOver
        chosen = [
            (seat, legal_number(actions.get(agent, self._pass), self.masks[agent]))
            for seat, agent in enumerate(self.agents)
        ]
        for seat, action in chosen:
            if action != self._pass:
                self.episode.choose(seat, action)
        rewards = dict(zip(self.agents, self._earning.rewards(), strict=True))
        terminations = dict.fromkeys(self.agents, self.episode.over)
        truncations = dict.fromkeys(self.agents, False)
        observations, infos = self._told()
        if self.episode.over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def breakers(self, actions: dict[str, int]) -> list[str]:
        """The agents whose actions are masked out."""
        return [
            agent
            for agent in self.agents
            if not self.masks[agent][number_of(actions.get(agent, self._pass), self._pass + 1)]
        ]

    def break_off(self, breakers: list[str]) -> Stepped:
        """End the game, to the cost of those who broke its rules."""
        agents, nothing = self.agents, self._earning.nothing
        observations, infos = self._told()
        self.agents = []
        rewards = {agent: nothing + ILLEGAL * (agent in breakers) for agent in agents}
        over = dict.fromkeys(agents, True)
        return observations, rewards, over, dict.fromkeys(agents, True), infos

    def _told(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        if self.render_mode == "human":
            self.render()
        self.masks = {agent: self._mask(seat) for seat, agent in enumerate(self.agents)}
        observations = {
            agent: {"observation": self.episode.observation(seat), "action_mask": mask}
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

    def render(self) -> str | None:
        return rendered(self.episode, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def match(self) -> Match:
        """The game so far as a match: to be looked at, written down, or analysed."""
        return self.episode.match()


class TerminatesIllegal(BaseParallelWrapper[str, dict[str, Any], int]):  # type: ignore[misc]
    """Ends the game with an action that is masked out, as PettingZoo's wrapper does for AEC."""

    env: RawParallelEnv

    def step(self, actions: dict[str, int]) -> Stepped:
        if breakers := self.env.breakers(actions):
            EnvLogger.warn_on_illegal_move()
            return self.env.break_off(breakers)
        return self.env.step(actions)


def parallel_env(game: str, seats: int = 2, **settings: Any) -> ParallelEnv[str, Any, int]:
    """The same, but an action that is masked out ends the game."""
    return TerminatesIllegal(RawParallelEnv(game, seats, **settings))
