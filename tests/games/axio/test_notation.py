"""AXIO's notation: one way to write a move, and reasons where it is written otherwise."""

import numpy as np
import pytest

import spielwerk as sw
from spielwerk.games import find


def read(move: str) -> int:
    """The action that a move would be for somebody, at any table."""
    game = find("axio")
    return game.read(game.layout.empty(1), 0, 0, move)


def test_every_action_has_one_notation() -> None:
    game = find("axio")
    written = game.write_all(game.layout.empty(1), 0, 0, np.arange(game.actions))
    assert len(set(written)) == len(written) == 312 * 25 + 2
    assert list(map(read, written)) == list(range(game.actions))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "malformed"),
        ("rb", "malformed"),
        ("rb g8 g9", "malformed"),
        ("rb  g8-g9", "malformed"),
        (" rb g8-g9", "malformed"),
        ("rb g8-g9 ", "malformed"),
        ("rb g8-g9\n", "malformed"),
        ("RB g8-g9", "malformed"),
        ("rx g8-g9", "malformed"),
        ("rb g08-g09", "malformed"),
        ("rb g13-g14", "malformed"),
        ("rb m1-n1", "malformed"),
        ("rb g٨-g٩", "malformed"),
        ("Swap", "malformed"),
        ("rb g9-g8", "cells_in_wrong_order"),
        ("rb h8-g8", "cells_in_wrong_order"),
        ("rb g8-g10", "not_neighbours"),
        ("rb g8-h9", "not_neighbours"),
        ("rb g8-g8", "not_neighbours"),
    ],
)
def test_any_other_spelling_is_refused(move: str, code: str) -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        read(move)
    assert refused.value.code == code


def test_a_wrong_order_is_told_the_right_one() -> None:
    with pytest.raises(sw.IllegalMove, match="br g8-g9") as refused:
        read("rb g9-g8")
    assert refused.value.details == {"better": "br g8-g9"}


def test_letters_order_cells_before_numbers() -> None:
    """f9 comes before f10, and f10 before g9."""
    game = find("axio")
    for move in ("rb f9-f10", "rb f10-g10"):
        assert game.write(game.layout.empty(1), 0, 0, read(move)) == move
