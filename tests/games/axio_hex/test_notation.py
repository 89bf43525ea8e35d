"""The notation on hexagons: one way to write a move, and reasons where it is written otherwise."""

import numpy as np
import pytest

import spielwerk as sw
from games.axio_hex.positions import cells, pairs_on
from spielwerk.games import find


def read(move: str) -> int:
    """The action that a move would be for somebody, at any table."""
    game = find("axio_hex")
    return game.read(game.layout.empty(1), 0, 0, move)


def test_every_action_has_one_notation() -> None:
    """HX-2, HX-4: two of six colours on all pairs of neighbours of the three boards."""
    game = find("axio_hex")
    written = game.write_all(game.layout.empty(1), 0, 0, np.arange(game.actions))
    pairs = set().union(*(pairs_on(cells(seats)) for seats in (2, 3, 4)))
    placements = {f"{one}{two} {pair}" for one in "rgboyp" for two in "rgboyp" for pair in pairs}
    assert set(written) == placements | {"swap", "keep"}
    assert len(written) == len(set(written)) == game.actions
    assert list(map(read, written)) == list(range(game.actions))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "malformed"),
        ("rb", "malformed"),
        ("h8-i7", "malformed"),
        ("i7-h8", "malformed"),
        ("21... i7-h8", "malformed"),
        ("br h8 i7", "malformed"),
        ("br  h8-i7", "malformed"),
        (" br h8-i7", "malformed"),
        ("br h8-i7 ", "malformed"),
        ("br h8-i7\n", "malformed"),
        ("BR h8-i7", "malformed"),
        ("br H8-I7", "malformed"),
        ("bx h8-i7", "malformed"),
        ("b h8-i7", "malformed"),
        ("br h08-i07", "malformed"),
        ("br h0-h1", "malformed"),
        ("br h15-h16", "malformed"),
        ("br o1-p1", "malformed"),
        ("br h٨-i٧", "malformed"),
        ("br f1٠-g9", "malformed"),
        ("br h8–i7", "malformed"),  # a dash that is no hyphen
        ("Swap", "malformed"),
        ("keep ", "malformed"),
        ("rb i7-h8", "cells_in_wrong_order"),
        ("rb h9-h8", "cells_in_wrong_order"),
        ("rb i8-h8", "cells_in_wrong_order"),
        ("rb f10-f9", "cells_in_wrong_order"),
        ("br h8-i9", "not_neighbours"),
        ("br g7-h8", "not_neighbours"),
        ("br h8-h10", "not_neighbours"),
        ("br h8-j8", "not_neighbours"),
        ("br h8-j6", "not_neighbours"),
        ("br h8-h8", "not_neighbours"),
        ("br a1-a2", "not_neighbours"),  # cells of no board
    ],
)
def test_any_other_spelling_is_refused(move: str, code: str) -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        read(move)
    assert refused.value.code == code


def test_a_wrong_order_is_told_the_right_one() -> None:
    """HX-2: the original's own i7-h8 is written from its smaller cell on."""
    with pytest.raises(sw.IllegalMove, match="br h8-i7") as refused:
        read("rb i7-h8")
    assert refused.value.details == {"better": "br h8-i7"}


def test_letters_order_cells_before_numbers() -> None:
    """HX-2: h8 comes before i7, f9 before f10, and f10 before g9."""
    for move in ("rb h8-i7", "rb f9-f10", "rb f10-g9", "rb f10-g10"):
        game = find("axio_hex")
        assert game.write(game.layout.empty(1), 0, 0, read(move)) == move


@pytest.mark.parametrize(
    ("seats", "move", "cell"),
    [
        (2, "rb a12-a13", "a12"),
        (2, "rb k6-k7", "k7"),
        (2, "rb j7-j8", "j8"),
        (3, "rb n3-n4", "n3"),
        (3, "rb a13-a14", "a14"),
        (4, "rb b6-b7", "b6"),
        (4, "rb a6-b6", "a6"),
    ],
)
def test_cells_of_other_boards_are_outside(seats: int, move: str, cell: str) -> None:
    """HX-2, HX-4: the notation knows them, the match says which cell is not there."""
    match = sw.Match("axio_hex", seats, seed=1)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    if cell == "k7":  # k6, named first, carries a start symbol
        assert (refused.value.code, refused.value.details) == ("cell_not_free", {"cell": "k6"})
    else:
        assert (refused.value.code, refused.value.details) == ("outside_area", {"cell": cell})
