"""PettingZoo: every game as an AEC environment, in which one seat acts after another."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from spielwerk.envs.agents import Agents
from spielwerk.envs.episode import Mask
from spielwerk.envs.errors import GameOver, legal_number


class RawEnv(Agents, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game without wrappers. Agents act in the order of the rules.

    Settings are those of `Episode`.
    """

    agent_selection: str
    """The agent to act."""
    _mask: Mask  # of the agent selected

    def __init__(self, game: str, seats: int | None = None, **settings: Any) -> None:
        super().__init__(game, seats, **settings)
        self.metadata["is_parallelizable"] = False
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._pays_by_the_ply = self.episode.reward.come_with_plies

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed, chance continues from the last one."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, self.episode.nothing)
        self._cumulative_rewards = dict.fromkeys(self.agents, self.episode.nothing)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing()} for agent in self.agents}
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and mask; the mask is empty unless it is to act."""
        selected = agent == self.agent_selection
        mask = self.infos[agent]["action_mask"] if selected else self._nothing()
        return self.episode.observe_with(self._seat[agent], mask)

    def step(self, action: int | None) -> None:
        """Perform the action of the selected agent; None once the game is over for it."""
        if not self.agents:
            raise GameOver
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = legal_number(action, self._mask)
        self._cumulative_rewards[agent] = self.episode.nothing
        self.infos[agent] = {"action_mask": self._nothing()}
        happened = self.episode.choose(self._seat[agent], number)
        over = not self.episode.waiting
        if self._pays_by_the_ply or over:
            self._pay(happened)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()
        if self.render_mode == "human" and happened:
            self.render()

    def _nothing(self) -> Mask:
        """Return the mask of an agent that may not act; a new one, as PyTorch wants to own it."""
        return np.zeros(self.episode.game.actions, np.int8)

    def _select(self) -> None:
        """Select the lowest of the seats that have yet to choose."""
        seat = self.episode.next_seat()
        self.agent_selection = agent = self.possible_agents[seat]
        self._mask = self.episode.mask(seat)
        self.infos[agent] = {"action_mask": self._mask}

    def _pay(self, happened: bool) -> None:
        if happened:
            self.rewards = dict(zip(self.agents, self.episode.collect_rewards(), strict=True))
            self._accumulate_rewards()
        else:
            self._clear_rewards()

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():  # not in place: vectors are shared
            self._cumulative_rewards[agent] = self._cumulative_rewards[agent] + reward

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, self.episode.nothing)


def env(game: str, seats: int | None = None, **settings: Any) -> AECEnv[str, dict[str, Any], int]:
    """Return a `RawEnv` in PettingZoo's usual wrappers: a masked-out action ends the game."""
    raw = RawEnv(game, seats, **settings)
    penalty = raw.episode.reward.penalty
    terminating = wrappers.TerminateIllegalWrapper(raw, illegal_reward=penalty)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))
