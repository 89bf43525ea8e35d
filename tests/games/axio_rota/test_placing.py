"""Where a tile may be laid and how, and when a colour is named: RO-7 and RO-10."""

from collections import Counter

import pytest

import spielwerk as sw
from games.axio_rota.positions import Cell, along, beside, cells_of, dealt, position, tiles_of


def _turns_of(moves: list[str], cell: str) -> list[str]:
    """How the tile may lie on a cell, colours named included."""
    return sorted(move.split(":")[1] for move in moves if move.startswith(f"{cell}:"))


def _namings_by_corner(moves: list[str], cell: str) -> Counter[int]:
    """How many ways there are to lay the empty corner top left, top right, and so on."""
    return Counter(turn.index("_") for turn in _turns_of(moves, cell))


def test_a_full_tile_lies_in_four_ways_on_each_of_eight_cells() -> None:
    """RO-7: all around the square, not diagonally across its corners."""
    match = position(hand="robg")
    around = {"-1,0", "-1,1", "2,0", "2,1", "0,-1", "1,-1", "0,2", "1,2"}
    turns = ("robg", "obgr", "bgro", "grob")
    assert match.legal(0) == sorted(f"{cell}:{turn}" for cell in around for turn in turns)


@pytest.mark.parametrize(
    "display",
    [
        "rgop",
        "gbop . / rbpo . / rgop rgbp",
        "gbop rbpo rgbo / rgop . rgob / rgbp rbgo rbog",
        "gbop . rbpo / rgop rgbp rgbo",
    ],
)
def test_free_cells_that_share_a_side_with_a_tile(display: str) -> None:
    """RO-7: in bays and holes too."""
    match = position(display, hand="robg")
    cells = beside(tiles_of(display))
    assert cells_of(match.legal(0)) == cells
    assert len(match.legal(0)) == 4 * len(cells)


def test_a_laid_tile_opens_new_cells() -> None:
    """RO-7"""
    match = position(hand="robg")
    match.play("2,0:robg")
    cells = cells_of(match.legal(1))
    assert {(3, 0), (2, -1), (2, 1)} <= cells
    assert (2, 0) not in cells
    assert len(cells) == 9


def test_the_tile_lies_as_it_was_written() -> None:
    """RO-1, RO-7: corners clockwise from the top left, x to the right, y up."""
    match = position("rgop", hand="robg")
    match.play("0,1:obgr")
    assert match.view(None)["tiles"] == {"0,0": "rgop", "0,1": "obgr"}


@pytest.mark.parametrize(
    ("move", "code", "details"),
    [
        ("1,1:robg", "cell_not_free", {"cell": "1,1"}),
        ("0,0:robg", "cell_not_free", {"cell": "0,0"}),
        ("2,2:robg", "not_beside", {"cell": "2,2"}),
        ("-1,-1:robg", "not_beside", {"cell": "-1,-1"}),
        ("3,0:robg", "not_beside", {"cell": "3,0"}),
        ("2,0:gbop", "not_in_hand", {"tile": "gbop"}),
        ("2,0:pgbo", "not_in_hand", {"tile": "gbop"}),
        ("2,0:rgbo", "not_in_hand", {"tile": "rgbo"}),
        ("2,0:bogr", "not_in_hand", {"tile": "rbog"}),  # robg, seen in a mirror
        ("2,0:robg=r", "nothing_to_name", {}),
    ],
)
def test_other_placements_are_refused(move: str, code: str, details: dict[str, str]) -> None:
    """RO-7"""
    match = position(hand="robg")
    before = match.states.tobytes()
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    assert (refused.value.code, refused.value.details) == (code, details)
    assert move not in match.legal(0)
    assert match.states.tobytes() == before


def test_a_tile_of_another_seat_cannot_be_laid() -> None:
    """RO-5, RO-7"""
    match = sw.replay(dealt("rgob", "robg"))
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("2,0:robg")
    assert refused.value.code == "not_in_hand"
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("2,0:robg", 1)
    assert refused.value.code == "not_your_turn"


# Naming a colour


