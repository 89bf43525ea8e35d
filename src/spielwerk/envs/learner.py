"""Gymnasium: one learner, alone or against bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from spielwerk import bots
from spielwerk.envs.earning import Earning, Kind
from spielwerk.envs.episode import Episode, Mask
from spielwerk.envs.refusing import GameOver, number_of
from spielwerk.envs.showing import MODES, checked_mode, rendered
from spielwerk.envs.spaces import observation_space, seen_space
from spielwerk.match.match import Match
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted, whole

ILLEGAL = -1.0  # what an action that is masked out pays; it ends the game


class LearnerEnv(gymnasium.Env[Any, Any]):
    """A game in which one seat learns and bots have the others.

    An observation holds what the seat sees and its mask, or with `flat` what it sees alone. Rule
    options come as keywords, as in `spielwerk.Match`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 2,
        bots: Sequence[str] = ("geselle",),
        *,
        seat: int | Literal["lot"] = 0,
        reward: Kind = "outcome",
        flat: bool = False,
        render_mode: str | None = None,
        first: int | Literal["lot"] = 0,
        parts: str | Path | None = None,
        **options: str,
    ) -> None:
        self.episode = Episode(game, seats, first=first, parts=parts, **options)
        self.render_mode = checked_mode(render_mode)
        self._bots = _checked_bots(bots, self.episode.seats)
        self.seat, self._by_lot = _checked_seat(seat, self.episode.seats)
        self._earning = Earning(self.episode, reward)
        self.reward_space = self._earning.space()
        self._flat = flat
        self._actions = self.episode.game.actions
        self.action_space = spaces.Discrete(self._actions)
        self.observation_space = (
            seen_space(self.episode) if flat else observation_space(self.episode, self._actions)
        )
        self._mask = np.zeros(self._actions, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        seeds = self.np_random.integers(1 << 63, size=2 + len(self._bots)).tolist()
        if self._by_lot:
            self.seat = seeds[0] % self.episode.seats
        self.episode.begin(seeds[1])
        others = [other for other in range(self.episode.seats) if other != self.seat]
        players = [bots.bot(name, own) for name, own in zip(self._bots, seeds[2:], strict=True)]
        self._players = dict(zip(others, players, strict=True))
        self._earning.begin()
        self._let_bots_act()
        return self._told()

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        if not self._mask.any():
            raise GameOver
        number = number_of(action, self._actions)
        if not self._mask[number]:
            return self._broken_off()
        self.episode.choose(self.seat, number)
        self._let_bots_act()
        reward = self._earning.rewards()[self.seat]
        observation, info = self._told()
        return observation, reward, self.episode.over, False, info

    def _let_bots_act(self) -> None:
        """Until the learner is waited for, or the game is over."""
        episode = self.episode
        while episode.waiting and not episode.waiting >> self.seat & 1:
            seat = episode.next_seat()
            player = self._players[seat]
            known = player.know(episode.game, episode.seats, seat, episode.states)
            episode.choose(seat, player.think(known).action)

    def _told(self) -> tuple[Any, dict[str, Any]]:
        over = self.episode.over
        self._mask = self._nothing() if over else self.episode.mask(self.seat)
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"action_mask": self._mask}

    def _broken_off(self) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """The end by an action that is masked out."""
        self._mask = self._nothing()
        info = {"action_mask": self._mask, "illegal_action": True}
        return self._observation(), ILLEGAL + self._earning.nothing, True, False, info

    def _observation(self) -> Any:
        row = self.episode.observation(self.seat)
        return row if self._flat else {"observation": row, "action_mask": self._mask}

    def _nothing(self) -> Mask:
        return np.zeros(self._actions, np.int8)

    def action_masks(self) -> Mask:
        """The mask as MaskablePPO asks for it."""
        return self._mask

    def render(self) -> Any:
        return rendered(self.episode, self.render_mode)

    def match(self) -> Match:
        """The game so far as a match: to be looked at, written down, or analysed."""
        return self.episode.match()


def _checked_bots(named: Sequence[str], seats: int) -> list[str]:
    """A bot for each other seat: one name is for all of them."""
    for name in named:
        bots.bot(name)
    if len(named) != seats - 1 and (len(named) != 1 or seats == 1):
        reason = f"name one bot for all other seats or {seats - 1}, not {len(named)}"
        raise BadSetting("bad_bots", reason)
    return list(named) * ((seats - 1) // max(len(named), 1))


def _checked_seat(seat: int | str, seats: int) -> tuple[int, bool]:
    """The learner's seat, and whether it is drawn by lot."""
    number = 0 if seat == "lot" else whole(seat)
    if number is None or number not in range(seats):
        reason = f"the learner's seat must be 0 to {seats - 1} or 'lot', not {quoted(seat)}"
        raise BadSetting("bad_seat", reason)
    return number, seat == "lot"
