"""Extra turns for colours that reach 18: HX-12."""

import pytest

from games.axio_hex.positions import position, set_hand
from spielwerk.match.match import Match


@pytest.mark.parametrize(("before", "extra"), [(15, False), (16, True), (17, True), (18, False)])
def test_a_colour_that_reaches_18_earns_an_extra_turn(before: int, extra: bool) -> None:
    """HX-12: with exactly 18 or with surplus, but not by being there already."""
    match = position("b e6 d6", hand="rb ro gy", tracks=(0, 0, before, 0, 0, 0))
    match.play("br f6-g6")
    assert match.to_act == ((0,) if extra else (1,))
    assert match.view(None)["extra_turn"] is extra


def test_the_extra_turn_comes_after_the_refill() -> None:
    """HX-10, HX-12: unlike in AXIO."""
    match = position("b e6", hand="rb ro gy oo pp yy", tracks=(0, 0, 17, 0, 0, 0))
    match.play("br f6-g6")
    assert match.to_act == (0,)
    assert len(match.plies[-1].reveals["drew"]) == 1
    assert match.view(None)["held"] == [6, 6]
    match.play(_quiet(match))
    assert len(match.plies[-1].reveals["drew"]) == 1
    assert match.to_act == (1,)


def _quiet(match: Match) -> str:
    """Give seat 0 a full hand, and a placement that scores nothing."""
    set_hand(match, 0, "rg ro gy bo yy pp")
    return "rg c9-c10"


@pytest.mark.parametrize(
    ("board", "move", "tracks"),
    [
        ("b e6, r h6", "br f6-g6", [18, 0, 18, 0, 0, 0]),
        ("b e6 h6", "bb f6-g6", [17, 0, 18, 0, 0, 0]),
    ],
)
def test_one_extra_turn_however_many_colours(board: str, move: str, tracks: list[int]) -> None:
    """HX-12: both halves reach 18, or both of a double do; one extra turn, not two."""
    match = position(board, hand="rb bb ro gy", tracks=(17, 0, 17, 0, 0, 0))
    match.play(move)
    assert match.scores(0) == tracks
    assert match.to_act == (0,)
    match.play(_quiet(match))
    assert match.to_act == (1,)
    assert match.view(None)["extra_turn"] is False


@pytest.mark.parametrize("half", [0, 1])
def test_either_half_can_earn_it(half: int) -> None:
    """HX-12"""
    beside = "e6" if half == 0 else "h6"
    match = position(f"b {beside}", hand="rb ro gy", tracks=(0, 0, 17, 0, 0, 0))
    match.play(f"{'br' if half == 0 else 'rb'} f6-g6")
    assert match.to_act == (0,)


def test_an_extra_turn_can_earn_another() -> None:
    """HX-12"""
    match = position("b e6, r c8", hand="rb ro gy", tracks=(17, 0, 17, 0, 0, 0))
    match.play("br f6-g6")
    set_hand(match, 0, "rg ro gy bo yy pp")
    match.play("rg c9-c10")
    assert match.scores(0)[0] == 18
    assert match.to_act == (0,)
    set_hand(match, 0, "rg ro gy bo yy pp")
    match.play("gy h3-h4")
    assert match.to_act == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_extra_turn_the_next_seat_acts(seats: int) -> None:
    """HX-12: not the seat after it, and the earner is not asked again."""
    match = position("b e6", hand="rb ro gy", tracks=(0, 0, 17, 0, 0, 0), seats=seats)
    match.play("br f6-g6")
    match.play(_quiet(match))
    assert match.to_act == (1,)
    set_hand(match, 1, "ro gy bo")
    match.play("gy h4-h5")
    assert match.to_act == (2 % seats,)


def _before_swap(bag: str) -> Match:
    """Seat 0 reaches 18 in blue, stands lowest in orange, and then holds no orange."""
    tracks = (5, 5, 17, 2, 5, 5)
    return position("b e6", hand="rb rg gg yy bp pp", tracks=tracks, bag=bag)


@pytest.mark.parametrize(("answer", "tile"), [("swap", "oo"), ("keep", "gg")])
def test_a_swap_comes_before_the_extra_turn(answer: str, tile: str) -> None:
    """HX-11, HX-12: the swap ends the turn that earned it, and the extra turn is still taken."""
    match = _before_swap(" ".join(["oo"] * 12))
    match.play("br f6-g6")
    assert match.legal(0) == ["keep", "swap"]
    match.play(answer)
    assert match.to_act == (0,)
    assert match.view(None)["held"][0] == 6
    assert match.view(None)["hands"][0].count("oo") == (6 if answer == "swap" else 1)
    match.play(f"{tile} c9-c10")
    assert match.to_act == (1,)


def test_an_extra_turn_can_be_swapped_after_too() -> None:
    """HX-11, HX-12"""
    match = _before_swap(" ".join(["rr"] * 12))
    match.play("br f6-g6")
    match.play("keep")
    match.play("rr c9-c10")
    assert match.to_act == (0,)
    assert match.legal(0) == ["keep", "swap"]
    match.play("swap")
    assert match.to_act == (1,)


def test_seats_earn_for_themselves() -> None:
    """HX-12: seat 1 reaches 18 where seat 0 already stands."""
    match = position("b e6, b c8", hand="rb ro gy", tracks=(0, 0, 18, 0, 0, 0))
    match.play("br f6-g6")
    match._position.states[0].tracks[1] = (0, 0, 17, 0, 0, 0)
    set_hand(match, 1, "bo ro gy")
    match.play("bo c9-c10")
    assert match.to_act == (1,)
