"""Axio on hexagons: six colours, lines in six directions; your worst colour counts."""

from spielwerk.games.axio_hex.game import AxioHex

GAME = AxioHex

__all__ = ["GAME", "AxioHex"]
