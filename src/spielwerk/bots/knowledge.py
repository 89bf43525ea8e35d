"""What a bot is given: what its seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.rules.game import Game
from spielwerk.rules.state import Numbers, States


@dataclass(frozen=True)
class Knowledge:
    """A game as one seat sees it when it may act: the bytes that it is granted, zeros elsewhere."""

    game: Game
    seats: int
    seat: int
    seen: States  # an array of one

    def legal(self) -> Numbers:
        """Return the actions that the seat may choose from."""
        return self.game.legal(self.seen, 0, self.seat)

    def write(self, action: int) -> str:
        """One of these actions in notation."""
        return self.game.write(self.seen, 0, self.seat, action)
