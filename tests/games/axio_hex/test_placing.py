"""Where tiles may lie on hexagons: HX-6 and HX-7."""

from pathlib import Path

import pytest

import spielwerk as sw
from games.axio_hex.positions import (
    around,
    cells,
    pairs_of,
    pairs_on,
    position,
    set_hand,
    step,
)
from spielwerk.games.axio_hex import parts

CORNERS = ("a6", "f1", "k1", "k6", "f11", "a11")


def _refused(match: sw.Match, move: str, seat: int = 0) -> str:
    assert move not in match.legal(seat)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat)
    return refused.value.code


def test_a_tile_covers_two_free_neighbours_anywhere() -> None:
    """HX-6: contact is not required; a tile of two colours lies in two ways, a double in one."""
    match = position(hand="rb gg")
    legal = match.legal(0)
    assert len(pairs_of(legal)) == 240 - 6 * 3  # all pairs but those with a start symbol
    assert len(legal) == 3 * len(pairs_of(legal))
    assert {"rb d6-d7", "br d6-d7", "gg d6-d7"} <= set(legal)


def test_equal_tiles_give_the_same_moves() -> None:
    """HX-6"""
    assert position(hand="rb rb").legal(0) == position(hand="rb").legal(0)


@pytest.mark.parametrize("corner", CORNERS)
def test_start_symbols_cannot_be_covered(corner: str) -> None:
    """HX-6"""
    beside = min(around(corner) & cells(2))
    one, two = sorted((corner, beside), key=lambda name: (name[0], int(name[1:])))
    assert _refused(position(), f"rb {one}-{two}") == "cell_not_free"


def test_tiles_cannot_be_covered() -> None:
    """HX-6"""
    match = position("r d6")
    assert _refused(match, "rb d6-d7") == "cell_not_free"
    assert _refused(match, "rb d5-d6") == "cell_not_free"


@pytest.mark.parametrize("laid", ["f6-g6", "f6-f7", "f6-g5", "a9-a10", "k2-k3"])
def test_both_cells_of_a_tile_are_covered(laid: str) -> None:
    """HX-6: and the tile shows there as it was laid."""
    match = position(hand="rb")
    match.play(f"rb {laid}")
    set_hand(match, 1, "gg")
    covered = set(laid.split("-"))
    assert pairs_of(match.legal(1)) == pairs_on(cells(2) - set(CORNERS) - covered)
    first, second = laid.split("-")
    board = match.view(None)["board"]
    assert (board[first], board[second]) == ("r", "b")


def test_the_pages_example() -> None:
    """HX-2, HX-6: `br h8-i7` puts blue on h8 and red on i7."""
    match = position(hand="rb")
    match.play("br h8-i7")
    board = match.view(None)["board"]
    assert (board["h8"], board["i7"]) == ("b", "r")


def test_other_cells_and_tiles_are_refused() -> None:
    """HX-2, HX-4, HX-6: l7 and l8 are there with three seats, but not with two."""
    assert _refused(position(), "rb l6-l7") == "outside_area"
    assert "rb l5-l6" in position(seats=3).legal(0)
    assert _refused(position(), "rr d6-d7") == "not_in_hand"
    assert _refused(position(), "swap") == "no_swap"
    assert _refused(position(), "keep") == "no_swap"


# The first round


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_first_tile_touches_a_start_symbol(seats: int) -> None:
    """HX-7: with either half, and wherever it lies otherwise."""
    match = position(hand="rb", seats=seats, first_tiles=seats)
    printed = set(match.view(None)["printed"])
    beside = set().union(*map(around, printed))
    free = pairs_on(cells(seats) - printed)
    assert pairs_of(match.legal(0)) == {pair for pair in free if beside & set(pair.split("-"))}


