"""What tiles bring on hexagons: HX-8 and HX-9."""

import pytest

from games.axio_hex.positions import WAYS, points, position, set_hand, step

FROM = {(1, 0): "f6-g6", (0, 1): "f6-f7", (1, -1): "f6-g5"}  # a tile in each way it can lie


def test_one_equal_symbol_beside_a_half_is_a_point() -> None:
    """HX-8"""
    assert points(position("b e6"), "br f6-g6") == {"b": 1}


@pytest.mark.parametrize("lies", FROM)
@pytest.mark.parametrize("half", [0, 1])
def test_a_half_looks_along_the_five_lines_that_miss_the_other(
    lies: tuple[int, int], half: int
) -> None:
    """HX-2, HX-8: two equal symbols on each of the six lines, of which five count."""
    start = FROM[lies].split("-")[half]
    other = FROM[lies].split("-")[1 - half]
    found = 0
    for way in WAYS:
        if step(start, way) == other:
            behind = f"{step(other, way)} {step(other, way, 2)}"
            assert points(position(f"o {behind}", hand="oy"), _laid(lies, half)) == {}
        else:
            line = f"{step(start, way)} {step(start, way, 2)}"
            assert points(position(f"o {line}", hand="oy"), _laid(lies, half)) == {"o": 2}
            found += 1
    assert found == 5


def _laid(lies: tuple[int, int], half: int) -> str:
    """Orange as the first or second half of a tile, yellow as the other."""
    return f"{'oy' if half == 0 else 'yo'} {FROM[lies]}"


def test_all_five_lines_add_up() -> None:
    """HX-8"""
    match = position("b e6 d6 f7 f5 f4 g5 e7 d8", hand="rb")
    assert points(match, "br f6-g6") == {"b": 8}


def test_each_half_scores_on_its_own_track() -> None:
    """HX-8: both look along lines of their own, one neighbour they share."""
    match = position("b e6 d6 e7, r h6 g7 f7", hand="rb")
    assert points(match, "br f6-g6") == {"b": 3, "r": 3}


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("b e6 d6 c6 b6", 4),
        ("b e6 c6", 1),  # a gap
        ("b e6 c6, g d6", 1),  # another symbol
        ("b d6 c6", 0),  # not beside it
        ("b e6 d6, r c6, b b6", 2),
    ],
)
def test_a_run_is_unbroken_and_of_one_symbol(board: str, expected: int) -> None:
    """HX-8"""
    assert points(position(board), "br f6-f7").get("b", 0) == expected


def test_start_symbols_count() -> None:
    """HX-8: printed on the board as on tiles, at the end of a run or alone."""
    assert points(position(hand="rb"), "rb a7-b7") == {"r": 1}
    assert points(position("p e7 d8 c9 b10", hand="rp"), "pr f6-g6") == {"p": 5}
    assert points(position("b g5 h4 i3 j2"), "br f6-g6") == {"b": 5}


def test_every_start_symbol_shows_its_own_colour() -> None:
    """HX-3, HX-8"""
    beside = {"r": "a7-b7", "g": "e2-f2", "b": "j2-k2", "o": "k4-k5", "y": "e10-f10", "p": "b9-b10"}
    for colour, cells in beside.items():
        for other in set(beside) - {colour}:
            tile = "".join(sorted(colour + other, key="rgboyp".index))
            match = position(hand=tile)
            gained = [points(match, f"{colour}{other} {cells}")]
            gained.append(points(match, f"{other}{colour} {cells}"))
            assert {colour: 1} in gained
            assert all(set(points_) <= {colour} for points_ in gained)


def test_halves_do_not_count_each_other() -> None:
    """HX-8: a double beside nothing brings nothing, and no half looks past the other."""
    assert points(position(hand="bb"), "bb f6-g6") == {}
    assert points(position("b h6", hand="bb"), "bb f6-g6") == {"b": 1}  # only g6 sees h6


def test_what_both_halves_of_a_double_see_counts_twice() -> None:
    """HX-8: each half on its own: f7 lies beside both."""
    assert points(position("b f7", hand="bb"), "bb f6-g6") == {"b": 2}
    assert points(position("b f7 e6 h6 i6", hand="bb"), "bb f6-g6") == {"b": 5}


def test_lines_bend_nowhere() -> None:
    """HX-8: e6 counts, d7 beside it does not lie on a line with f6."""
    assert points(position("b e6 d7"), "br f6-g6") == {"b": 1}


def test_points_go_to_the_seat_that_laid_the_tile() -> None:
    """HX-8"""
    match = position("b e6, r h6 i6", hand="gg")
    match.play("gg c9-c10")
    set_hand(match, 1, "rb")
    match.play("br f6-g6")
    assert match.scores(0) == [0, 0, 0, 0, 0, 0]
    assert match.scores(1) == [2, 0, 1, 0, 0, 0]
    assert match.view(None)["tracks"] == match.view(None)["scores"]


def test_points_are_added_to_what_a_track_has() -> None:
    """HX-8"""
    match = position("b e6, r h6 i6", tracks=(3, 1, 4, 1, 5, 9))
    match.play("br f6-g6")
    assert match.scores(0) == [5, 1, 5, 1, 5, 9]


# The end of a track


@pytest.mark.parametrize(("before", "after"), [(14, 17), (15, 18), (16, 18), (17, 18), (18, 18)])
def test_a_track_ends_at_18(before: int, after: int) -> None:
    """HX-9: three points for blue; the surplus lapses."""
    match = position("b e6 d6 f7, r h6", tracks=(0, 0, before, 0, 0, 0))
    match.play("br f6-g6")
    assert match.scores(0) == [1, 0, after, 0, 0, 0]


def test_both_halves_of_a_double_lapse_beyond_18() -> None:
    """HX-9"""
    match = position("b f7 e6 h6 i6", hand="bb", tracks=(0, 0, 15, 0, 0, 0))
    match.play("bb f6-g6")
    assert match.scores(0) == [0, 0, 18, 0, 0, 0]


@pytest.mark.parametrize("colour", range(6))
def test_every_track_ends_at_18(colour: int) -> None:
    """HX-9"""
    letter = "rgboyp"[colour]
    tracks = [17 if c == colour else 0 for c in range(6)]
    match = position(f"{letter} e6 d6", hand=letter * 2, tracks=tracks)
    match.play(f"{letter * 2} f6-g6")
    assert match.scores(0) == [18 if c == colour else 0 for c in range(6)]
