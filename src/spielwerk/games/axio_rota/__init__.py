"""AXIO rota: square tiles whose corners form circles; your worst colour counts."""

from spielwerk.games.axio_rota.game import AxioRota

GAME = AxioRota

__all__ = ["GAME", "AxioRota"]
