"""What is to be seen of Anubixx: everything, by everybody, and how it is drawn."""

import pytest
from rich.text import Text

import spielwerk as sw
from games.anubixx.positions import ARCH, PYRAMID, give, material, play, position, roll, without

COMMON = {
    "game",
    "seats",
    "options",
    "viewer",
    "to_act",
    "first",
    "since",
    "moves",
    "scores",
    "ranks",
    "commitment",
}


def test_all_see_the_same() -> None:
    match = sw.Match("anubixx", 4, seed=5)
    for _ in range(9):
        match.play(match.legal(match.to_act[0])[0])
    views = [match.view(viewer) for viewer in (0, 1, 2, 3, None)]
    assert [view.pop("viewer") for view in views] == [0, 1, 2, 3, None]
    assert all(view == views[0] for view in views)


def test_a_view_holds_this_and_nothing_more() -> None:
    match = sw.Match("anubixx", 2, seed=5)
    view = match.view(None)
    own = {"dice", "taken", "active", "built", "pair", "closed", "symbols", "sheets"}
    assert set(view) == COMMON | own
    assert [set(sheet) for sheet in view["sheets"]] == [
        {"sheet", "stones", "quarry", "crossed", "struck", "jokers", "bonuses"}
    ] * 2
    assert match.seed is None


def test_a_view_tells_how_far_a_turn_has_gone() -> None:
    """AN-8, AN-9, AN-18"""
    match = position(sheets="ABC", dice="rgb")
    assert _turn(match) == (0, 0, None, "rgb", "")
    match.play("a3")
    assert _turn(match) == (0, 1, "a3", "gb", "")  # the active seat does not return its dice
    match.play("b3")
    assert _turn(match) == (0, 0, None, "b", "")
    match.play("P14")  # blue on sheet B
    assert _turn(match) == (0, 1, None, "", "b")
    match.play("stop")
    assert _turn(match) == (0, 0, None, "b", "")


def _turn(match: sw.Match) -> tuple[object, ...]:
    view = match.view(None)
    return tuple(view[key] for key in ("active", "built", "pair", "dice", "taken"))


def test_a_view_tells_what_a_sheet_has_become() -> None:
    """AN-7, AN-14, AN-20"""
    match = play(position("AL1 AL2 AL3", sheets="ABC"), "P11/q5 AL4/j")
    sheet = match.view(None)["sheets"][0]
    assert sheet["crossed"] == ["P11", "AL1", "AL2", "AL3", "AL4"]
    assert (sheet["struck"], sheet["jokers"], sheet["bonuses"]) == (5, 2, ["ankh"])


def test_a_view_is_a_copy() -> None:
    match = position()
    match.view(None)["sheets"][0]["crossed"].append("P11")
    match.view(None)["symbols"]["snake"].clear()
    assert match.view(None)["sheets"][0]["crossed"] == []
    assert match.view(None)["symbols"]["snake"] == ["P42"]


# The drawing


def drawn(match: sw.Match) -> list[str]:
    return [line.rstrip() for line in str(match).splitlines()]


def test_a_sheet_is_drawn_with_its_colours_and_symbols() -> None:
    """AN-4, AN-5: capitals show a symbol."""
    lines = drawn(position(dice="rrb"))
    assert lines[0] == "dice in the middle:  r   r   b     seat 0 rolled"
    assert lines[2:10] == [
        "> seat 0, sheet A: 16 points",
        "             Y                  Y",
        "           g   p              g   g",
        "         r   B   o            P   p       a   b   c   d",
        "       o   p   y   g          b   b    3  R   g   b   y",
        "     y   g   R   p   b        r   r    2  y   o   P   r",
        "   R   b   y   g   o   P      o   o    1  g   P   b   O",
        "  quarry:  p  o  g  y  r  b  o  p  y  g  b  r    jokers: 2",
    ]
    assert lines[11] == "  seat 1, sheet B: 16 points"


def test_crossed_stones_are_marked() -> None:
    lines = drawn(position("P12 P13 P22 AL1 AR1 a1 a2 d3"))
    assert lines[6:9] == [
        "       o   p   y   g          b   b    3  R   g   b   x",
        "     y   x   R   p   b        r   r    2  x   o   P   r",
        "   R   x   x   g   o   P      x   x    1  x   P   b   O",
    ]


def test_the_quarry_shows_what_is_left() -> None:
    """AN-14, AN-26"""
    match = position()
    material(match, 0, struck=5, jokers=1)
    assert drawn(match)[9] == "  quarry:  -  -  -  -  x  b  o  p  y  g  b  r    jokers: 1"


def test_the_acting_seat_is_marked_and_the_one_that_rolled_named() -> None:
    match = play(position(dice="r", sheets="ABC", first=1), "stop")
    lines = drawn(match)
    assert lines[0].endswith("seat 1 rolled")
    assert [line[:8] for line in lines if "sheet" in line] == ["  seat 0", "  seat 1", "> seat 2"]


def test_bonuses_are_told_and_which_are_closed() -> None:
    """AN-20, AN-21"""
    match = position()
    assert "closed" not in str(match)
    give(match, 1, "snake cat")
    assert drawn(match)[11] == "  seat 1, sheet B: 22 points   bonuses: snake, cat"
    assert drawn(match)[-1] == "bonuses closed: snake, cat"


def test_ranks_are_told_in_the_end() -> None:
    """AN-27"""
    match = position(without(f"{PYRAMID} {ARCH}", "AT"))
    assert "rank" not in str(match)
    play(match, "AT/j stop")
    roll(match, "")
    match.play("stop")
    lines = drawn(match)
    assert "  seat 0, sheet A: 56 points, rank 1   bonuses: crown, end" in lines
    assert "  seat 1, sheet B: 16 points, rank 2" in lines


@pytest.mark.parametrize("colour", "rgbyop")
def test_every_colour_has_a_look_of_its_own(colour: str) -> None:
    """AN-1: a die looks as the stones that it pays for."""
    die = _style(position(dice=colour).__rich__(), f" {colour} ")
    stone = _style(position().__rich__(), f" {colour} ")
    others = {_style(position().__rich__(), f" {c} ") for c in "rgbyop" if c != colour}
    assert die == stone
    assert stone not in others


def _style(text: Text, word: str) -> str:
    """How the first of these words looks that has a look of its own."""
    spans = [span for span in text.spans if text.plain[span.start : span.end] == word]
    return str(spans[0].style)
