"""Many games against bots: one call plays all of them until the learner is to act again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.bots.workspace import Workspace, workspace
from spielwerk.bots.worlds import STATES
from spielwerk.envs.answers import let_bots_act
from spielwerk.envs.buffers import Array, Buffers
from spielwerk.envs.plies import Flags, Scratch
from spielwerk.envs.vector import VectorGames
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted, whole
from spielwerk.rules.state import Numbers, States

LEVELS = ("zufall", "lehrling", "geselle", "meister")  # bots that are kernels and have no clock


class Desk(NamedTuple):
    """Working memory for the bots of some of the games."""

    workspace: Workspace
    states: States
    paid: npt.NDArray[np.float32]  # to seats for one ply


class OpponentGames(VectorGames):
    """Many instances of one game, in which the learner has one seat and bots have the others.

    A step is a ply of the learner and all plies of bots up to its next one; `rewards` adds up all
    of these. Bots that act at the same time as the learner choose before they can see its choice.
    Other settings are those of `VectorGames`.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int,
        n: int,
        bots: str | Sequence[str],
        *,
        learner: int = 0,
        **settings: Any,
    ) -> None:
        self.learner = _checked_learner(learner, seats)
        self.levels = _checked_levels(bots, seats, self.learner)
        super().__init__(game, seats, n, **settings)

    @property
    def _settings(self) -> tuple[str, ...]:
        return (*super()._settings, "learner", "levels")

    @property
    def _arrays(self) -> list[Array]:
        return [*super()._arrays, self._pending]

    def _set_threads(self) -> None:
        super()._set_threads()
        self._compile("opponents")
        game, seats = self.game, self.seats
        self._grants = np.array([game.layout.granted_bits(seat) for seat in range(seats)])
        # Bots' pending simultaneous choices; -1 if none.
        self._pending: Numbers = np.full((self.n, seats), -1, np.int64)
        self._desks = {part.begin: self._desk() for part in self._parts}

    def _desk(self) -> Desk:
        w = workspace(self.game, self.seats, self.game.depth)
        w["plies"] = self.game.depth.plies
        paid = np.empty((self.seats, self.reward.width), np.float32)
        return Desk(w, self.game.layout.empty(STATES), paid)

    def _answer(self, part: Buffers, scratch: Scratch) -> None:
        self._let_bots_act(part, scratch, pays=True)

    def _restart(self, part: Buffers, which: Flags, scratch: Scratch) -> None:
        super()._restart(part, which, scratch)
        end = part.begin + len(part.games.states)
        self._pending[part.begin : end][which] = -1
        # Rewards from bots' opening plies are added to the learner's first step.
        self._let_bots_act(part, scratch, pays=False)

    def _let_bots_act(self, part: Buffers, scratch: Scratch, *, pays: bool) -> None:
        pending = self._pending[part.begin : part.begin + len(part.games.states)]
        desk = tuple(self._desks[part.begin])
        bots = (self.learner, self.levels, self._grants, pending)
        let_bots_act(
            self.game.tables, tuple(part.games), self._terms, tuple(scratch), bots, desk, pays
        )


def _checked_learner(seat: object, seats: int) -> int:
    number = whole(seat)
    if number is None or number not in range(seats):
        reason = f"the learner's seat must be 0 to {seats - 1}, not {quoted(seat)}"
        raise BadSetting("bad_seat", reason)
    return number


def _checked_levels(bots: str | Sequence[str], seats: int, learner: int) -> Numbers:
    """Return the level of the bot at each seat: one name is for all other seats."""
    bots = [bots] if isinstance(bots, str) else bots
    for name in bots:
        if name not in LEVELS:
            reason = f"in many games at once bots are {', '.join(LEVELS)}, not {quoted(name)}"
            raise BadSetting("bad_bots", reason)
    names = list(bots) * (seats - 1) if len(bots) == 1 else list(bots)
    if len(names) != seats - 1 or not names:
        reason = f"name one bot for all other seats or {seats - 1}, not {len(bots)}"
        raise BadSetting("bad_bots", reason)
    names.insert(learner, names[0])  # not asked
    return np.array([LEVELS.index(name) for name in names], np.int64)
