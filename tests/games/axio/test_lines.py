"""AXIO's points line by line: AX-8, AX-10, AX-11, AX-14 and AX-20."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from games.axio.positions import position
from games.driving import moments
from spielwerk.dominoes import closings
from spielwerk.games.axio import parts, pyramids
from spielwerk.games.axio.notation import AXIO
from spielwerk.match.match import Match
from spielwerk.rules.lines import Line


def lines(match: Match, move: str) -> list[Line]:
    seat = match.to_act[0]
    return match.game.lines(match.states, 0, seat, match.game.read(match.states, 0, seat, move))


def line(cells: str, name: str) -> Line:
    """A line from its first cell; each of the others is worth a point."""
    return Line(tuple(cells.split()), name, len(cells.split()) - 1)


def test_each_direction_is_a_line_from_its_half() -> None:
    """AX-8: three blues in two directions, two reds in two."""
    match = position("b e5 d5 f6, r h5 g4")
    assert set(lines(match, "br f5-g5")) == {
        line("f5 e5 d5", "b"),
        line("f5 f6", "b"),
        line("g5 h5", "r"),
        line("g5 g4", "r"),
    }


def test_no_line_leads_through_the_other_half() -> None:
    """AX-8"""
    assert lines(position("b h5", hand="bb"), "bb f5-g5") == [line("g5 h5", "b")]


def test_what_brings_nothing_has_no_lines() -> None:
    match = position("g e5")
    assert lines(match, "br f5-g5") == []


def test_a_pyramid_gives_a_line_a_colour() -> None:
    """AX-10: the cells of the symbols follow the cell that is closed in."""
    match = position("b g5, g f6 f4")
    assert lines(match, "rb e5-e6") == [
        line("f5 e5", "r"),
        line("f5 f6 f4", "g"),
        line("f5 g5", "b"),
    ]


def test_several_pyramids_at_once_each_have_their_lines() -> None:
    """AX-10"""
    match = position("g f6 f4 g5, o d6 d4 c5", hand="rb")
    assert lines(match, "rb e5-e6") == [
        line("d5 e5", "r"),
        line("d5 c5 d6 d4", "o"),
        line("f5 e5", "r"),
        line("f5 g5 f6 f4", "g"),
    ]


def test_a_pyramid_that_is_moved_gives_as_much(tmp_path: Path) -> None:
    """AX-11: two cells closed in, one pyramid."""
    own = tmp_path / "one.toml"
    box = parts.OWN.read_text(encoding="utf-8")
    own.write_text(box.replace("number = 20", "number = 1"), encoding="utf-8")
    board = "g f6 f4 g5, o d6 d4 c5"
    few = lines(position(board, parts=str(own)), "rb e5-e6")
    assert few == lines(position(board), "rb e5-e6")


def test_lines_tell_what_lapses_too() -> None:
    """AX-14: three points of which the track takes one."""
    match = position("b e5 d5 f6", tracks=(0, 0, 17, 0, 0))
    assert sum(line.points for line in lines(match, "br f5-g5")) == 3
    assert match.preview("br f5-g5") == [0, 0, 1, 0, 0]


@pytest.mark.parametrize("board", ["b f6, b h5 i5 g6", "b f6 e5 f4, b h5"])
def test_alone_a_doubles_halves_come_in_the_order_that_gives_more(board: str) -> None:
    """AX-20: from 17 the half of fewer points reaches 18, and the other counts on."""
    match = position(board, hand="bb", seats=1, tracks=(0, 0, 17, 0, 0))
    events = [
        sum(line.points for line in event)
        for _, event in itertools.groupby(lines(match, "bb f5-g5"), key=lambda one: one.cells[0])
    ]
    assert events == [1, 3]
    assert match.preview("bb f5-g5") == [0, 0, 4, 0, 0]


def test_swapping_has_no_lines() -> None:
    match = position(hand="rb rr", tracks=(1, 0, 1, 1, 1), bag="gg " * 10)
    match.play("rb e5-e6")
    assert match.legal(0) == ["keep", "swap"]
    assert lines(match, "swap") == lines(match, "keep") == []


@pytest.mark.parametrize("seats", [2, 4])
def test_pyramids_are_foreseen_as_they_are_scored(seats: int) -> None:
    """AX-10: what is told of tiles that are not laid yet is what laying them shows."""
    closing_moves = 0
    match = Match("axio", seats, 5)
    for _ in moments(match, 5, 0.3, share=0.2):
        states, seat = match.states, match.to_act[0]
        cells = states["board"].shape[1]
        alone, around = np.zeros(cells, np.int64), np.zeros((cells, 5), np.int64)
        closing = np.zeros((cells, 6), np.int64)
        pyramids.look_for_closings(states[0], alone, around, closing)
        for action in match.game.legal(states, 0, seat).tolist():
            if action >= AXIO.swap:
                continue
            pair, both = divmod(action, 25)
            first, second = AXIO.pairs[pair]
            one, two = divmod(both, 5)
            seen = [
                closings.closing_points(alone, around, closing, first, second, one, two, colour)
                for colour in range(5)
            ]
            halves = {AXIO.cell_names[first], AXIO.cell_names[second]}
            given = [
                one
                for one in match.game.lines(states, 0, seat, action)
                if one.cells[0] not in halves
            ]
            by_colour = [sum(one.points for one in given if one.name == name) for name in "rgbop"]
            closed = {one.cells[0] for one in given}
            assert seen == by_colour
            assert closings.closings(alone, closing, first, second) == len(closed)
            closing_moves += bool(closed)
    assert closing_moves > 20
