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

USUAL = ("geselle",)

Named = str | Bot | type[Bot]


class LearnerEnv(gymnasium.Env[Any, Any]):
    """A game in which the learner has one seat and bots have the others.

    `bots` has one bot for all other seats or one per seat: a name as in `spielwerk.bot`, a bot, or
    a class of bots. An observation consists of what the seat sees and its mask; with `flat`, only
    of what it sees. Other settings are those of `Episode`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012
    """The render modes, and pictures per second in videos."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        bots: Named | Sequence[Named] | None = None,
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
        """Deal a new game, and play until the learner is to act."""
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
        """Perform the learner's action, and play until it is to act again or the game is over."""
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
        """Play until the learner is to act, or the game is over."""
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
        penalty = self.episode.reward.penalty
        info = {"action_mask": self._mask, "illegal_action": True}
        return self._observation(), penalty + self.episode.nothing, True, False, info

    def _observation(self) -> Any:
        if self._flat:
            return self.episode.observe(self.seat)
        return self.episode.observe_with(self.seat, self._mask)

    def _nothing(self) -> Mask:
        return np.zeros(self._actions, np.int8)

    def action_masks(self) -> Mask:
        """Return the mask in the form that MaskablePPO requires."""
        return self._mask

    def render(self) -> Any:
        """Draw the table in the render mode."""
        return self.episode.render()

    def match(self) -> Match:
        """Return the game so far as a match, to inspect, record or analyse it."""
        return self.episode.match()


def _checked_bots(named: Named | Sequence[Named] | None, seats: int) -> list[Named]:
    """Return a bot for each other seat: one is for all of them."""
    given: Sequence[Named]
    if named is None:
        given = USUAL if seats > 1 else ()
    else:
        given = [named] if isinstance(named, str | Bot | type) else named
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
