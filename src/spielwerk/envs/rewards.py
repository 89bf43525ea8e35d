"""Rewards: what seats get for the end of a game, or ply by ply.

- **outcome**, when the game ends: ranks spread evenly from 1 for the first to -1 for the last,
  tied seats sharing what their ranks would get, so that all rewards add up to 0. Alone: how much
  of the best there could be was reached, from 0 to 1.
- **points**, with every ply: how much further each seat has got (`rules.asking.progress`): by its
  lowest track, by points, by cells drawn in.
- **vector**, with every ply: how much each number on each seat's scoreboard has changed, a
  vector a seat; what is to be avoided counts negatively.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spielwerk.rules.asking import progress
from spielwerk.rules.dispatch import ranks, scores
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.kernel import kernel
from spielwerk.rules.numbers import quoted
from spielwerk.rules.state import Numbers, States

KINDS = ("outcome", "points", "vector")
OUTCOME, POINTS, SCORES = range(len(KINDS))


@kernel
def write_outcomes(t, s, i, seats, best, room, out):
    """Write each seat's reward for the end of the game s[i], at out[seat, 0]."""
    if seats == 1:
        out[0, 0] = progress(t, s, i, 0, room) / best
        return
    ranks(t, s, i, room)
    for seat in range(seats):
        tied = 0
        for other in range(seats):
            tied += 1 if room[other] == room[seat] else 0
        out[seat, 0] = 1 - (2 * (room[seat] - 1) + tied - 1) / (seats - 1)


@kernel
def write_standing(t, s, i, seats, kind, signs, room, out):
    """Write the numbers whose changes are the rewards of that kind, a row a seat."""
    for seat in range(seats):
        if kind == POINTS:
            out[seat, 0] = progress(t, s, i, seat, room)
        elif kind == SCORES:
            for number in range(scores(t, s, i, seat, room)):
                out[seat, number] = signs[number] * room[number]


@kernel
def write_rewards(t, s, i, seats, kind, best, signs, room, before, out):
    """Write what seats get for the ply that led to s[i]; `before` is brought up to date."""
    if kind == OUTCOME:
        for seat in range(seats):
            out[seat, 0] = 0
        if s[i].turn == 0:
            write_outcomes(t, s, i, seats, best, room, out)
        return
    for seat in range(seats):
        for number in range(len(out[0])):
            out[seat, number] = -before[seat, number]
    write_standing(t, s, i, seats, kind, signs, room, before)
    for seat in range(seats):
        for number in range(len(out[0])):
            out[seat, number] += before[seat, number]


class Rewards:
    """The rewards of one kind for one game and number of seats."""

    def __init__(self, game: Game, seats: int, kind: str = "outcome") -> None:
        if kind not in KINDS:
            reason = f"rewards are {', '.join(KINDS)}, not {quoted(kind)}"
            raise BadSetting("bad_reward", reason)
        self.game, self.seats, self.kind = game, seats, KINDS.index(kind)
        self.signs = np.array(game.signs(seats), np.int64)
        self.width = len(self.signs) if self.kind == SCORES else 1  # numbers a seat gets
        self.best = float(game.best_alone)
        self.room: Numbers = np.empty(max(seats, len(self.signs)), np.int64)

    def standing(self, s: States, i: int) -> npt.NDArray[np.int32]:
        """The numbers (seats, width) whose changes are the rewards; none but 0 for outcomes."""
        found = np.zeros((self.seats, self.width), np.int32)
        write_standing(self.game.tables, s, i, self.seats, self.kind, self.signs, self.room, found)
        return found

    def after(self, s: States, i: int, before: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """What seats get (seats, width) for the ply that led to s[i].

        `before` is `standing` as it was, and is brought up to date.
        """
        found = np.empty((self.seats, self.width), np.float64)
        write_rewards(
            self.game.tables,
            s,
            i,
            self.seats,
            self.kind,
            self.best,
            self.signs,
            self.room,
            before,
            found,
        )
        return found
