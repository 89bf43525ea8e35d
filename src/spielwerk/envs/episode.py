"""One game in action numbers: dealt, played and looked at with as little Python as can be."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces
from rich.console import Console

from spielwerk.envs import plies
from spielwerk.envs.compilation import for_envs
from spielwerk.envs.registry import default_seats
from spielwerk.envs.rewards import Kind, Rewards
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.match.retell import retell
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted
from spielwerk.rules.luck import below
from spielwerk.rules.observation import Bytes, Observation
from spielwerk.rules.state import Numbers

RENDER_MODES = ("human", "ansi")
ROOM = 512  # rows of a log; nature has never more plies in a row

Mask = npt.NDArray[np.int8]


class Episode:
    """One game, over and over: nature's plies are drawn from the seed it is begun with.

    Seats that may act at the same time choose one after another, and nothing happens, nor is
    there anything to be seen of it, until all of them have chosen. Rule options come as keywords,
    as in `spielwerk.Match`.
    """

    waiting: int  # one bit per seat that has yet to choose

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        reward: Kind = "outcome",
        render_mode: str | None = None,
        first: int | Literal["lot"] = 0,
        parts: str | Path | None = None,
        **options: str,
    ) -> None:
        self.game = find(game, parts, options)
        self.seats = self.game.check_seats(default_seats(self.game) if seats is None else seats)
        self._by_lot = first == "lot" and self.game.has_first
        self.first = 0 if first == "lot" else self.game.check_first(first, self.seats)
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            reason = f"the render mode must be one of {known}, not {quoted(render_mode)}"
            raise BadSetting("bad_render_mode", reason)
        self.render_mode = render_mode
        self.reward = Rewards(self.game, self.seats, reward)
        vectors, width = self.reward.are_vectors, self.reward.width
        self.nothing: Any = np.zeros(width, np.float32) if vectors else 0.0  # as a reward
        self.observation = Observation(self.game)
        compilation.ready(self.game, for_envs)
        self.states = self.game.layout.empty(1)
        self._luck = np.empty(1, np.uint64)
        self._weights = np.empty(self.game.most_odds, np.int64)
        self._size = self.observation.size
        self._room = np.empty(self.game.most_legal, np.int64)
        self._log = np.empty((ROOM, 2), np.int64)
        self._rows = 0
        self._chosen: list[tuple[int, int]] = []
        self.waiting = 0

    # Plies

    def begin(self, seed: int) -> None:
        """Deal anew."""
        game = self.game
        self._luck = batch.stream(seed, 0)
        if self._by_lot:
            self.first = int(below(self._luck, self.seats))
        self._chosen.clear()
        self.waiting, self._rows = plies.deal(
            game.tables,
            self.states,
            0,
            self.seats,
            self.first,
            self._luck,
            self._weights,
            self._log,
        )
        self._before = self.reward.standing(self.states, 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self._chosen

    def next_seat(self) -> int:
        """Return the lowest of the seats that have yet to choose."""
        return (self.waiting & -self.waiting).bit_length() - 1

    def choose(self, seat: int, action: int) -> bool:
        """Take a legal action of a seat that is waited for; True once its effects are there."""
        bit = 1 << seat
        if self.waiting == bit and not self._chosen:
            self._play(seat, action)
            return True
        self._chosen.append((seat, action))
        self.waiting ^= bit
        if self.waiting:
            return False
        for each in sorted(self._chosen):
            self._play(*each)
        self._chosen.clear()
        return True

    def _play(self, seat: int, action: int) -> None:
        if len(self._log) - self._rows < ROOM // 2:
            self._log = np.concatenate([self._log, np.empty_like(self._log)])
        self.waiting, self._rows = plies.play(
            self.game.tables,
            self.states,
            0,
            seat,
            action,
            self._luck,
            self._weights,
            self._log,
            self._rows,
        )

    # What seats see, may do and get

    def observe(self, seat: int) -> Bytes:
        """Return what a seat may see."""
        row = np.empty(self._size, np.uint8)
        plies.look(self.game.tables, self.states, 0, seat, row)
        return row

    def mask(self, seat: int) -> Mask:
        """Return a 1 for each action of a seat that is waited for."""
        mask = np.empty(self.game.actions, np.int8)
        plies.write_mask(self.game.tables, self.states, 0, seat, self._room, mask)
        return mask

    def collect_rewards(self) -> list[Any]:
        """Return what each seat got since this was last asked, or since the deal."""
        paid = self.reward.after(self.states, 0, self._before)
        return list(paid.astype(np.float32)) if self.reward.are_vectors else paid[:, 0].tolist()

    def row_space(self) -> spaces.Box:
        """Return the space of what a seat sees: bytes, each with a highest value of its own."""
        high = self.observation.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)

    def observation_space(self, actions: int) -> spaces.Dict:
        """Return the space of what a seat sees, with a mask over so many actions."""
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({"observation": self.row_space(), "action_mask": mask})

    def reward_space(self) -> spaces.Box:
        """Return the space of what a seat gets."""
        most = 255 if self.reward.come_with_plies else 1  # states count points in bytes
        return spaces.Box(-most, most, np.shape(self.nothing), np.float32)

    # The game so far

    @property
    def log(self) -> Numbers:
        """All plies so far, a row (seat, action) each, nature's included."""
        return self._log[: self._rows].copy()

    def match(self) -> Match:
        """Return the game so far as a match: to be looked at, written down, or analysed."""
        return retell(self.game, self.seats, self.first, self.log)

    def render(self) -> str | None:
        """Draw the table for the seat that has to act; where several have, as everybody sees it.

        Returns a text, or prints it, as the render mode says.
        """
        if self.render_mode is None:
            logger.warn("render() does nothing: the environment was made without a render_mode")
            return None
        match = self.match()
        if self.render_mode == "ansi":
            return str(match)
        Console().print(match)
        return None
