"""Second Chance's notation: one way to write a move, and reasons where it is written otherwise."""

import numpy as np
import pytest

import spielwerk as sw
from games.second_chance import oracle
from games.second_chance.positions import ALL, dealt, position
from spielwerk.games import find
from spielwerk.games.second_chance.layout import ONE


def _read(move: str) -> int:
    match = dealt("8C")
    return match.game.read(match.states, 0, 0, move)


def test_every_move_that_can_occur_has_one_notation() -> None:
    """SC-7: all cards in all places, and 81 cells for a 1."""
    moves = [
        f"{card}:{','.join(sorted(cells))}"
        for card in oracle.PICTURES
        for cells in oracle.ways(card)
    ]
    moves += [f"1:{cell}" for cell in oracle.GRID]
    game, states = find("second_chance"), dealt("8C").states
    actions = [game.read(states, 0, 0, move) for move in moves]
    assert len(set(actions)) == len(moves) == len(set(moves))
    assert game.write_all(states, 0, 0, np.array(actions)) == moves
    assert all(0 <= action < game.actions for action in actions)
    assert {action - ONE for action in actions if action >= ONE} == set(range(81))


def test_the_pages_own_example_can_be_drawn() -> None:
    """SC-3, SC-7"""
    match = position(ALL, ALL, cards="5A 5B")
    assert "5A:d4,d5,e5,e6,f5" in match.legal(0)
    match.play("5A:d4,d5,e5,e6,f5", 0)
    assert match.view(0)["grids"][0] == ["d4", "d5", "e5", "f5", "e6"]


def test_the_pages_1_can_be_written() -> None:
    """SC-10"""
    match = position("c7 a1", ALL, cards="2A 3A", deck="5B 4A 4B 4C 4D")
    match.play("3A:a1,a2,a3", 1)
    assert match.legal(0) == ["1:a1", "1:c7"]
    match.play("1:c7", 0)
    assert match.plies[-1].move == "1:c7"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "malformed"),
        ("2A", "malformed"),
        ("2A:", "malformed"),
        (":a1,a2", "malformed"),
        ("2A a1,a2", "malformed"),
        ("2A: a1,a2", "malformed"),
        ("2A:a1, a2", "malformed"),
        ("2A:a1 a2", "malformed"),
        (" 2A:a1,a2", "malformed"),
        ("2A:a1,a2 ", "malformed"),
        ("2A:a1,a2\n", "malformed"),
        ("2A:a1,a2,", "malformed"),
        ("2A:,a1,a2", "malformed"),
        ("2a:a1,a2", "malformed"),
        ("2A:A1,A2", "malformed"),
        ("2A:a01,a02", "malformed"),
        ("2A:a0,a1", "malformed"),
        ("2A:a9,a10", "malformed"),
        ("2A:i1,j1", "malformed"),
        ("2A:a١,a٢", "malformed"),
        ("A2:a1,a2", "malformed"),
        ("9A:a1", "malformed"),
        ("0A:a1", "malformed"),
        ("1:", "malformed"),
        ("1:c7,c8", "malformed"),
        ("1:c7\n", "malformed"),
        ("1:j1", "malformed"),
        ("1 c7", "malformed"),
        ("2:c7", "malformed"),
        ("pass", "malformed"),
        ("2Z:a1,a2", "unknown_card"),
        ("8Z:a1,a2", "unknown_card"),
        ("2A:a2,a1", "cells_in_wrong_order"),
        ("2A:b1,a1", "cells_in_wrong_order"),
        ("3B:a1,b1,a2", "cells_in_wrong_order"),  # by number first
        ("2A:a1,a1", "cells_in_wrong_order"),
        ("2A:a1,a2,a2", "cells_in_wrong_order"),
        ("2A:a1,b2", "wrong_shape"),
        ("2A:a1", "wrong_shape"),
        ("2A:a1,a2,a3", "wrong_shape"),
        ("2A:a1,c1", "wrong_shape"),
        ("2A:a2,i1", "wrong_shape"),  # one after the other by number, and yet far apart
        ("3A:a1,a2,b1", "wrong_shape"),
        ("3B:a1,a2,a3", "wrong_shape"),
        ("5J:d4,d5,e5,e6,f5", "wrong_shape"),
        ("8C:d4,d5,e3,e4,e5,e6,f4,f5,f6", "wrong_shape"),  # more cells than any card has
        ("8Z:d4,d5,e3,e4,e5,e6,f4,f5,f6", "unknown_card"),
        ("8C:i9,h9,g9,f9,e9,d9,c9,b9", "cells_in_wrong_order"),
        ("8C:a1,a1,a1,a1,a1,a1,a1,a1", "cells_in_wrong_order"),
    ],
)
def test_any_other_spelling_is_refused(move: str, code: str) -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        _read(move)
    assert refused.value.code == code


def test_a_wrong_order_is_told_the_right_one() -> None:
    for move, better in [("3B:a1,b1,a2", "3B:a1,a2,b1"), ("2A:a1,a2,a2", "2A:a1,a2")]:
        with pytest.raises(sw.IllegalMove) as refused:
            _read(move)
        assert refused.value.details == {"better": better}


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        _read("2Z:a1,a2")
    assert refused.value.details == {"card": "2Z"}


@pytest.mark.parametrize("move", [None, 5, b"2A:a1,a2", ["2A:a1,a2"]])
def test_a_move_is_a_text(move: str) -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        dealt("8C").play(move)
    assert refused.value.code == "malformed"
