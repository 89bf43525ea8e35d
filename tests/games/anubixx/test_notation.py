"""Anubixx's notation, one way to write a move, and why a move is refused."""

import numpy as np
import pytest
from numba import config

import spielwerk as sw
from games.anubixx.positions import (
    ARCH,
    PYRAMID,
    RELIEF,
    material,
    play,
    position,
    refusal,
    without,
)
from games.driving import moments
from spielwerk.games.anubixx.layout import FIELDS, NAMES
from spielwerk.match.match import Match
from spielwerk.rules import dispatch

SHARE = 0.05 if config.DISABLE_JIT else 0.5  # of positions that are looked at


def written(match: Match) -> list[str]:
    """All actions in notation, legal or not."""
    game, states = match.game, match.states
    return [game.write(states, 0, match.to_act[0], action) for action in range(game.actions)]


def read(match: Match, move: str) -> int:
    return match.game.read(match.states, 0, match.to_act[0], move)


def test_every_action_has_one_notation() -> None:
    """AN-6, AN-8, AN-13"""
    match = position()
    moves = written(match)
    assert len(set(moves)) == len(moves) == 44 * 18 + 1
    assert [read(match, move) for move in moves] == list(range(len(moves)))


def test_a_move_is_a_field_and_how_it_is_paid_for() -> None:
    """AN-6, AN-13"""
    payments = ["", "/j", *(f"/q{stone}" for stone in range(1, 17))]
    expected = {name + way for name in f"{PYRAMID} {ARCH} {RELIEF}".split() for way in payments}
    assert set(written(position())) == expected | {"stop"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "move",
    [
        "",
        "Stop",
        "stop ",
        "p11",
        "P",
        "P1",
        "P111",
        "P17",
        "P26",
        "P62",
        "P71",
        "P01",
        "P10",
        "AL0",
        "AL6",
        "AR6",
        "AM1",
        "al1",
        "AT1",
        "A1",
        "a0",
        "a4",
        "e1",
        "1a",
        " P11",
        "P11 ",
        "P11\n",
        "P11/",
        "P11/d",
        "P11/J",
        "P11/j1",
        "P11/q",
        "P11/q0",
        "P11/q05",
        "P11/q17",
        "P11/q100",
        "P11/q-1",
        "P11/5",
        "P11/Q5",
        "P11 /q5",
        "P11/ q5",
        "P11/q5/j",
        "P11/q٥",
        "P١١",
        "P11 P12",
        "stop/j",
        "/j",
    ],
)
def test_any_other_spelling_is_refused(move: str) -> None:
    """AN-6"""
    with pytest.raises(sw.IllegalMove) as refused:
        read(position(), move)
    assert refused.value.code == "malformed"
    assert repr(move) in refused.value.reason
    assert refused.value.details == {"move": move}


def test_what_is_no_text_is_no_move() -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        position().play(11)  # type: ignore[arg-type]
    assert refused.value.code == "malformed"


# Refusals, each code by a position in which nothing else is wrong


@pytest.mark.parametrize("seats", [2, 5])
def test_a_move_is_refused_exactly_if_it_is_not_legal(seats: int) -> None:
    """AN-8 to AN-16: the kernel that says why is asked for all actions."""
    match = Match("anubixx", seats, seats)
    game = match.game
    move, why = np.empty((2, 2 * game.notation.width), np.int64)
    for _ in moments(match, seats, 0.5, share=SHARE):
        states, seat = match.states, match.to_act[0]
        legal = set(game.legal(states, 0, seat).tolist())
        for action in range(game.actions):
            dispatch.move(game.tables, states, 0, seat, action, move)
            assert dispatch.find(game.tables, states, 0, seat, move) == action
            code = dispatch.why_not(game.tables, states, 0, seat, move, why)
            assert (code == 0) == (action in legal)
        assert states.tobytes() == match.states.tobytes()


