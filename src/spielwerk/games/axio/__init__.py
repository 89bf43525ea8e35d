"""AXIO: dominoes of two colour symbols on a square board; your worst colour counts."""

from spielwerk.games.axio.game import Axio

GAME = Axio

__all__ = ["GAME", "Axio"]
