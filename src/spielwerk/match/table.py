"""What a match is played on: the game, its settings, and the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from spielwerk.match.fair import Chance
from spielwerk.rules import warm
from spielwerk.rules.game import Game
from spielwerk.rules.state import NATURE, NATURES_TURN, States


@dataclass
class Table:
    """One game, its options included, set up for so many seats."""

    game: Game
    seats: int
    first: int
    states: States = field(init=False)

    def __post_init__(self) -> None:
        warm.ready(self.game)
        self.states = self.game.layout.empty(1)
        self.clear()

    def clear(self) -> None:
        """Back to before the deal."""
        self.game.kernels.start(self.game.tables, self.states, 0, self.seats, self.first)

    def act(self, seat: int, action: int) -> None:
        """Apply an action known to be legal."""
        self.game.kernels.act(self.game.tables, self.states, 0, seat, action)

    def let_nature_act(self, chance: Chance) -> list[tuple[Any, int]]:
        """All of nature's plies that come now, as (topic, outcome)."""
        decided = []
        while self.states["turn"][0] == NATURES_TURN:
            topic = self.game.topic(self.states, 0)
            outcome = chance.outcome(self.game.odds(self.states, 0))
            self.act(NATURE, outcome)
            decided.append((topic, outcome))
        return decided