def test_refused_while_a_pair_is_due() -> None:
    """AN-9"""
    match = play(position(dice="rgb"), "a3")
    error = refusal(match, "stop")
    assert (error.code, error.details) == ("pair_due", {"field": "a3"})
    error = refusal(match, "P12")
    assert (error.code, error.details) == ("pair_due", {"field": "P12"})


@pytest.mark.parametrize("field", ["P11", "AL1", "a3"])
def test_refused_as_already_crossed(field: str) -> None:
    """AN-9 to AN-11"""
    match = position("P11 AL1 a3 b3", dice="ro")
    error = refusal(match, field)
    assert (error.code, error.details) == ("already_crossed", {"field": field})


def test_refused_as_the_relief_stands_alone() -> None:
    """AN-9"""
    error = refusal(play(position(dice="rgb"), "P11"), "b3")
    assert (error.code, error.details) == ("relief_alone", {"field": "b3"})


@pytest.mark.parametrize("move", ["P11", "P11/q12", "P11/j", "a3/q5"])
def test_refused_as_nothing_pays_for_it(move: str) -> None:
    """AN-13"""
    match = position(dice="gb")
    material(match, 0, struck=12)
    error = refusal(match, move)
    assert (error.code, error.details) == ("cannot_pay", {"field": move.partition("/")[0]})


def test_refused_as_no_second_could_follow() -> None:
    """AN-9: in no way, or not after this way to pay."""
    match = position(without(RELIEF, "a3", "d3", "d2"))
    error = refusal(match, "a3/j")
    assert (error.code, error.details) == ("no_second", {"field": "a3"})
    material(match, 0)
    error = refusal(match, "d2/q12")  # the only neighbour is yellow, and 9 lies left of 12
    assert (error.code, error.details) == ("no_second", {"field": "d2"})


@pytest.mark.parametrize(
    ("crossed", "move"),
    [("P11", "P21/j"), ("", "P61/j"), ("AL1", "AL3/q6"), ("AL1", "AR2/q5"), ("", "AT/j")],
)
def test_refused_as_it_has_nothing_to_rest_on(crossed: str, move: str) -> None:
    """AN-10, AN-11"""
    error = refusal(position(crossed), move)
    field = move.partition("/")[0]
    assert (error.code, error.details) == ("no_support", {"field": field})


def test_refused_as_no_die_shows_it() -> None:
    """AN-13"""
    error = refusal(position(dice="gb"), "P11")
    assert (error.code, error.details) == ("no_die", {"field": "P11"})


@pytest.mark.parametrize("move", ["P11/j", "P11/q5", "P11/q1"])
def test_refused_as_the_die_comes_first(move: str) -> None:
    """AN-13"""
    error = refusal(position(dice="rgb"), move)
    assert (error.code, error.details) == ("die_first", {"field": "P11"})


def test_refused_as_no_joker_is_left() -> None:
    """AN-16"""
    match = position()
    material(match, 0)
    error = refusal(match, "P11/j")
    assert (error.code, error.details) == ("no_joker", {"field": "P11"})


@pytest.mark.parametrize("stone", [1, 4, 5, 6, 13, 16])
def test_refused_as_that_stone_does_not_do(stone: int) -> None:
    """AN-13, AN-14: of another colour, behind the last struck one, or not there at all."""
    match = position()
    material(match, 0, struck=5)
    error = refusal(match, f"P11/q{stone}")
    assert (error.code, error.details) == ("wrong_stone", {"field": "P11"})


def test_a_second_relief_stone_is_refused_by_its_payment() -> None:
    """AN-9, AN-13: it is the right field, and the wrong way."""
    match = play(position(dice="rgb"), "a3")
    assert refusal(match, "b3/j").code == "die_first"
    assert refusal(match, "a2").code == "no_die"
    assert refusal(match, "a2/q5").code == "wrong_stone"


def test_fields_are_numbered_without_gaps() -> None:
    """AN-6: a field's bit and number lead to each other."""
    tables = position().game.tables
    for number, (name, bit) in enumerate(FIELDS.items()):
        assert NAMES[number] == name
        assert tables["bit"][0, number] == bit
        assert tables["field"][0, bit] == number