def test_nine_places_at_each_start_symbol() -> None:
    """HX-7: on the board for two, by hand: 3 + 3 + 5 pairs with a6's neighbours, two twice."""
    match = position(hand="rb", first_tiles=2)
    at_a6 = {"a7-b6", "a7-b7", "a7-a8", "b6-b7", "b6-c6", "b6-c5", "b5-b6", "b5-c5", "b5-c4"}
    assert at_a6 <= pairs_of(match.legal(0))
    assert len(pairs_of(match.legal(0))) == 6 * 9
    assert _refused(match, "rb c6-d6") == "first_tile"  # two steps from a6
    assert _refused(match, "rb f6-g6") == "first_tile"


@pytest.mark.parametrize("laid", ["a7-b6", "b6-c6", "b5-c4"])
def test_every_seat_touches_a_start_symbol_of_its_own(laid: str) -> None:
    """HX-7: whether it is touched by both halves, by one in front of it or by one at the edge."""
    match = position(hand="rb", first_tiles=2)
    match.play(f"rb {laid}")
    set_hand(match, 1, "rb")
    other = "b5-c5" if laid == "a7-b6" else "a7-a8"
    assert _refused(match, f"rb {other}", 1) == "first_tile"
    assert len(pairs_of(match.legal(1))) == 5 * 9
    assert "rb j2-k2" in match.legal(1)


def test_a_start_symbol_touched_by_a_second_half_is_touched() -> None:
    """HX-7"""
    match = position(hand="rb", first_tiles=2)
    match.play("rb f9-f10")
    set_hand(match, 1, "rb")
    assert _refused(match, "rb e11-f10", 1) == "cell_not_free"
    assert _refused(match, "rb d11-e11", 1) == "first_tile"


def test_with_four_seats_the_last_has_three_start_symbols_left() -> None:
    """HX-7"""
    match = position(hand="rb", seats=4, first_tiles=4)
    for seat, corner in enumerate(("c8", "h3", "m3")):
        set_hand(match, seat, "rb")
        # Around each start symbol six cells with five pairs each, six of these counted twice.
        assert len(pairs_of(match.legal(seat))) == (6 - seat) * 24
        match.play(f"rb {step(corner, (1, 0))}-{step(corner, (2, 0))}")
    assert len(pairs_of(match.legal(3))) == 3 * 24


def test_after_the_first_tiles_every_place_is_free_to_all() -> None:
    """HX-7"""
    match = position(hand="rb", first_tiles=2)
    match.play("rb a7-b7")
    set_hand(match, 1, "rb rb")
    match.play("rb j2-k2")
    set_hand(match, 0, "rb")
    assert {"rb b5-c5", "rb f6-g6"} <= set(match.legal(0))
    assert len(pairs_of(match.legal(0))) > 6 * 9


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_match_asks_as_many_first_tiles_as_it_has_seats(seats: int) -> None:
    """HX-7: from whichever seat starts."""
    match = sw.Match("axio_hex", seats, seed=3, first=1)
    for number in range(seats + 1):
        seat = match.to_act[0]
        assert seat == (1 + number) % seats
        assert (len(pairs_of(match.legal(seat))) <= 6 * 24) == (number < seats)
        match.play(match.legal(seat)[0])


def test_first_tiles_touch_start_symbols_wherever_own_parts_put_them(tmp_path: Path) -> None:
    """HX-3, HX-7: in the middle of the board as at its edge."""
    own = tmp_path / "own.toml"
    text = parts.OWN.read_text(encoding="utf-8").replace('a6 = "r"', 'f6 = "r"')
    own.write_text(text, encoding="utf-8")
    match = position(hand="rb", first_tiles=2, parts=str(own))
    assert {"rb f7-f8", "rb e6-e7", "rb d6-e6", "rb f4-f5"} <= set(match.legal(0))
    assert "rb a7-a8" not in match.legal(0)
    match.play("rb f4-f5")
    set_hand(match, 1, "rb")
    assert _refused(match, "rb f7-f8", 1) == "first_tile"
