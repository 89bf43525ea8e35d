"""PettingZoo: every game as an AEC environment, one seat after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np

from spielwerk.envs.extras import missing

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error) from error

from spielwerk.envs.earning import Earning, Kind
from spielwerk.envs.episode import Episode, Mask
from spielwerk.envs.refusing import GameOver, legal_number
from spielwerk.envs.showing import MODES, checked_mode, rendered
from spielwerk.envs.spaces import observation_space
from spielwerk.match.match import Match

ILLEGAL = -1  # what an action that is masked out pays in `env`, which ends with it


class RawEnv(AECEnv[str, dict[str, Any], int], EzPickle):  # type: ignore[misc]
    """A game with the agents seat_0, seat_1, …, whose turns come as the rules say.

    Rule options come as keywords, as in `spielwerk.Match`.
    """

    agents: list[str]
    agent_selection: str
    _mask: Mask  # of the agent selected

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        reward: Kind = "outcome",
        render_mode: str | None = None,
        first: int | Literal["lot"] = 0,
        parts: str | Path | None = None,
        **options: str,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats,
            reward=reward,
            render_mode=render_mode,
            first=first,
            parts=parts,
            **options,
        )
        AECEnv.__init__(self)
        self.episode = Episode(game, seats, first=first, parts=parts, **options)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._earning = Earning(self.episode, reward)
        self._reward_spaces = {agent: self._earning.space() for agent in self.possible_agents}
        actions = self.episode.game.actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.episode, actions) for agent in self.possible_agents
        }
        # Shared by all who may not act, and so not to be written to
        self._nothing = np.zeros(actions, np.int8)
        self._nothing.flags.writeable = False
        self._luck: np.random.Generator | None = None
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._luck is None:
            self._luck = seeding.np_random(seed)[0]
        self.episode.begin(int(self._luck.integers(1 << 63)))
        self._earning.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, self._earning.nothing)
        self._cumulative_rewards = dict.fromkeys(self.agents, self._earning.nothing)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        row = self.episode.observation(self._seat[agent])
        mask = self._mask if agent == self.agent_selection else self._nothing
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise GameOver
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = legal_number(action, self._mask)
        self._cumulative_rewards[agent] = self._earning.nothing
        self.infos[agent] = {"action_mask": self._nothing}
        happened = self.episode.choose(self._seat[agent], number)
        over = not self.episode.waiting
        if self._earning.by_the_ply or over:
            self._pay(happened)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._mask = self._nothing
            self.agent_selection = self.agents[0]
        else:
            self._select()
        if self.render_mode == "human" and happened:
            self.render()

    def _select(self) -> None:
        """Let the lowest of the seats that have yet to choose be the next."""
        seat = self.episode.next_seat()
        self.agent_selection = agent = self.possible_agents[seat]
        self._mask = self.episode.mask(seat)
        self.infos[agent] = {"action_mask": self._mask}

    def _pay(self, happened: bool) -> None:
        if happened:
            self.rewards = dict(zip(self.agents, self._earning.rewards(), strict=True))
            self._accumulate_rewards()
        else:
            self.rewards = dict.fromkeys(self.agents, self._earning.nothing)

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():  # not in place: vectors are shared
            self._cumulative_rewards[agent] = self._cumulative_rewards[agent] + reward

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, self._earning.nothing)

    def reward_space(self, agent: str) -> spaces.Box:
        """The space of an agent's rewards, which MOMAland asks for."""
        return self._reward_spaces[agent]

    def render(self) -> str | None:
        return rendered(self.episode, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def match(self) -> Match:
        """The game so far as a match: to be looked at, written down, or analysed."""
        return self.episode.match()


def env(game: str, seats: int = 2, **settings: Any) -> AECEnv[str, dict[str, Any], int]:
    """The same in PettingZoo's usual wrappers: an action that is masked out ends the game."""
    raw = RawEnv(game, seats, **settings)
    terminating = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))