def test_a_colour_is_named_where_the_empty_corner_meets_another_quarter() -> None:
    """RO-10: beside one tile two of the four ways do; each colour is a move of its own."""
    match = position("rgop", hand="_rgb")
    assert _turns_of(match.legal(0), "1,0") == sorted(
        ["b_rg", "gb_r", *(f"{turn}={c}" for turn in ("_rgb", "rgb_") for c in "rgbop")]
    )
    assert len(match.legal(0)) == 4 * 12


def test_an_empty_corner_that_lies_is_another_quarter_too() -> None:
    """RO-10: it meets nothing but empty ones, and yet a colour is named."""
    match = position("r_gb", hand="_rbo")
    turns = _turns_of(match.legal(0), "1,0")
    assert [turn for turn in turns if turn.startswith("_")] == [f"_rbo={c}" for c in "bgopr"]
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("1,0:_rbo")
    assert refused.value.code == "name_a_colour"


@pytest.mark.parametrize(
    ("across", "side", "meets"),
    [
        ((-1, 1), (1, 0), {0, 1, 2}),
        ((1, 1), (-1, 0), {0, 1, 3}),
        ((1, -1), (-1, 0), {0, 2, 3}),
        ((-1, -1), (1, 0), {1, 2, 3}),
        ((-1, 1), (0, -1), {0, 2, 3}),
        ((1, 1), (0, -1), {1, 2, 3}),
        ((1, -1), (0, 1), {0, 1, 2}),
        ((-1, -1), (0, 1), {0, 1, 3}),
    ],
)
def test_a_quarter_diagonally_across_is_another_quarter_too(
    across: Cell, side: Cell, meets: set[int]
) -> None:
    """RO-8, RO-10: one tile across a corner of 0,0, the other beside it, away from that corner.

    How the two hang together is left out.
    """
    match = position({across: "gbpo", side: "gobp"}, hand="_rgb")
    counts = _namings_by_corner(match.legal(0), "0,0")
    assert counts == {corner: 5 if corner in meets else 1 for corner in range(4)}


@pytest.mark.parametrize(
    ("cell", "meets"),
    [
        ("-1,0", {1, 2}),
        ("-1,1", {1, 2}),
        ("2,0", {0, 3}),
        ("2,1", {0, 3}),
        ("0,-1", {0, 1}),
        ("1,-1", {0, 1}),
        ("0,2", {2, 3}),
        ("1,2", {2, 3}),
    ],
)
def test_which_corners_meet_the_square(cell: str, meets: set[int]) -> None:
    """RO-8, RO-10: clockwise from the top left."""
    counts = _namings_by_corner(position(hand="_rgb").legal(0), cell)
    assert counts == {corner: 5 if corner in meets else 1 for corner in range(4)}


def test_a_hole_gives_all_corners_something_to_meet() -> None:
    """RO-10"""
    match = position("gbop rbpo rgbo / rgop . rgob / rgbp rbgo rbog", hand="_rgb")
    assert len(_turns_of(match.legal(0), "1,1")) == 4 * 5


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("1,0:_rgb", "name_a_colour"),
        ("1,0:rgb_", "name_a_colour"),
        ("1,0:b_rg=r", "nothing_to_name"),
        ("1,0:gb_r=p", "nothing_to_name"),
    ],
)
def test_naming_too_much_or_too_little_is_refused(move: str, code: str) -> None:
    """RO-10"""
    match = position("rgop", hand="_rgb")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    assert (refused.value.code, refused.value.details) == (code, {})


@pytest.mark.parametrize("hand", ["robg", "_rgb"])
@pytest.mark.parametrize("path", [[(0, 0)], [(-1, -1), (0, -1), (-1, 0), (1, -1)]])
def test_moves_are_counted_and_numbered_as_they_are_listed(hand: str, path: list[Cell]) -> None:
    """RO-7, RO-10: what random play chooses from, each move once, across the seam too."""
    match = position(along(path, hand), hand=hand)
    game, states = match.game, match.states
    actions = game.legal(states, 0, 0).tolist()
    n = game.kernels.count(game.tables, states, 0, 0)
    numbered = [game.kernels.nth(game.tables, states, 0, 0, k) for k in range(n)]
    assert sorted(numbered) == sorted(actions)
    assert len(set(actions)) == n
