"""What a bot is: a seat's knowledge in, a move with its reasons out."""

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
    """A move that a bot has looked at."""

    action: int
    value: float  # the higher, the better for the seat
    visits: int = 1  # how often it was played on


@dataclass(frozen=True)
class Thought:
    """What came of thinking: the candidates, best first, of which the first is chosen."""

    candidates: list[Candidate]
    nodes: int  # states looked at

    @classmethod
    def read(cls, w: Workspace) -> Thought:
        """Return the thought that kernels have left in a workspace."""
        found = int(w["found"][0])
        numbers = (w[name][0, :found].tolist() for name in ("actions", "values", "visits"))
        return cls([Candidate(*one) for one in zip(*numbers, strict=True)], int(w["nodes"][0]))

    @property
    def action(self) -> int:
        """What the bot chooses."""
        return self.candidates[0].action


class Bot(ABC):
    """A player. Its choice depends only on its seat's knowledge, its seed and its budget."""

    name: ClassVar[str]
    takes_budget: ClassVar[bool] = False  # whether it may be told for how long to think
    imagines: ClassVar[bool] = True  # what it can't see

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed_word(seed)
        self._thoughts = 0
        self._desk: tuple[tuple[int, int], Game, Workspace, States] | None = None

    def luck(self) -> np.uint64:
        """Return the word that random numbers start from, another one for each thought."""
        stream = np.empty(1, np.uint64)
        seed_stream(stream, self._seed, np.uint64(self._thoughts))
        self._thoughts += 1
        return np.uint64(stream[0])

    def depth(self, known: Knowledge) -> Depth:
        """Return how far to look into a game."""
        return known.game.depth

    def desk(self, known: Knowledge) -> tuple[Workspace, States]:
        """Return memory for kernels: a workspace, and states of which the first is what is seen."""
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
        """Return what the bot is given of s[0]: what its seat may see."""
        return Knowledge(game, seats, seat, view(game.layout, s, 0, seat))

    def _know_match(self, match: Match, seat: int) -> Knowledge:
        if seat not in match.to_act:
            raise IllegalMove("not_your_turn", f"seat {seat} may not act now", seat=seat)
        return self.know(match.game, match.seats, seat, match.states)

    def choose(self, match: Match, seat: int) -> str:
        """Return the move that the bot would make."""
        known = self._know_match(match, seat)
        return known.write(self.think(known).action)

    def explain(self, match: Match, seat: int, most: int = 5) -> list[dict[str, Any]]:
        """Return the best candidates, ready for JSON: moves, values, and how they differ."""
        return self.explain_known(self._know_match(match, seat), most)

    def explain_known(self, known: Knowledge, most: int = 5) -> list[dict[str, Any]]:
        """Return the same, from what a seat knows."""
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
    """Return the word that a bot's seed stands for: itself, or what a longer one is mixed to."""
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
