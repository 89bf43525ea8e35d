"""A bot that cheats on purpose: it sees everything. Nobody is asked to play against it.

It proves that the test of honesty can fail, and shows what knowing all hands would be worth.
"""

from __future__ import annotations

from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.masters import Grossmeister
from spielwerk.rules.game import Game
from spielwerk.rules.state import States


class Hellseher(Grossmeister):
    """A grossmeister that need not imagine what others hold."""

    name = "hellseher"
    imagines = False

    def know(self, game: Game, seats: int, seat: int, s: States) -> Knowledge:
        return Knowledge(game, seats, seat, s[:1].copy())
