"""A bot's input: what its seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.rules.game import Game
from spielwerk.rules.state import Numbers, States


@dataclass(frozen=True)
class Knowledge:
    """A game as seen by the seat that is to act: the granted bytes, and zeros elsewhere."""

    game: Game
    """The game, with its parts and options."""
    seats: int
    """The number of seats at the table."""
    seat: int
    """The seat that is to act."""
    seen: States
    """An array of one state."""

    def legal(self) -> Numbers:
        """Return the seat's legal actions."""
        return self.game.legal(self.seen, 0, self.seat)

    def write(self, action: int) -> str:
        """Return one of these actions in notation."""
        return self.game.write(self.seen, 0, self.seat, action)
