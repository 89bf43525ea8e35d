"""Gymnasium: one learner, alone or against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from spielwerk.bots import Bot, bot
from spielwerk.envs.episode import RENDER_MODES, Episode, Mask
from spielwerk.envs.errors import GameOver, number_of
from spielwerk.match.match import Match
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted, whole

ILLEGAL = -1.0  # what an action that is masked out pays; it ends the game
USUAL = ("geselle",)

Named = str | Bot | type[Bot]


class LearnerEnv(gymnasium.Env[Any, Any]):
    """A game in which one seat learns and bots have the others.

    A bot is a name, as `spielwerk.bot` knows it, a bot, or a class of bots; one is for all other
    seats. An observation holds what the seat sees and its mask, or with `flat` what it sees
    alone. Other settings are those of `Episode`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        bots: Sequence[Named] | None = None,
        *,
        seat: int | Literal["lot"] = 0,
        flat: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.episode = Episode(game, seats, render_mode=render_mode, **settings)
        self.render_mode = render_mode
        self._bots = _checked_bots(bots, self.episode.seats)
        self.seat, self._by_lot = _checked_seat(seat, self.episode.seats)
        self.reward_space = self.episode.reward_space()
        self._flat = flat
        self._actions = self.episode.game.actions
        self.action_space = spaces.Discrete(self._actions)
        self.observation_space = (
            self.episode.row_space() if flat else self.episode.observation_space(self._actions)
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
        players = [bot(named, own) for named, own in zip(self._bots, seeds[2:], strict=True)]
        self._players = dict(zip(others, players, strict=True))
        self._let_bots_act()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        if not self._mask.any():
            raise GameOver
        number = number_of(action, self._actions)
        if not self._mask[number]:
            return self._break_off()
        self.episode.choose(self.seat, number)
        self._let_bots_act()
        reward = self.episode.collect_rewards()[self.seat]
        observation, info = self._seen()
        return observation, reward, self.episode.over, False, info

    def _let_bots_act(self) -> None:
        """Play on until the learner is waited for, or the game is over."""
        episode = self.episode
        while episode.waiting and not episode.waiting >> self.seat & 1:
            seat = episode.next_seat()
            player = self._players[seat]
            known = player.know(episode.game, episode.seats, seat, episode.states)
            episode.choose(seat, player.think(known).action)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """Return observation and info."""
        over = self.episode.over
        self._mask = self._nothing() if over else self.episode.mask(self.seat)
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"action_mask": self._mask}

    def _break_off(self) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """End the game by an action that is masked out."""
        self._mask = self._nothing()
        info = {"action_mask": self._mask, "illegal_action": True}
        return self._observation(), ILLEGAL + self.episode.nothing, True, False, info

    def _observation(self) -> Any:
        row = self.episode.observe(self.seat)
        return row if self._flat else {"observation": row, "action_mask": self._mask}

    def _nothing(self) -> Mask:
        return np.zeros(self._actions, np.int8)

    def action_masks(self) -> Mask:
        """Return the mask as MaskablePPO asks for it."""
        return self._mask

    def render(self) -> Any:
        return self.episode.render()

    def match(self) -> Match:
        """Return the game so far as a match: to be looked at, written down, or analysed."""
        return self.episode.match()


def _checked_bots(named: Sequence[Named] | None, seats: int) -> list[Named]:
    """Return a bot for each other seat: one is for all of them."""
    given = (USUAL if seats > 1 else ()) if named is None else named
    for one in given:
        bot(one)
    if len(given) != seats - 1 and (len(given) != 1 or seats == 1):
        reason = f"name one bot for all other seats or {seats - 1}, not {len(given)}"
        raise BadSetting("bad_bots", reason)
    return list(given) * ((seats - 1) // max(len(given), 1))


def _checked_seat(seat: int | str, seats: int) -> tuple[int, bool]:
    """Return the learner's seat, and whether it is drawn by lot."""
    number = 0 if seat == "lot" else whole(seat)
    if number is None or number not in range(seats):
        reason = f"the learner's seat must be 0 to {seats - 1} or 'lot', not {quoted(seat)}"
        raise BadSetting("bad_seat", reason)
    return number, seat == "lot"
