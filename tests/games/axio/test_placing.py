"""Where AXIO's tiles may lie: AX-6 and AX-7."""

from pathlib import Path

import pytest

import spielwerk as sw
from games.axio.positions import position, set_hand
from spielwerk.games.axio import parts


def _refused(match: sw.Match, move: str) -> str:
    assert move not in match.legal(0)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    return refused.value.code


def test_a_tile_covers_two_free_neighbours_anywhere() -> None:
    """AX-6: contact is not required."""
    match = position(hand="rb gg")
    legal = match.legal(0)
    pairs = {move.split(" ")[1] for move in legal}
    # 2 * 9 * 8 pairs of neighbours on 9x9, less those that touch the printed fields: 4 edge
    # middles with 3 neighbours each, the centre with 4.
    assert len(pairs) == 144 - 4 * 3 - 4
    assert len(legal) == 3 * len(pairs)  # rb in two ways, gg in one
    assert "rb d4-d5" in legal
    assert "br d4-d5" in legal
    assert "gg d4-e4" in legal


def test_printed_fields_tiles_and_pyramids_are_not_free() -> None:
    """AX-6"""
    match = position("r d4 e4, g c5 d6, b e5, o c4", hand="rb rb")
    assert _refused(match, "rb g7-g8") == "cell_not_free"
    assert _refused(match, "rb d4-d5") == "cell_not_free"
    # Laying d5's last open side closes it; after its pyramid stands there, it is not free.
    closing = position("r d4, g c5 d6, b f5", hand="rb gg")
    closing.play("rb e5-e6")
    assert closing.view(None)["pyramids"] == ["d5"]
    assert not any("d5" in move.split(" ")[1].split("-") for move in closing.legal(1))


def test_both_cells_of_a_tile_are_covered() -> None:
    """AX-6"""
    for move in ("rb f5-g5", "rb f5-f6"):
        match = position(hand="rb gg")
        match.play(move)
        set_hand(match, 1, "gg")
        covered = set(move.split(" ")[1].split("-"))
        taken = {cell for other in match.legal(1) for cell in other.split(" ")[1].split("-")}
        assert not covered & taken


def test_cells_outside_the_area_and_tiles_not_in_hand_are_refused() -> None:
    """AX-4, AX-6"""
    match = position(hand="rb")
    assert _refused(match, "rb b3-c3") == "outside_area"
    assert _refused(match, "rr d4-d5") == "not_in_hand"
    assert _refused(match, "swap") == "no_swap"


def test_a_first_tile_touches_a_printed_field() -> None:
    """AX-7"""
    match = position(hand="rb", seats=2, first_tiles=2)
    legal = match.legal(0)
    assert "rb g8-g9" in legal  # beside the centre
    assert "rb f8-g8" in legal
    assert "rb d11-e11" not in legal
    assert _refused(match, "rb f8-f9") == "first_tile"  # diagonal to it: no side touches
    # Four fields at the edge: 3 neighbours with 2 + 2 + 3 ways on; the centre: 4 with 3 ways.
    assert len({move.split(" ")[1] for move in legal}) == 4 * 7 + 4 * 3


def test_every_seat_touches_a_field_of_its_own() -> None:
    """AX-7"""
    match = position(hand="rb", seats=4, first_tiles=4)
    set_hand(match, 1, "rb")
    match.play("rb g8-g9")
    assert _refused_by(match, 1, "rb f7-f8") == "first_tile"  # beside the centre, as g8 is
    assert _refused_by(match, 1, "rb d9-d10") == "first_tile"  # beside nothing
    assert "rb g12-h12" in match.legal(1)


def _refused_by(match: sw.Match, seat: int, move: str) -> str:
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat)
    return refused.value.code


def test_after_the_first_tiles_fields_are_open_to_all() -> None:
    """AX-7"""
    match = position(hand="rb rb", seats=2, first_tiles=2)
    match.play("rb g8-g9")
    set_hand(match, 1, "rb rb")
    match.play("rb c8-d8")
    set_hand(match, 0, "rb rb")
    assert "rb f7-f8" in match.legal(0)
    assert "rb e10-e11" in match.legal(0)


def test_a_field_touched_by_a_second_half_is_touched() -> None:
    """AX-7"""
    match = position(hand="rb", seats=2, first_tiles=2)
    match.play("rb g9-g10")
    set_hand(match, 1, "rb")
    assert _refused_by(match, 1, "rb f10-f11") == "first_tile"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_new_match_asks_as_many_first_tiles_as_it_has_seats(seats: int) -> None:
    """AX-7"""
    match = sw.Match("axio", seats, seed=3)
    for number in range(seats + 1):
        seat = match.to_act[0]
        pairs = {move.split(" ")[1] for move in match.legal(seat)}
        assert (len(pairs) <= 60) == (number < seats)
        match.play(match.legal(seat)[0])


def test_a_first_tile_may_touch_with_its_upper_half_in_any_row(tmp_path: Path) -> None:
    """AX-7: beside a field that a player's own parts put into another row."""
    own = tmp_path / "own.toml"
    text = parts.OWN.read_text(encoding="utf-8").replace('g7 = "p"', 'f8 = "p"')
    own.write_text(text, encoding="utf-8")
    match = position(hand="rb", first_tiles=2, parts=str(own))
    assert {"rb e7-e8", "rb e8-e9", "rb f6-f7"} <= set(match.legal(0))


def test_a_solo_game_opens_in_the_same_way() -> None:
    """AX-7, AX-19"""
    match = sw.Match("axio", seats=1, seed=3)
    assert len({move.split(" ")[1] for move in match.legal(0)}) == 40
