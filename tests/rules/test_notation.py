"""Notation as a declared pattern: one reader and one printer for all games."""

import pytest

from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.notation import NOTHING, Form, Integers, Notation, Points, Refusal, Words

NOTATION = Notation(
    [
        Form("lay", "{piece} {from:cell}-{to:cell}"),
        Form("pay", "{cell}/{coins}"),
        Form("draw", "{piece}:{cells:cell*3}", too_many="too_long"),
        Form("go", "{place}"),
        Form("pass", "pass"),
    ],
    {
        "piece": Words(["a", "ab"], like="[a-z]{1,2}", unknown="unknown_piece"),
        "cell": Words(["x1", "", "x2", "x10"]),
        "coins": Integers(1, 12),
        "place": Points(),
    },
    [
        Refusal("not_free", ("cell",)),
        Refusal("too_dear", ("cells:cell*2", "coins")),
        Refusal("meant", ("better:move",)),
    ],
    ["ab x1-x2", "pass"],
    {"not_free": "{cell} is taken.", "too_dear": "{cells}: that costs {coins}"},
)


@pytest.mark.parametrize(
    "row",
    [
        [-1, 0, 0, 0, 0],  # no form
        [5, 0, 0, 0, 0],
        [0, 2, 0, 3, NOTHING],  # no such piece
        [0, -1, 0, 3, NOTHING],
        [0, 1, 1, 3, NOTHING],  # a cell without a name
        [0, 1, 0, NOTHING, NOTHING],
        [1, 2, 13, NOTHING, NOTHING],  # too many coins
        [2, 0, NOTHING, NOTHING, NOTHING],  # an empty list
        [2, 0, 3, 0, 4],
        [3, -1, NOTHING, NOTHING, NOTHING],
        [3, 2001 * 2001, NOTHING, NOTHING, NOTHING],
    ],
)
def test_numbers_without_a_name_cannot_be_written(row: list[int]) -> None:
    assert not NOTATION.can_write(row)


@pytest.mark.parametrize("move", ["ab x1-x10", "x2/12", "a:x10,x1", "-3,0", "999,-999", "pass"])
def test_what_can_be_read_can_be_written(move: str) -> None:
    assert NOTATION.can_write(NOTATION.read(move).tolist())


@pytest.mark.parametrize(
    ("move", "numbers"),
    [
        ("ab x1-x10", [0, 1, 0, 3, NOTHING]),
        ("x2/12", [1, 2, 12, NOTHING, NOTHING]),
        ("a:x10", [2, 0, 3, NOTHING, NOTHING]),
        ("a:x10,x1,x2", [2, 0, 3, 0, 2]),
        ("-3,0", [3, 997 * 2001 + 1000, NOTHING, NOTHING, NOTHING]),
        ("pass", [4, NOTHING, NOTHING, NOTHING, NOTHING]),
    ],
)
def test_a_move_is_read_and_written_alike(move: str, numbers: list[int]) -> None:
    assert NOTATION.read(move).tolist() == numbers
    assert NOTATION.write(numbers) == move


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "malformed"),
        ("ab x1-x3", "malformed"),
        ("ab x1-", "malformed"),
        ("ab x1-x2\n", "malformed"),
        ("x2/13", "malformed"),
        ("x2/012", "malformed"),
        ("x2/-0", "malformed"),
        ("a:", "malformed"),
        ("1000,0", "malformed"),
        ("00,0", "malformed"),
        (7, "malformed"),
        ("zz x1-x2", "unknown_piece"),
        ("a:x1,x1,x1,x1", "too_long"),
    ],
)
def test_what_is_no_move_is_refused(move: object, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        NOTATION.read(move)
    assert refused.value.code == code


def test_a_refusal_names_what_it_speaks_of() -> None:
    refused = NOTATION.refuse(1, [2])
    assert (refused.code, refused.reason, refused.details) == (
        "not_free",
        "x2 is taken",
        {"cell": "x2"},
    )
    refused = NOTATION.refuse(2, [0, 3, 5])
    assert refused.details == {"cells": ["x1", "x10"], "coins": "5"}
    assert refused.reason == "x1 / x10: that costs 5"
    better = NOTATION.refuse(3, [0, 1, 0, 2, NOTHING])
    assert better.details == {"better": "ab x1-x2"}
    assert "meant" in better.reason


def test_the_same_spelling_is_read_once() -> None:
    assert NOTATION.read("ab x1-x2") is NOTATION.read("ab x1-x2")
