"""What AXIO's tiles and pyramids bring: AX-8 to AX-11 and AX-14."""

from pathlib import Path

import pytest

from games.axio.positions import cell_at, fill, points, position, set_hand
from spielwerk.games.axio import layout, parts


def test_one_point_for_blue() -> None:
    """AX-8: the original's first example: one equal symbol beside one half."""
    assert points(position("b e5"), "br f5-g5") == {"b": 1}


def test_three_for_blue_and_two_for_red() -> None:
    """AX-8, AX-9: the original's second example."""
    match = position("b e5 d5 f6, r h5 g4")
    assert points(match, "br f5-g5") == {"b": 3, "r": 2}


def test_four_for_blue_and_two_for_red() -> None:
    """AX-8: the original's third example: runs in all three directions add up."""
    match = position("b e5 f6 f4, b d5, r h5 i5")
    assert points(match, "br f5-g5") == {"b": 4, "r": 2}


def test_a_run_is_unbroken_and_of_one_symbol() -> None:
    """AX-8"""
    assert points(position("b e5 c5"), "br f5-f6") == {"b": 1}  # a gap at d5
    assert points(position("b e5 c5, g d5"), "br f5-f6") == {"b": 1}  # another symbol
    assert points(position("b e5 d5 c5"), "br f5-f6") == {"b": 3}  # c is the area's edge
    assert points(position("b d5 c5 b5 a5", seats=4), "br e5-e6") == {"b": 4}  # and here not


def test_printed_symbols_count() -> None:
    """AX-8"""
    assert points(position("p g8", hand="rp"), "pr f7-f8") == {"p": 1}
    match = position("b g4 g5", hand="bo")
    assert points(match, "bo g6-h6") == {"b": 3}  # g5, g4 and the printed g3


def test_the_half_itself_and_lines_through_the_other_half_do_not_count() -> None:
    """AX-8: a double beside nothing brings nothing, and no half counts past the other."""
    assert points(position(hand="bb"), "bb f5-g5") == {}
    match = position("b h5", hand="bb")
    assert points(match, "bb f5-g5") == {"b": 1}  # only g5 sees h5


def test_both_halves_of_a_double_score_on_one_track() -> None:
    """AX-9"""
    match = position("b e5 f6 g6 h5", hand="bb")
    assert points(match, "bb f5-g5") == {"b": 4}


def test_a_pyramid_cell_ends_a_run() -> None:
    """AX-8"""
    match = position("b d6 g5 e4, g f6 f4, r e7", hand="rb bo")
    match.play("rb e5-e6")  # closes f5, between e5 and g5
    assert match.view(None)["pyramids"] == ["f5"]
    set_hand(match, 1, "bo")
    assert points(match, "bo h5-i5") == {"b": 1}  # g5, and not e5 behind the pyramid


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("direction", ["up", "down", "away"])
def test_each_half_counts_in_each_of_its_three_directions(half: int, direction: str) -> None:
    """AX-8, AX-9"""
    beside = {
        0: {"up": "f6 f7", "down": "f4 f3", "away": "e5 d5"},
        1: {"up": "g6", "down": "g4", "away": "h5 i5"},
    }[half][direction]
    colour, move = ("o", "or f5-g5") if half == 0 else ("r", "or f5-g5")
    match = position(f"{colour} {beside}", hand="ro")
    assert points(match, move) == {colour: len(beside.split())}


def test_points_go_to_the_seat_that_laid_the_tile() -> None:
    """AX-9, AX-10"""
    match = position("g e6 d5 e4, o i9, b g6", hand="rr")
    match.play("rr i4-j4")
    set_hand(match, 1, "bp")
    match.play("bp f5-g5")
    assert match.scores(0) == [0, 0, 0, 0, 0]
    assert match.scores(1) == [0, 3, 1, 0, 0]


def test_printed_symbols_beside_a_pyramid_count() -> None:
    """AX-10: g10 lies below the printed red of g11."""
    match = position("o f10, g h10", hand="bp")
    assert points(match, "pb g8-g9") == {"r": 1, "o": 1, "g": 1, "b": 1, "p": 1}


