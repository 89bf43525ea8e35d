"""Committed engines equal native kernels at every table (`make test-engines` plays more)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.beside import Beside, Positions, numbers, play_random_game, positions
from engine.deciding import Decider
from engine.tables import TABLES, Table, with_own_parts
from spielwerk.bots import Knowledge, bot
from spielwerk.engine import manifest
from spielwerk.engine.interface import exports
from spielwerk.games import find, names
from spielwerk.rules.hidden import view

pytestmark = pytest.mark.compiled

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
BOTS = ("zufall", "lehrling", "geselle", "meister", "grossmeister@60", "ismcts@80")


@pytest.mark.parametrize("name", names())
def test_engines_are_of_these_sources(name: str) -> None:
    game = find(name)
    manifest.check(game)  # which says what to do if not
    assert manifest.read(game) == manifest.manifest(game)


@pytest.mark.parametrize("name", names())
def test_engines_export_what_is_told(name: str, beside: Callable[[Table], Beside]) -> None:
    told = manifest.read(find(name))["exports"]
    found = beside(Table(name, find(name).seats[0])).hosted.names()
    assert found == told.keys() == exports(find(name)).keys()


@pytest.mark.parametrize("name", names())
def test_engines_hold_no_path(name: str) -> None:
    engine = (manifest.folder(find(name)) / manifest.ENGINE).read_bytes()
    assert b".py" not in engine


@every_table
def test_random_games_are_the_same(table: Table, beside: Callable[[Table], Beside]) -> None:
    for number in range(3):
        play_random_game(beside(table), table.seats, 7, number)


@every_table
def test_positions_are_the_same(table: Table, beside: Callable[[Table], Beside]) -> None:
    both = beside(table)
    asking = Positions(both, 1)
    for s in positions(both, table.seats, 11, (0, 1, 9, 1 << 20)):
        asking.look_at(s, table.seats)


@every_table
def test_bots_decide_the_same(table: Table, beside: Callable[[Table], Beside]) -> None:
    both, game = beside(table), table.game
    decider = Decider(both.hosted)
    for s in positions(both, table.seats, 13, (3,)):
        for seat in game.to_act(s, 0)[:1]:
            seen = view(game.layout, s, 0, seat)
            known = Knowledge(game, table.seats, seat, seen)
            for name in BOTS:
                native = bot(name, 5).think(known)
                assert decider.think(name, seen, table.seats, seat, 5) == native, name


@pytest.mark.parametrize("name", names())
def test_own_parts_are_tables_of_the_same_engine(name: str, tmp_path: Path) -> None:
    game = with_own_parts(name, tmp_path)
    both = Beside(game)
    asking = Positions(both, 2)
    for number in range(3):
        play_random_game(both, game.seats[-1], 3, number)
    for s in positions(both, game.seats[0], 3, (2, 12)):
        asking.look_at(s, game.seats[0])


def test_nodes_are_counted_the_same(beside: Callable[[Table], Beside]) -> None:
    both = beside(Table("anubixx", 2))
    game = both.game
    states = game.layout.empty(4)
    states[0] = play_random_game(both, 2, 1, 0, 5)[0]
    width = max(game.most_legal, game.most_odds)
    room = numbers(3, width), numbers(3), numbers(3), numbers(game.most_odds)
    assert both.call("perft", game.tables, states, 3, *room) > 100
