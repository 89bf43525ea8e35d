"""Points on hexagons line by line: HX-8, HX-9, HX-15."""

from games.axio_hex.positions import offered_swap, position
from spielwerk.match.match import Match
from spielwerk.rules.lines import Line


def lines(match: Match, move: str) -> list[Line]:
    states, seat = match.states, match.to_act[0]
    return match.game.lines(states, 0, seat, match.game.read(states, 0, seat, move))


def test_each_of_the_five_lines_is_told_from_its_half() -> None:
    """HX-8, HX-15"""
    match = position("r e6 d6 f7 f5 e7, b h6")
    assert set(lines(match, "rb f6-g6")) == {
        Line(("f6", "e6", "d6"), "r", 2),
        Line(("f6", "f7"), "r", 1),
        Line(("f6", "f5"), "r", 1),
        Line(("f6", "e7"), "r", 1),
        Line(("g6", "h6"), "b", 1),
    }


def test_no_line_leads_through_the_other_half() -> None:
    """HX-8"""
    assert lines(position("r h6", hand="rr"), "rr f6-g6") == [Line(("g6", "h6"), "r", 1)]


def test_lines_tell_what_lapses_too() -> None:
    """HX-9"""
    match = position("r e6 d6", tracks=(17, 0, 0, 0, 0, 0))
    assert lines(match, "rb f6-g6") == [Line(("f6", "e6", "d6"), "r", 2)]
    assert match.preview("rb f6-g6")[0] == 1


def test_swapping_has_no_lines() -> None:
    """HX-11"""
    match = offered_swap()
    assert lines(match, "swap") == lines(match, "keep") == []
