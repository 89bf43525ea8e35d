"""Anubixx: roll dice, cross off stones, finish buildings before the others do."""

from spielwerk.games.anubixx.game import Anubixx

GAME = Anubixx

__all__ = ["GAME", "Anubixx"]
