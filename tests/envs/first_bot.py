"""A user's own bot."""

from spielwerk.bots import Bot
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Candidate, Thought


class FirstBot(Bot):
    """Takes the first action of its list."""

    name = "first"

    def think(self, known: Knowledge) -> Thought:
        return Thought([Candidate(int(known.legal()[0]), 0.0)], nodes=0)
