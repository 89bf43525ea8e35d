"""How a laid tile scores: each corner by the circle around it, RO-8 to RO-10 and RO-12."""

import pytest

import spielwerk as sw
from games.axio_rota.positions import Cell, points, position, set_hand

# The original's five worked scorings. Its figures are lost, its sentences are kept. In each the
# tile is laid on 1,0: its top left corner meets three tiles, top right and bottom left one each.


def test_first_worked_scoring() -> None:
    """RO-8, RO-9: 1 purple, 1 blue; green meets no green, orange meets nothing at all."""
    match = position("opbr robg / rpbg .", hand="gobp")
    assert points(match, "1,0:pgob") == {"p": 1, "b": 1}


def test_second_worked_scoring() -> None:
    """RO-8, RO-9: 2 red, one of them diagonally across, and 1 blue."""
    match = position("gbrp bgpo / orbp .", hand="rgob")
    assert points(match, "1,0:rgob") == {"r": 2, "b": 1}


def test_third_worked_scoring() -> None:
    """RO-9: 1 red and 1 blue, both of one neighbour."""
    match = position("grbo", hand="rgpb")
    assert points(match, "1,0:rgpb") == {"r": 1, "b": 1}


def test_fourth_worked_scoring() -> None:
    """RO-9, RO-10: 1 purple, and 1 blue that is named; red meets only empty corners: nothing."""
    match = position("rg_b rgb_ / o_pb .", hand="_gpr")
    assert points(match, "1,0:r_gp=b") == {"p": 1, "b": 1}


def test_fifth_worked_scoring() -> None:
    """RO-10: 1 blue, and 2 red or 1 purple, by the colour named."""
    match = position("bgro opgr / gpbo .", hand="_ogb")
    assert points(match, "1,0:_ogb=r") == {"b": 1, "r": 2}
    assert points(match, "1,0:_ogb=p") == {"b": 1, "p": 1}


# Circles

AROUND = [(x, y) for y in (2, 1, 0) for x in (0, 1, 2) if (x, y) != (1, 1)]
NO_RED = ["gbop", "gbpo", "gobp", "gopb", "gpbo", "gpob", "_gbo"]


def _grid_point(cell: Cell, corner: int) -> Cell:
    """Where a corner is, counted clockwise from the top left."""
    right, up = ((0, 1), (1, 1), (1, 0), (0, 0))[corner]
    return cell[0] + right, cell[1] + up


def _turned(tile: str, corner: int) -> str:
    """A tile that starts at its top left, turned so that it starts at another corner."""
    return tile[4 - corner :] + tile[: 4 - corner]


@pytest.mark.parametrize("cell", AROUND, ids=str)
def test_a_circle_is_made_of_the_four_quarters_around_its_point(cell: Cell) -> None:
    """RO-8: of the eight tiles around a cell one has a red corner; it is met at its point alone."""
    for theirs in range(4):
        others = iter(NO_RED)
        ring = {c: _turned("rgbo", theirs) if c == cell else next(others) for c in AROUND}
        rows = [" ".join(ring.get((x, y), ".") for x in range(3)) for y in (2, 1, 0)]
        match = position(" / ".join(rows), hand="rgop")
        for ours in range(4):
            meets = _grid_point((1, 1), ours) == _grid_point(cell, theirs)
            gained = points(match, f"1,1:{_turned('rgop', ours)}")
            assert gained.get("r", 0) == int(meets), (theirs, ours)


def test_the_diagonal_quarter_scores_without_those_between() -> None:
    """RO-8: the circle of the top left corner holds nothing but the tile diagonally across."""
    match = position("gbpo gobp gopb / gbro . gpbo / . . gpob", hand="rpgo")
    assert points(match, "1,0:rpgo") == {"r": 1}


def test_a_complete_circle_counts_the_others_only() -> None:
    """RO-9: four red quarters, 3 points; the laid one does not count."""
    match = position("gbro gobr / grbo .", hand="rogp")
    assert points(match, "1,0:rogp") == {"r": 3}


