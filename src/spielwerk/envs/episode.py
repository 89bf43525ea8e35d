"""One game in action numbers: dealt, played and looked at with as little Python as can be."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from spielwerk.envs import observing, plies, warming
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.match.retell import retell
from spielwerk.rules import batch, warm
from spielwerk.rules.luck import below
from spielwerk.rules.state import Numbers

ROOM = 512  # rows of a log; nature has never more plies in a row

Mask = npt.NDArray[np.int8]
Observation = npt.NDArray[np.uint8]


class Episode:
    """One game, over and over: nature's plies are drawn from the seed it is begun with.

    Seats that may act at the same time choose one after another, and nothing happens, nor is
    there anything to be seen of it, until all of them have chosen.
    """

    waiting: int  # a bit a seat that has yet to choose

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        first: int | Literal["lot"] = 0,
        parts: str | Path | None = None,
        **options: str,
    ) -> None:
        self.game = find(game, parts, options)
        self.seats = self.game.check_seats(seats)
        self._by_lot = first == "lot" and self.game.has_first
        self.first = 0 if first == "lot" else self.game.check_first(first, self.seats)
        self.observing = observing.of(self.game)
        warm.ready(self.game, warming.for_envs)
        self.states = self.game.layout.empty(1)
        self._stream = np.empty(1, np.uint64)
        self._weights = np.empty(self.game.most_odds, np.int64)
        self._actions = np.empty(self.game.most_legal, np.int64)
        self._size = self.observing.size
        self._log = np.empty((ROOM, 2), np.int64)
        self._rows = 0
        self._chosen: list[tuple[int, int]] = []
        self.waiting = 0

    def begin(self, seed: int) -> None:
        """Deal anew."""
        game = self.game
        self._stream = batch.stream(seed, 0)
        if self._by_lot:
            self.first = int(below(self._stream, self.seats))
        game.kernels.start(game.tables, self.states, 0, self.seats, self.first)
        self._chosen.clear()
        self._rows = 0
        self._play(plies.NOBODY, 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self._chosen

    def next_seat(self) -> int:
        """The lowest of the seats that have yet to choose."""
        return (self.waiting & -self.waiting).bit_length() - 1

    def choose(self, seat: int, action: int) -> bool:
        """Let a seat that is waited for take a legal action; True once its effects are there."""
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
            self._stream,
            self._weights,
            self._log,
            self._rows,
        )

    def mask(self, seat: int) -> Mask:
        """A 1 for each action of a seat that is waited for."""
        mask = np.empty(self.game.actions, np.int8)
        plies.write_mask(self.game.tables, self.states, 0, seat, self._actions, mask)
        return mask

    def observation(self, seat: int) -> Observation:
        """What a seat may see."""
        row = np.empty(self._size, np.uint8)
        plies.look(self.game.tables, self.states, 0, seat, row)
        return row

    @property
    def log(self) -> Numbers:
        """All plies so far, a row (seat, action) each, nature's included."""
        return self._log[: self._rows].copy()

    def match(self) -> Match:
        """The game so far as a match: to be looked at, written down, or analysed."""
        return retell(self.game, self.seats, self.first, self.log)
