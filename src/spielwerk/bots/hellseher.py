"""A bot that cheats on purpose by seeing everything; it is never offered as an opponent.

It proves that the test of honesty can fail, and shows how much knowing all hands would be worth.
"""

from __future__ import annotations

from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.masters import Grossmeister
from spielwerk.rules.game import Game
from spielwerk.rules.state import States


class Hellseher(Grossmeister):
    """A grossmeister that sees hidden tiles instead of sampling them."""

    name = "hellseher"
    imagines = False

    def know(self, game: Game, seats: int, seat: int, s: States) -> Knowledge:
        return Knowledge(game, seats, seat, s[:1].copy())
