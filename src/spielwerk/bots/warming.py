"""The kernels that bots call, for `warm.ready`: thoughts about positions of a random game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from spielwerk.bots import Bot, bot
from spielwerk.bots.knowledge import Knowledge
from spielwerk.rules import batch
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view

_LADDER = ("lehrling", "geselle", "meister", "grossmeister@60", "ismcts@20")
_PLIES = (2, 7)  # into the game: a bot may think otherwise later on


def for_bots(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """All levels at the smallest and the largest table, which compile the same code but alone."""
    for name in _LADDER:
        yield name, partial(_think, game, name)


def _think(game: Game, name: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        think(game, bot(name, 0), seats)


def think(game: Game, player: Bot, seats: int) -> None:
    """Let a bot think early and later in a game, so that all it calls is compiled."""
    for plies in _PLIES:
        s = batch.position(game, seats, 0, plies)
        seat = game.to_act(s, 0)[0]
        player.think(Knowledge(game, seats, seat, view(game.layout, s, 0, seat)))
