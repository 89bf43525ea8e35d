"""Rewards: for the end of a game, or ply by ply.

- **outcome**, when the game ends: ranks spread evenly from 1 for the first to -1 for the last,
  tied seats sharing what their ranks would get, so that all rewards add up to 0. Alone: how much
  of the best there could be was reached, from 0 to 1.
- **payoff**, when the game ends: the chips that each seat has won or lost, for games that declare
  a `stake`. They add up to 0.
- **points**, with every ply: how much further each seat has got (the kernel `progress`): by its
  lowest track, by points, by cells drawn in.
- **vector**, with every ply: how much each number on each seat's scoreboard has changed, a
  vector per seat; what is to be avoided counts negatively.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from spielwerk.rules.dispatch import progress, ranks, scores
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import Numbers, States

Kind = Literal["outcome", "points", "vector", "payoff"]
KINDS = ("outcome", "points", "vector", "payoff")
OUTCOME, POINTS, SCORES, PAYOFF = range(len(KINDS))
MOST_POINTS = 255  # states count points in bytes


def kinds(game: Game, seats: int) -> tuple[str, ...]:
    """Return the rewards that a game can pay: payoffs only if seats play for chips."""
    return KINDS if game.stake and seats > 1 else KINDS[:PAYOFF]


class Terms(NamedTuple):
    """What the rewards of a game depend on beside its states."""

    seats: int
    kind: int
    best: float  # how far a seat alone could get
    signs: Numbers  # 1 for each number on a scoreboard, or -1 if it is to be avoided


@kernel
def write_outcomes(t, s, i, terms, room, out):
    """Write each seat's reward for the end of the game s[i], at out[seat, 0]."""
    if terms.kind == PAYOFF:
        for seat in range(terms.seats):
            out[seat, 0] = progress(t, s, i, seat, room)
        return
    if terms.seats == 1:
        out[0, 0] = progress(t, s, i, 0, room) / terms.best
        return
    ranks(t, s, i, room)
    for seat in range(terms.seats):
        tied = 0
        for other in range(terms.seats):
            tied += 1 if room[other] == room[seat] else 0
        out[seat, 0] = 1 - (2 * (room[seat] - 1) + tied - 1) / (terms.seats - 1)


@kernel
def write_standing(t, s, i, terms, room, out):
    """Write the numbers whose changes are the rewards of that kind, one row per seat."""
    for seat in range(terms.seats):
        if terms.kind == POINTS:
            out[seat, 0] = progress(t, s, i, seat, room)
        elif terms.kind == SCORES:
            for number in range(scores(t, s, i, seat, room)):
                out[seat, number] = terms.signs[number] * room[number]


@kernel
def write_rewards(t, s, i, terms, room, before, out):
    """Write each seat's reward for the ply that led to s[i], and update `before`."""
    if terms.kind in (OUTCOME, PAYOFF):
        for seat in range(terms.seats):
            out[seat, 0] = 0
        if s[i].turn == 0:
            write_outcomes(t, s, i, terms, room, out)
        return
    for seat in range(terms.seats):
        for number in range(len(out[0])):
            out[seat, number] = -before[seat, number]
    write_standing(t, s, i, terms, room, before)
    for seat in range(terms.seats):
        for number in range(len(out[0])):
            out[seat, number] += before[seat, number]


class Rewards:
    """The rewards of one kind for one game and number of seats."""

    def __init__(self, game: Game, seats: int, kind: str = "outcome") -> None:
        if kind not in kinds(game, seats):
            known = ", ".join(kinds(game, seats))
            reason = f"rewards of {game.id} are {known}, not {quoted(kind)}"
            raise BadSetting("bad_reward", reason)
        signs = np.array(game.signs(seats), np.int64)
        self.game = game
        self.terms = Terms(seats, KINDS.index(kind), float(game.best_alone), signs)
        self.are_vectors = kind == "vector"
        self.come_with_plies = kind in ("points", "vector")  # not with the end alone
        self.width = len(signs) if self.are_vectors else 1  # numbers in a seat's reward
        self.room: Numbers = np.empty(max(seats, len(signs)), np.int64)
        self.low, self.high = self._bounds()

    def _bounds(self) -> tuple[float, float]:
        """Return the least and the most that a seat can be paid at once."""
        most_lost = self.game.stake
        if self.terms.kind == PAYOFF:
            return -float(most_lost), float(most_lost * (self.terms.seats - 1))
        if self.terms.kind == OUTCOME:
            return -1.0, 1.0
        most = float(max(MOST_POINTS, most_lost * self.terms.seats))
        return -most, most

    @property
    def penalty(self) -> float:
        """The reward for an illegal action that ends the game: no better than losing it."""
        return self.low if self.terms.kind == PAYOFF else -1.0

    def standing(self, s: States, i: int) -> npt.NDArray[np.int32]:
        """Return the numbers (seats, width) whose changes are the rewards; 0 for outcomes."""
        found = np.zeros((self.terms.seats, self.width), np.int32)
        write_standing(self.game.tables, s, i, self.terms, self.room, found)
        return found

    def after(self, s: States, i: int, before: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Return the rewards (seats, width) for the ply that led to s[i].

        `before` is `standing` as it was, and is brought up to date.
        """
        found = np.empty((self.terms.seats, self.width), np.float64)
        write_rewards(self.game.tables, s, i, self.terms, self.room, before, found)
        return found
