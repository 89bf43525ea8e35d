"""Engines beside native kernels at every table: random games, positions, decisions."""

import itertools

import pytest

from engine.beside import Beside, Positions, play_random_game, positions
from engine.deciding import Decider
from engine.tables import TABLES, Table
from spielwerk.bots import Knowledge, bot
from spielwerk.rules.hidden import view

GAMES = 200
PLIES = (0, 1, 2, 4, 7, 11, 16, 22, 30, 45, 70, 1 << 20)
DEEP = (0, 3, 9, 20)
BOTS = ("zufall", "lehrling", "geselle", "meister", "grossmeister@400", "ismcts@600")
SEEDS = (0, 2**63 + 12345)

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@every_table
def test_random_games(table: Table) -> None:
    both = Beside(table.game)
    for number in range(GAMES):
        play_random_game(both, table.seats, 7, number)


@every_table
def test_positions(table: Table) -> None:
    both = Beside(table.game)
    asking = Positions(both, 1, thorough=True)
    for seed in (3, 4, 5):
        for s in positions(both, table.seats, seed, PLIES):
            asking.look_at(s, table.seats)


@every_table
def test_decisions(table: Table) -> None:
    both, game = Beside(table.game), table.game
    decider = Decider(both.hosted)
    for s in positions(both, table.seats, 11, DEEP):
        for seat in game.to_act(s, 0)[:1]:
            seen = view(game.layout, s, 0, seat)
            known = Knowledge(game, table.seats, seat, seen)
            for name, seed in itertools.product(BOTS, SEEDS):
                found = decider.think(name, seen, table.seats, seat, seed)
                assert found == bot(name, seed).think(known), name
