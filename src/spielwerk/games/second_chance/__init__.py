"""Second Chance: everyone draws the same pieces into a grid of their own; fewest gaps win."""

from spielwerk.games.second_chance.game import SecondChance

GAME = SecondChance

__all__ = ["GAME", "SecondChance"]
