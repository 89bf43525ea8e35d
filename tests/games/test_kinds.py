"""The part of the box that a move uses, by `Game.kind`: the one that its notation names."""

import pytest

import spielwerk as sw
from spielwerk.games import find
from spielwerk.rules import batch
from spielwerk.rules.state import NATURE


def named(game: str, move: str) -> set[str]:
    """Return the names of the part that a move names."""
    if move in ("swap", "keep", "stop"):
        return {""}
    if game == "anubixx":
        return {{"P": "pyramid", "A": "arch"}.get(move[0], "relief")}
    if game == "second_chance":
        return {move.split(":", maxsplit=1)[0]}
    if game == "axio_rota":
        corners = move.split(":")[1].split("=", maxsplit=1)[0]
        return {corners[turn:] + corners[:turn] for turn in range(4)}
    tile = move.split(maxsplit=1)[0]
    return {tile, tile[::-1]}


@pytest.mark.parametrize("name", sw.games())
def test_a_move_uses_the_part_that_it_names(name: str) -> None:
    game = find(name)
    _, log = batch.trace(game, 2, 5, 0)
    s = game.layout.empty(1)
    game.kernels.start(game.tables, s, 0, 2, 0)
    kinds = set()
    for seat, action in log.tolist():
        if seat != NATURE:
            kind = game.kind(s, 0, seat, action)
            assert kind in named(name, game.write(s, 0, seat, action))
            kinds.add(kind)
        game.kernels.act(game.tables, s, 0, seat, action)
    assert len(kinds) >= 3
