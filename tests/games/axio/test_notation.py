"""AXIO's notation: one way to write a move, and reasons where it is written otherwise."""

import pytest

import spielwerk as sw
from spielwerk.games.axio.notation import AXIO


def test_every_action_has_one_notation() -> None:
    written = [AXIO.write(action) for action in range(AXIO.keep + 1)]
    assert len(set(written)) == len(written) == 312 * 25 + 2
    assert [AXIO.read(move) for move in written] == list(range(AXIO.keep + 1))


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
        AXIO.read(move)
    assert refused.value.code == code


def test_a_wrong_order_is_told_the_right_one() -> None:
    with pytest.raises(sw.IllegalMove, match="write 'br g8-g9'"):
        AXIO.read("rb g9-g8")


def test_letters_order_cells_before_numbers() -> None:
    """f9 comes before f10, and f10 before g9."""
    assert AXIO.write(AXIO.read("rb f9-f10")) == "rb f9-f10"
    assert AXIO.write(AXIO.read("rb f10-g10")) == "rb f10-g10"