def test_annas_pyramid() -> None:
    """AX-10: the original's example: 3 for blue, then 1 each for green, blue and red.

    The cell closed in, c5, lies at the edge: three neighbours, and the edge gives nothing.
    """
    match = position("g c6, r d5, b d4 e4 f4", hand="bo")
    assert points(match, "ob c3-c4") == {"b": 3 + 1, "g": 1, "r": 1}
    match.play("ob c3-c4")
    assert match.view(None)["pyramids"] == ["c5"]


def test_four_neighbours_and_several_pyramids_at_once() -> None:
    """AX-10"""
    around_e5 = "r e6, g d5, o e4"
    around_h5 = "r h6, g i5, p h4"
    match = position(f"{around_e5}, {around_h5}", hand="bp")
    assert points(match, "bp f5-g5") == {"r": 2, "g": 2, "o": 1, "p": 2, "b": 1}
    match.play("bp f5-g5")
    assert match.view(None)["pyramids"] == ["e5", "h5"]


def test_equal_neighbours_of_a_pyramid_all_count() -> None:
    """AX-10"""
    match = position("g e6 d5 e4", hand="bp")
    assert points(match, "bp f5-g5") == {"g": 3, "b": 1}


def test_two_empty_neighbours_are_not_closed() -> None:
    """AX-10: single cells only."""
    match = position("g d5 d6 e7 f6 e4, b g5", hand="bp")  # e5 and e6 stay together
    match.play("bp f4-f5")
    assert match.view(None)["pyramids"] == []


def test_older_closed_cells_do_not_score_again() -> None:
    """AX-10: a tile laid around the corner of a pyramid brings nothing more for it."""
    match = position("g e6 d5 e4", hand="bp")
    match.play("bp f5-g5")
    set_hand(match, 1, "ro")
    assert points(match, "ro f3-f4") == {}


def test_the_oldest_pyramid_moves_when_all_are_in_use(tmp_path: Path) -> None:
    """AX-11: it scores as usual, and the cell that it left stays empty for good."""
    few = tmp_path / "two-pyramids.toml"
    text = parts.OWN.read_text(encoding="utf-8")
    few.write_text(text.replace("number = 20", "number = 2"), encoding="utf-8")
    board = "r e6, g d5, o e4, r h6, g i5, p h4, r f9 h9, g e8, p f7"
    match = position(board, hand="bp gb", parts=str(few))
    match.play("bp f5-g5")  # closes e5 and h5
    assert match.view(None)["pyramids"] == ["e5", "h5"]
    state = match._position.states[0]
    state.turn, state.seat = 1, 0
    set_hand(match, 0, "gb")
    assert points(match, "bg g8-g9") == {"r": 1, "g": 1, "p": 1, "b": 1}
    match.play("bg g8-g9", 0)  # closes f8
    assert match.view(None)["pyramids"] == ["h5", "f8"]
    assert state.board[cell_at("e5")] == layout.EMPTY
    assert str(match).count("^") == 2
    for seat in match.to_act:
        assert not any("e5" in move.split(" ")[1].split("-") for move in match.legal(seat))


def test_a_track_ends_at_18() -> None:
    """AX-14: surplus lapses."""
    match = position("b e5 d5 f6, r h5", tracks=(0, 0, 17, 0, 0))
    match.play("br f5-g5")
    assert match.scores(0) == [1, 0, 18, 0, 0]


def test_a_track_at_18_stays_there() -> None:
    """AX-14: a second board is for solo games alone."""
    match = position("b e5 d5 f6", tracks=(0, 0, 18, 0, 0))
    match.play("br f5-g5")
    assert match.scores(0)[2] == 18


def test_surplus_of_a_pyramid_lapses_too() -> None:
    """AX-14"""
    match = position("g e6 d5 e4", hand="bp", tracks=(0, 16, 0, 0, 0))
    match.play("bp f5-g5")
    assert match.scores(0) == [0, 18, 1, 0, 0]


def test_fill_leaves_only_what_it_keeps() -> None:
    match = position(hand="rb")
    fill(match, keep=("f5", "g5"))
    assert {move.split(" ")[1] for move in match.legal(0)} == {"f5-g5"}
