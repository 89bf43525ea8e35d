"""The hexagonal board and its start symbols: HX-2 to HX-4."""

import pytest

import spielwerk as sw
from games.axio_hex.positions import (
    SIDES,
    WAYS,
    cell_at,
    cells,
    pairs_of,
    pairs_on,
    points,
    position,
    step,
)
from spielwerk.dominoes.layout import STRIDE
from spielwerk.games.axio_hex import layout

CORNERS = {
    2: {"a6": "r", "f1": "g", "k1": "b", "k6": "o", "f11": "y", "a11": "p"},
    3: {"b7": "r", "g2": "g", "l2": "b", "l7": "o", "g12": "y", "b12": "p"},
    4: {"c8": "r", "h3": "g", "m3": "b", "m8": "o", "h13": "y", "c13": "p"},
}
every_board = pytest.mark.parametrize("seats", [2, 3, 4])


def _cells_in_play(match: sw.Match) -> set[str]:
    return {cell for pair in pairs_of(match.legal(0)) for cell in pair.split("-")}


@pytest.mark.parametrize(("seats", "number"), [(2, 91), (3, 127), (4, 169)])
def test_the_board_grows_with_the_seats(seats: int, number: int) -> None:
    """HX-2, HX-4: side 6 for two, 7 for three, 8 for four, labels from a1 of each on."""
    match = position(seats=seats)
    assert len(cells(seats)) == number
    assert _cells_in_play(match) == cells(seats) - set(CORNERS[seats])
    assert match.view(None)["side"] == SIDES[seats]


@pytest.mark.parametrize(
    ("name", "is_there"),
    [
        ("a7", True),
        ("a10", True),
        ("k2", True),
        ("k5", True),
        ("b5", True),  # 2 + 5 is 7, the least
        ("b4", False),
        ("j7", True),  # 10 + 7 is 17, the most
        ("j8", False),
        ("a12", False),
        ("l3", False),
    ],
)
def test_letter_and_number_tell_whether_a_cell_is_there(name: str, is_there: bool) -> None:
    """HX-2: with two seats, letter's place and number add up to 7 at least, 17 at most."""
    assert (name in _cells_in_play(position())) == is_there


def test_a_cell_has_six_neighbours() -> None:
    """HX-2: the page's pair, i7 and h8, among them; h8 and i9 or g7 are no neighbours."""
    at_h8 = {pair for pair in pairs_of(position().legal(0)) if "h8" in pair.split("-")}
    assert at_h8 == {"g8-h8", "g9-h8", "h7-h8", "h8-h9", "h8-i7", "h8-i8"}


@pytest.mark.parametrize(("seats", "number"), [(2, 240), (3, 342), (4, 462)])
def test_all_pairs_of_neighbours_can_be_covered_and_no_others(seats: int, number: int) -> None:
    """HX-2, HX-4"""
    assert len(pairs_on(cells(seats))) == number
    free = pairs_on(cells(seats) - set(CORNERS[seats]))
    assert pairs_of(position(seats=seats).legal(0)) == free


@every_board
def test_six_start_symbols_on_the_corners_of_the_inner_side_6(seats: int) -> None:
    """HX-3, HX-4: on a larger board they lie as many letters and numbers further in."""
    view = sw.Match("axio_hex", seats, seed=1).view(None)
    assert view["printed"] == view["board"] == CORNERS[seats]


@every_board
def test_start_symbols_go_around_in_the_order_of_the_colours(seats: int) -> None:
    """HX-3: r g b o y p, each five straight steps from the next."""
    printed = {c: name for name, c in position(seats=seats).view(None)["printed"].items()}
    ring = [printed[colour] for colour in "rgboyp"]
    for one, two in zip(ring, ring[1:] + ring[:1], strict=True):
        assert two in {step(one, way, 5) for way in WAYS}


@every_board
@pytest.mark.parametrize("way", WAYS)
def test_a_line_ends_at_the_edge_of_the_board(seats: int, way: tuple[int, int]) -> None:
    """HX-2, HX-4, HX-8: along all lines, from one edge to the other, and no further."""
    match = position(seats=seats)
    board = match._position.states[0].board
    starts = [name for name in cells(seats) if step(name, way, -1) not in cells(seats)]
    assert len(starts) == 2 * SIDES[seats] - 1
    for start in starts:
        line = [start]
        while step(line[-1], way) in cells(seats):
            line.append(step(line[-1], way))
        shown = [int(board[cell_at(name)]) for name in line]
        assert all(symbol <= layout.EMPTY for symbol in shown)
        beyond = cell_at(line[-1]) + way[0] + way[1] * STRIDE
        assert board[beyond] == layout.EDGE


@pytest.mark.parametrize(("seats", "length"), [(2, 9), (3, 11), (4, 13)])
def test_a_run_goes_from_edge_to_edge(seats: int, length: int) -> None:
    """HX-4, HX-8: along the row above the middle one, from its first cell on."""
    number = SIDES[seats] + 1
    run = [f"{letter}{number}" for letter in "bcdefghijklmn"[:length]]
    match = position("o " + " ".join(run), hand="go", seats=seats)
    assert points(match, f"og a{number}-a{number + 1}") == {"o": length}
    assert step(run[-1], (1, 0)) not in cells(seats)


def test_rows_do_not_join_at_their_ends() -> None:
    """HX-4: o8 ends a row of the largest board, and a9 begins the next."""
    match = position("b o8 n8, b a10", hand="gb", seats=4)
    assert points(match, "bg a9-b9") == {"b": 1}  # a10 alone


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    """HX-2, HX-4"""
    with pytest.raises(sw.BadSetting, match="2 to 4 seats"):
        sw.Match("axio_hex", seats)
