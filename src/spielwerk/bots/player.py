"""The base class of bots: from a seat's knowledge to a move with its reasons."""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from spielwerk.bots.explanations import reasons
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.workspace import Workspace, workspace
from spielwerk.bots.worlds import SEEN, STATES
from spielwerk.match.match import Match
from spielwerk.rules.depth import Depth
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted, whole
from spielwerk.rules.hidden import view
from spielwerk.rules.luck import seed_stream
from spielwerk.rules.state import States


@dataclass(frozen=True)
class Candidate:
    """A move that a bot has considered."""

    action: int
    """The action's number."""
    value: float
    """Higher is better for the seat."""
    visits: int = 1
    """The number of worlds it was tried in, or of visits to its node."""


@dataclass(frozen=True)
class Thought:
    """The result of thinking: the candidates, best first; the first is chosen."""

    candidates: list[Candidate]
    """Best first."""
    nodes: int
    """The number of states visited."""

    @classmethod
    def read(cls, w: Workspace) -> Thought:
        """Read the result that kernels have left in a workspace."""
        found = int(w["found"][0])
        numbers = (w[name][0, :found].tolist() for name in ("actions", "values", "visits"))
        return cls([Candidate(*one) for one in zip(*numbers, strict=True)], int(w["nodes"][0]))

    @property
    def action(self) -> int:
        """The action that the bot chooses."""
        return self.candidates[0].action


class Bot(ABC):
    """A player. Its choice depends only on its seat's knowledge, its seed and its budget."""

    name: ClassVar[str]
    """The bot's name in reports and refusals."""
    takes_budget: ClassVar[bool] = False
    """Whether it accepts a thinking budget."""
    imagines: ClassVar[bool] = True
    """Whether it samples what it cannot see."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed_word(seed)
        self._thoughts = 0
        self._desk: tuple[tuple[int, int], Game, Workspace, States] | None = None

    def luck(self) -> np.uint64:
        """Return the seed word for random numbers, a new one for each decision."""
        stream = np.empty(1, np.uint64)
        seed_stream(stream, self._seed, np.uint64(self._thoughts))
        self._thoughts += 1
        return np.uint64(stream[0])

    def depth(self, known: Knowledge) -> Depth:
        """Return how far to search in a game."""
        return known.game.depth

    def desk(self, known: Knowledge) -> tuple[Workspace, States]:
        """Return memory for kernels: a workspace, and states, the first being what is seen."""
        game, key = known.game, (id(known.game), known.seats)
        if self._desk is None or self._desk[0] != key:
            w = workspace(game, known.seats, self.depth(known), imagines=self.imagines)
            self._desk = key, game, w, game.layout.empty(STATES)
        _, _, w, states = self._desk
        states[SEEN] = known.seen[0]
        return w, states

    @abstractmethod
    def think(self, known: Knowledge) -> Thought:
        """Return the candidates, best first."""

    def know(self, game: Game, seats: int, seat: int, s: States) -> Knowledge:
        """Return the bot's knowledge of s[0]: what its seat may see."""
        return Knowledge(game, seats, seat, view(game.layout, s, 0, seat))

    def _know_match(self, match: Match, seat: int) -> Knowledge:
        if seat not in match.to_act:
            raise IllegalMove("not_your_turn", f"seat {seat} may not act now", seat=seat)
        return self.know(match.game, match.seats, seat, match.states)

    def choose(self, match: Match, seat: int) -> str:
        """Return the bot's move."""
        known = self._know_match(match, seat)
        return known.write(self.think(known).action)

    def explain(self, match: Match, seat: int, most: int = 5) -> list[dict[str, Any]]:
        """Return the best candidates, ready for JSON: moves, values, and how they differ."""
        return self.explain_known(self._know_match(match, seat), most)

    def explain_known(self, known: Knowledge, most: int = 5) -> list[dict[str, Any]]:
        """Return the same, given what a seat knows."""
        best = self.think(known).candidates[:most]
        told = reasons(known, [candidate.action for candidate in best])
        return [
            {
                "move": known.write(candidate.action),
                "value": candidate.value,
                "visits": candidate.visits,
                "terms": terms,
            }
            for candidate, terms in zip(best, told, strict=True)
        ]


def seed_word(seed: int | None) -> np.uint64:
    """Return a bot's seed as one word; a longer seed is mixed down to one."""
    if seed is None:
        return np.uint64(secrets.randbits(64))
    number = whole(seed)
    if number is None or number < 0:
        raise BadSetting(
            "bad_seed", f"a bot's seed is a whole number from 0 on, not {quoted(seed)}"
        )
    if number >= 1 << 64:
        mixed = hashlib.sha256(number.to_bytes((number.bit_length() + 7) // 8, "big")).digest()
        number = int.from_bytes(mixed[:8], "big")
    return np.uint64(number)
