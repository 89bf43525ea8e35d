"""The stage of compilation for bots: they think about positions early and later in a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spielwerk.bots import Bot, bot
from spielwerk.bots.knowledge import Knowledge
from spielwerk.rules.compilation import Call
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view
from spielwerk.rules.state import NATURE, States

_LADDER = ("lehrling", "geselle", "meister", "grossmeister@1ms", "ismcts@1ms")  # as servers ask
_PLIES = (2, 7)  # into the game: a bot may think otherwise later on


def for_bots(game: Game) -> Iterator[Call]:
    """All levels at the smallest and the largest table, which compile the same code but alone."""
    for name in _LADDER:
        yield name, partial(_rehearse, game, name)


def _rehearse(game: Game, name: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        rehearse(game, bot(name, 0), seats)


def rehearse(game: Game, player: Bot, seats: int) -> None:
    """Let a bot think early and later in a game, so that all it calls is compiled."""
    for plies in _PLIES:
        s = _position(game, seats, plies)
        for seat in game.to_act(s, 0)[:1]:  # nobody, in a game that is over by then
            player.think(Knowledge(game, seats, seat, view(game.layout, s, 0, seat)))


def _position(game: Game, seats: int, plies: int) -> States:
    """Return the state after so many first moves; what matches call is compiled by then."""
    s = game.layout.empty(1)
    game.kernels.start(game.tables, s, 0, seats, 0)
    while acting := game.to_act(s, 0):
        if acting == (NATURE,):
            game.apply(s, 0, NATURE, int(game.odds(s, 0).argmax()))
        elif plies > 0:
            game.apply(s, 0, acting[0], int(game.legal(s, 0, acting[0])[0]))
            plies -= 1
        else:
            break
    return s
