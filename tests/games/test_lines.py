"""Where a move's points come from: the lines add up to its points, in every game."""

import itertools

import pytest
from hypothesis import given

from games.driving import every_table, greeds, moments, seeds
from spielwerk.match.match import Match
from spielwerk.match.previews import legal_points, preview, told_lines
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.lines import Line

ENDS = {"axio": 18, "axio_hex": 18, "axio_rota": 12}  # of tracks: AX-14, HX-9, RO-12


def _taken(match: Match, track: int, name: str, lines: list[Line]) -> int:
    """Return a number of the scoreboard after all lines of its name."""
    end = ENDS.get(match.game.id)
    own = [line for line in lines if line.name == name]
    for _, event in itertools.groupby(own, key=lambda line: line.cells[:1]):
        points = sum(line.points for line in event)
        if end is None:
            track += points
        elif match.game.id == "axio" and match.seats == 1 and track >= end:
            track = min(track + points, 2 * end)  # AX-20
        else:
            track = min(track + points, end)
    return track


@every_table
@given(seed=seeds, greed=greeds)
def test_lines_add_up_to_what_a_move_brings(name: str, seats: int, seed: int, greed: float) -> None:
    match = Match(name, seats, seed)
    game, names = match.game, match.game.score_names(seats)
    for _ in moments(match, seed, greed, share=0.04):
        states = match.states
        for seat in match.to_act:
            before = match.scores(seat)
            for move, gained in legal_points(game, states, seat):
                lines = game.lines(states, 0, seat, game.read(states, 0, seat, move))
                if name == "second_chance" and seats == 1 and sum(gained) > 0:
                    continue  # a game of the series is over, and the next begins (SC-16)
                assert {line.name for line in lines} <= set(names)
                assert all(line.points for line in lines)
                after = [b + n for b, n in zip(before, gained, strict=True)]
                told = [
                    _taken(match, b, line, lines) for b, line in zip(before, names, strict=True)
                ]
                assert told == after, move
        assert states.tobytes() == match.states.tobytes()


@every_table
def test_a_preview_is_what_the_match_says_and_where_it_comes_from(name: str, seats: int) -> None:
    match = Match(name, seats, 3)
    for _ in moments(match, 3, 0.5, share=0.1):
        seat = match.to_act[-1]
        move = match.legal(seat)[-1]
        told = preview(match.game, match.states, seat, move)
        assert told["points"] == match.preview(move, seat)
        action = match.game.read(match.states, 0, seat, move)
        lines = match.game.lines(match.states, 0, seat, action)
        assert told["lines"] == [
            {"cells": list(line.cells), "name": line.name, "points": line.points} for line in lines
        ]


@every_table
def test_a_ply_that_was_made_tells_its_lines_later_on(name: str, seats: int) -> None:
    match = Match(name, seats, 3)
    seen = [match.states for match in moments(match, 3, 0.5)]
    told = [
        told_lines(match.game, states, ply.seat, ply.action)
        for states, ply in zip(seen, match.plies, strict=True)
    ]
    assert [match.lines(number) for number in range(len(told))] == told
    with pytest.raises(BadSetting):
        match.lines(len(match.plies))


def test_what_could_not_be_played_has_no_preview() -> None:
    match = Match("axio", 2, 3)
    for move, seat, code in [
        (match.legal(0)[0], 1, "not_your_turn"),
        ("here", 0, "malformed"),
        ("swap", 0, "no_swap"),
    ]:
        with pytest.raises(IllegalMove) as refused:
            preview(match.game, match.states, seat, move)
        assert refused.value.code == code
