"""AXIO rota's points circle by circle: RO-8 to RO-10, RO-12."""

from games.axio_rota.positions import position
from spielwerk.match.match import Match
from spielwerk.rules.lines import Line

TOP_LEFT = ("1,0", "0,0", "1,1", "0,1")  # the circle of that corner of 1,0
BOTTOM_LEFT = ("1,0", "1,-1", "0,0", "0,-1")


def lines(match: Match, move: str) -> list[Line]:
    states = match.states
    return match.game.lines(states, 0, 0, match.game.read(states, 0, 0, move))


def test_a_circle_is_told_by_its_four_cells_that_of_the_tile_first() -> None:
    """RO-8, RO-9: the original's second worked scoring; below there are no tiles."""
    match = position("gbrp bgpo / orbp .", hand="rgob")
    assert lines(match, "1,0:rgob") == [Line(TOP_LEFT, "r", 2), Line(BOTTOM_LEFT, "b", 1)]


def test_an_empty_corner_scores_the_colour_named() -> None:
    """RO-10: the original's fifth worked scoring."""
    match = position("bgro opgr / gpbo .", hand="_ogb")
    assert lines(match, "1,0:_ogb=r") == [Line(TOP_LEFT, "r", 2), Line(BOTTOM_LEFT, "b", 1)]
    assert lines(match, "1,0:_ogb=p") == [Line(TOP_LEFT, "p", 1), Line(BOTTOM_LEFT, "b", 1)]


def test_empty_corners_that_meet_are_no_line() -> None:
    """RO-10: as in the fourth worked scoring; an empty corner without a name meets nothing."""
    match = position("rg_b rgb_ / o_pb .", hand="_gpr")
    assert {line.name for line in lines(match, "1,0:r_gp=b")} == {"p", "b"}
    match = position("rg_b", hand="_gpr")
    assert lines(match, "-1,0:_gpr") == []


def test_lines_tell_what_lapses_too() -> None:
    """RO-12"""
    match = position("gbrp bgpo / orbp .", hand="rgob", tracks=(11, 0, 0, 0, 0))
    assert lines(match, "1,0:rgob")[0] == Line(TOP_LEFT, "r", 2)
    assert match.preview("1,0:rgob")[0] == 1
