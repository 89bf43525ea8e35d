"""The position of a match: a game set up for a number of seats, and its state."""

from __future__ import annotations

from dataclasses import dataclass, field

from spielwerk.match.fair import Chance
from spielwerk.rules import compilation
from spielwerk.rules.game import Game
from spielwerk.rules.reveals import Known
from spielwerk.rules.state import NATURE, NATURES_TURN, States


@dataclass
class Position:
    """One game with its options, and its current state."""

    game: Game
    seats: int
    first: int
    states: States = field(init=False)  # an array of one

    def __post_init__(self) -> None:
        compilation.ready(self.game, compilation.for_deals)
        self.states = self.game.layout.empty(1)
        self.clear()

    def clear(self) -> None:
        """Reset to before the deal."""
        self.game.kernels.start(self.game.tables, self.states, 0, self.seats, self.first)

    def act(self, seat: int, action: int) -> list[Known]:
        """Apply an action known to be legal; return what becomes known."""
        return self.game.apply(self.states, 0, seat, action)

    def let_nature_act(self, chance: Chance) -> tuple[list[int], list[Known]]:
        """Make all pending plies of nature; return their outcomes, and what becomes known."""
        outcomes: list[int] = []
        known: list[Known] = []
        while self.states["turn"][0] == NATURES_TURN:
            outcome = chance.outcome(self.game.odds(self.states, 0))
            known += self.act(NATURE, outcome)
            outcomes.append(outcome)
        return outcomes, known
