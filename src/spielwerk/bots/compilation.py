"""The compilation stage for bots: each thinks about an early and a later position."""

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
_PLIES = (2, 7)  # into the game: a bot may take other code paths later on


def for_bots(game: Game) -> Iterator[Call]:
    """Yield calls for all levels, at the smallest and largest tables: solo code differs."""
    for name in _LADDER:
        yield name, partial(_rehearse, game, name)


def _rehearse(game: Game, name: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        rehearse(game, bot(name, 0), seats)


def rehearse(game: Game, player: Bot, seats: int) -> None:
    """Make a bot think early and later in a game, so that everything it calls is compiled."""
    for plies in _PLIES:
        s = _position(game, seats, plies)
        for seat in game.to_act(s, 0)[:1]:  # empty if the game is over by then
            player.think(Knowledge(game, seats, seat, view(game.layout, s, 0, seat)))


def _position(game: Game, seats: int, plies: int) -> States:
    """Return the state after that many first legal moves; a match's kernels suffice for it."""
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