def test_a_circle_need_not_be_complete() -> None:
    """RO-8: two quarters that are equal, the other two not there."""
    match = position("rgop", hand="gpob")
    assert points(match, "1,0:gpob") == {"g": 1}


def test_an_equal_symbol_in_another_circle_does_not_count() -> None:
    """RO-8: each corner is scored on its own."""
    match = position("rgop", hand="gobp")
    assert points(match, "1,0:obpg") == {}  # green below, orange above: beside each other's match


def test_symbols_that_do_not_touch_do_not_count() -> None:
    """RO-8: the neighbour's far corners."""
    match = position("rgop", hand="rgbp")
    assert points(match, "1,0:rgbp") == {}


# Empty corners


@pytest.mark.parametrize(
    ("named", "gained"),
    [("r", {"r": 2}), ("g", {}), ("b", {"b": 1}), ("o", {}), ("p", {})],
)
def test_any_colour_may_be_named_even_for_no_points(named: str, gained: dict[str, int]) -> None:
    """RO-10"""
    match = position("bgro opgr / obpg .", hand="_org")
    assert points(match, f"1,0:_org={named}") == gained
    match.play(f"1,0:_org={named}")
    assert match.plies[-1].move == f"1,0:_org={named}"


def test_a_named_colour_may_be_on_the_tile_too() -> None:
    """RO-9, RO-10: both corners add to the same track."""
    match = position("gbop gopr / obrp .", hand="_gor")
    assert points(match, "1,0:_gor=r") == {"r": 2}
    assert points(match, "1,0:_gor=b") == {"b": 1, "r": 1}


def test_a_lying_empty_corner_never_counts() -> None:
    """RO-10: neither for a coloured corner nor for one that is named."""
    match = position("rg_b", hand="_opr")
    for colour in "rgbop":
        assert points(match, f"1,0:opr_={colour}") == {}
    match = position("rg_b", hand="robp")
    for lying in ("robp", "obpr", "bpro", "prob"):  # below left each colour in turn
        assert points(match, f"1,0:{lying}") == {}


def test_a_named_colour_is_not_kept() -> None:
    """RO-10: named blue when it was laid, the corner is empty for the next tile."""
    match = position("rg_b", hand="_opr")
    match.play("1,0:opr_=b")
    set_hand(match, 1, "gbpo")
    assert match.view(1)["tiles"]["1,0"] == "opr_"
    assert points(match, "1,-1:bpog") == {}


# The end of a track


@pytest.mark.parametrize(
    ("before", "after"), [(0, 3), (8, 11), (9, 12), (10, 12), (11, 12), (12, 12)]
)
def test_a_track_ends_at_12(before: int, after: int) -> None:
    """RO-3, RO-12: three red points, what is beyond 12 lapses."""
    match = position("gbro gobr / grbo .", hand="rogp", tracks=(before, 0, 0, 0, 0))
    match.play("1,0:rogp")
    assert match.scores(0) == [after, 0, 0, 0, 0]


def test_surplus_of_two_corners_lapses() -> None:
    """RO-12: one corner brings red to 12, the other one brings nothing more."""
    match = position("gbop gopr / obrp .", hand="_gor", tracks=(11, 0, 0, 0, 0))
    match.play("1,0:_gor=r")
    assert match.scores(0) == [12, 0, 0, 0, 0]


def test_points_go_to_the_seat_that_laid_the_tile() -> None:
    """RO-3"""
    match = position("rgop", hand="gpob", seats=3, tracks=(1, 2, 3, 4, 5))
    match.play("1,0:gpob")
    set_hand(match, 1, "rpob")
    match.play("0,1:pobr")
    assert match.scores(0) == [1, 3, 3, 4, 5]
    assert match.scores(1) == [1, 0, 0, 0, 0]
    assert match.scores(2) == [0, 0, 0, 0, 0]


def test_tracks_start_at_0() -> None:
    """RO-3"""
    for seats in range(1, 5):
        match = sw.Match("axio_rota", seats, seed=1)
        assert match.view(None)["tracks"] == [[0] * 5] * seats
