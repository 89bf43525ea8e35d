"""What a bot is: knowledge in, a move with its reasons out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from spielwerk.bots.explaining import reasons
from spielwerk.bots.knowledge import Knowledge
from spielwerk.match.match import Match
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view
from spielwerk.rules.luck import seed_stream
from spielwerk.rules.state import States, Words


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

    @property
    def action(self) -> int:
        """What the bot chooses."""
        return self.candidates[0].action


class Bot(ABC):
    """A player. What it decides hangs on its seat's knowledge, its seed and its budget alone."""

    name: ClassVar[str]

    def __init__(self, seed: int | None = None) -> None:
        drawn = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._seed = np.uint64(drawn[0])
        self._thoughts = 0

    def luck(self) -> Words:
        """A new stream of random numbers, another one for each thought."""
        stream = np.empty(1, np.uint64)
        seed_stream(stream, self._seed, np.uint64(self._thoughts))
        self._thoughts += 1
        return stream

    @abstractmethod
    def think(self, known: Knowledge) -> Thought:
        """The candidates, best first."""

    def know(self, game: Game, seats: int, seat: int, s: States) -> Knowledge:
        """What the bot is given of s[0]: what its seat may see."""
        return Knowledge(game, seats, seat, view(game.layout, s, 0, seat))

    def _know_match(self, match: Match, seat: int) -> Knowledge:
        if seat not in match.to_act:
            raise IllegalMove("not_your_turn", f"seat {seat} may not act now", seat=seat)
        return self.know(match.game, match.seats, seat, match.states)

    def choose(self, match: Match, seat: int) -> str:
        """The move that the bot would make."""
        known = self._know_match(match, seat)
        return known.write(self.think(known).action)

    def explain(self, match: Match, seat: int, most: int = 5) -> list[dict[str, Any]]:
        """The best candidates, ready for JSON: moves, values, and in which terms they differ."""
        return self.explain_known(self._know_match(match, seat), most)

    def explain_known(self, known: Knowledge, most: int = 5) -> list[dict[str, Any]]:
        """The same, from what a seat knows."""
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
