"""Anubixx's records: written as the format says, and refused where they do not hold."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw

Record = dict[str, Any]


def told(moves: str, **setup: Any) -> Record:
    """A record of two seats, without anything revealed, that stops early."""
    plies = [
        {"seat": int(seat), "move": move}
        for seat, move in (word.split(":") for word in moves.split())
    ]
    return {
        "format": "spielwerk/1",
        "game": "anubixx",
        "seats": 2,
        "options": {},
        "setup": {"sheets": ["A", "C"], "first": 0, "dice": "rgb"} | setup,
        "plies": plies,
        "result": None,
    }


def a_round() -> Record:
    """Two seats' turns, and the roll after them."""
    record = told("0:P11 0:P13/q4 1:P12/j 1:stop")
    record["plies"][3]["reveals"] = {"dice": "rpp"}
    return record


def refusal(record: Record) -> sw.RecordError:
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(record)
    return refused.value


def test_a_record_tells_sheets_dice_and_who_begins() -> None:
    """AN-1, AN-2, AN-17"""
    record = sw.Match("anubixx", 3, seed=1, first=2).record()
    assert list(record["setup"]) == ["sheets", "first", "dice"]
    assert record["setup"]["first"] == 2
    view = sw.replay(record).view(None)
    assert view["dice"] == record["setup"]["dice"]
    assert [sheet["sheet"] for sheet in view["sheets"]] == record["setup"]["sheets"]
    assert view["to_act"] == [2]


def test_what_is_told_is_what_happens() -> None:
    match = sw.replay(a_round())
    view = match.view(None)
    assert view["dice"] == "rpp"
    assert view["to_act"] == [1]
    last = {"legal": 18, "scores": [1, 0, 0, 0, 12, 2], "reveals": {"dice": "rpp"}}
    assert match.record(trace=True)["plies"] == [
        {"seat": 0, "move": "P11", "legal": 43, "scores": [1, 0, 0, 0, 12, 4]},
        {"seat": 0, "move": "P13/q4", "legal": 18, "scores": [1, 0, 0, 0, 8, 4]},
        {"seat": 1, "move": "P12/j", "legal": 49, "scores": [1, 0, 0, 0, 12, 2]},
        {"seat": 1, "move": "stop"} | last,
    ]


def test_the_roll_hangs_on_the_ply_that_ends_the_round() -> None:
    """AN-17 to AN-19"""
    match = sw.Match("anubixx", 3, seed=1)
    for _ in range(9):
        match.play("stop")
    plies = match.record()["plies"]
    assert [number for number, ply in enumerate(plies) if "reveals" in ply] == [2, 5, 8]
    assert all(list(ply["reveals"]) == ["dice"] for ply in plies[2::3])


def test_dice_are_written_in_the_order_of_colours() -> None:
    for seed in range(20):
        dice = sw.Match("anubixx", 5, seed).record()["setup"]["dice"]
        assert list(dice) == sorted(dice, key="rgbyop".index)


def test_a_record_survives_json() -> None:
    record = json.loads(json.dumps(sw.replay(a_round()).record(trace=True)))
    assert sw.replay(record).record(trace=True) == record


@pytest.mark.parametrize(
    ("setup", "code", "reason"),
    [
        ({"first": 2}, "bad_setup", "'first' must be a seat from 0 to 1"),
        ({"first": -1}, "bad_setup", "'first' must be a seat"),
        ({"first": True}, "bad_setup", "'first' must be a seat"),
        ({"first": "0"}, "bad_setup", "'first' must be a seat"),
        ({"sheets": ["A"]}, "bad_setup", "'sheets' must hold 2, one per seat"),
        ({"sheets": ["A", "B", "C"]}, "bad_setup", "'sheets' must hold 2, one per seat"),
        ({"sheets": "AB"}, "bad_setup", "'sheets' must hold 2, one per seat"),
        ({"sheets": ["A", "G"]}, "bad_setup", "'sheets' of seat 1: 'G' is not a sheet"),
        ({"sheets": ["A", "a"]}, "bad_setup", "'sheets' of seat 1: 'a' is not a sheet"),
        ({"sheets": ["A", "BC"]}, "bad_setup", "'sheets' of seat 1: 'BC' is not a sheet"),
        ({"sheets": ["A", ""]}, "bad_setup", "'sheets' of seat 1: '' is not a sheet"),
        ({"sheets": ["A", 1]}, "bad_setup", "'sheets' of seat 1: 1 is not a sheet"),
        ({"sheets": ["A", ["B"]]}, "bad_setup", "'sheets' of seat 1: ['B'] is not a sheet"),
        ({"sheets": ["A", "A"]}, "reveal_impossible", "was no longer available"),
        ({"dice": "rg"}, "reveal_missing", "is missing"),
        ({"dice": "rgbb"}, "reveal_surplus", "more is drawn or rolled"),
        ({"dice": "rbg"}, "wrong_reveals", "'dice': 'rgb'"),
        ({"dice": "rgw"}, "bad_dice", "'dice': 'w' is not a colour"),
        ({"dice": "RGB"}, "bad_dice", "'dice': 'R' is not a colour"),
        ({"dice": ""}, "bad_dice", "'dice' must be letters in one text"),
        ({"dice": None}, "bad_dice", "not None"),
        ({"dice": ["r", "g", "b"]}, "bad_dice", "'dice' must be letters in one text"),
        ({"hands": []}, "unknown_key", "does not know 'hands'"),
    ],
)
def test_a_wrong_setup_is_refused(setup: dict[str, Any], code: str, reason: str) -> None:
    """AN-1, AN-2: no two seats have one sheet, and two roll three dice."""
    error = refusal(told("", **setup))
    assert (error.code, error.ply) == (code, None)
    assert str(error).startswith("setup: ")
    assert reason in str(error)


@pytest.mark.parametrize("key", ["sheets", "first", "dice"])
def test_a_setup_tells_all_of_it(key: str) -> None:
    record = told("")
    del record["setup"][key]
    error = refusal(record)
    assert (error.code, error.ply) == ("missing_key", None)
    assert f"lacks '{key}'" in str(error)


def test_four_dice_are_told_with_three_seats() -> None:
    """AN-1"""
    record = told("", sheets=["A", "B", "C"]) | {"seats": 3}
    assert refusal(record).code == "reveal_missing"
    record["setup"]["dice"] = "rgbb"
    assert sw.replay(record).to_act == (0,)


@pytest.mark.parametrize(
    ("ply", "move", "code", "field"),
    [
        (0, "P15", "no_die", "P15"),
        (1, "P13/q3", "wrong_stone", "P13"),
        (1, "P11", "already_crossed", "P11"),
        (2, "P15", "no_die", "P15"),
    ],
)
def test_an_illegal_ply_is_refused_with_its_number(
    ply: int, move: str, code: str, field: str
) -> None:
    """AN-13, AN-14"""
    record = a_round()
    record["plies"][ply]["move"] = move
    error = refusal(record)
    assert (error.code, error.ply, error.details) == (code, ply, {"field": field})
    assert str(error).startswith(f"ply {ply}: ")


@pytest.mark.parametrize(
    ("change", "ply", "code", "reason"),
    [
        (lambda plies: plies[1].update(seat=1), 1, "not_your_turn", "seat 1 may not act"),
        (lambda plies: plies[3].update(seat=0), 3, "not_your_turn", "seat 0 may not act"),
        (lambda plies: plies[0].update(reveals={"dice": "rgb"}), 0, "reveal_surplus", "more is"),
        (lambda plies: plies[3].pop("reveals"), 3, "reveal_missing", "is missing"),
        (lambda plies: plies[3].update(reveals={}), 3, "malformed", "something in it"),
        (lambda plies: plies[3].update(reveals={"drew": "r"}), 3, "unknown_key", "'drew'"),
        (lambda plies: plies[3]["reveals"].update(more=1), 3, "unknown_key", "'more'"),
        (lambda plies: plies[3]["reveals"].update(dice="prp"), 3, "wrong_reveals", "'rpp'"),
        (lambda plies: plies[3]["reveals"].update(dice="rp"), 3, "reveal_missing", "is missing"),
        (lambda plies: plies[3]["reveals"].update(dice="rppp"), 3, "reveal_surplus", "more is"),
        (lambda plies: plies[3]["reveals"].update(dice="rpx"), 3, "bad_dice", "'x' is not a"),
        (lambda plies: plies[3]["reveals"].update(dice=3), 3, "bad_dice", "not 3"),
        (lambda plies: plies[0].update(scores=[1, 0, 0, 0, 11, 4]), 0, "wrong_scores", "12, 4]"),
        (lambda plies: plies[3].update(legal=1), 3, "wrong_legal", "moves were legal, not 1"),
    ],
)
def test_a_tampered_ply_is_refused_with_its_number(
    change: Callable[[list[Record]], object], ply: int, code: str, reason: str
) -> None:
    record = a_round()
    sw.replay(copy.deepcopy(record))
    change(record["plies"])
    error = refusal(record)
    assert (error.code, error.ply) == (code, ply)
    assert str(error).startswith(f"ply {ply}: ")
    assert reason in str(error)


def an_idle_game() -> Record:
    match = sw.Match("anubixx", 2, seed=1)
    while not match.over:
        match.play("stop")
    return match.record(trace=True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.update(result=None), "there is no result"),
        (lambda r: r["result"].update(ranks=[1, 2]), "the ranks are [1, 1]"),
        (lambda r: r["result"]["scores"][1].__setitem__(5, 6), "the scores are"),
        (lambda r: r["result"]["scores"].pop(), "the scores are"),
        (lambda r: r["plies"][-1].update(reveals={"dice": "rgb"}), "more is drawn or rolled"),
    ],
)
def test_a_wrong_end_is_refused(change: Callable[[Record], object], reason: str) -> None:
    """AN-22, AN-28: nothing is rolled after the last round."""
    record = an_idle_game()
    assert record["result"] == {"ranks": [1, 1], "scores": [[0, 0, 0, 0, 12, 4]] * 2}
    change(record)
    error = refusal(record)
    assert error.ply == len(record["plies"]) - 1
    assert reason in str(error)


def test_a_ply_after_the_end_is_refused() -> None:
    """AN-28"""
    record = an_idle_game()
    record["plies"].append({"seat": 0, "move": "stop"})
    error = refusal(record)
    assert (error.code, error.ply) == ("game_over", 20)


def test_a_result_before_the_end_is_refused() -> None:
    """AN-28"""
    record = an_idle_game()
    record["plies"].pop()
    error = refusal(record)
    assert (error.code, error.ply) == ("wrong_result", 18)


# Taking back


def test_a_stone_can_be_taken_back_until_somebody_else_acts() -> None:
    match = sw.replay(told("0:P11"), seed=0)
    before = match.states.tobytes()
    match.play("P13/q4")
    assert match.to_act == (1,)
    match.undo(0)
    assert match.states.tobytes() == before
    match.play("P13/j")
    assert match.can_undo(0)
    match.play("P12/j", 1)
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "others_acted"


def test_the_first_stone_of_a_pair_can_be_taken_back() -> None:
    """AN-9"""
    match = sw.replay(told(""), seed=0)
    before, legal = match.states.tobytes(), match.legal(0)
    match.play("a3")
    match.undo(0)
    assert match.states.tobytes() == before
    assert match.legal(0) == legal


def test_a_bonus_is_given_back_with_its_stone() -> None:
    """AN-20"""
    match = sw.replay(told("0:d2 0:d1/j"), seed=0)
    assert match.view(None)["sheets"][0]["bonuses"] == ["cat"]
    match.undo(0)
    assert match.view(None)["sheets"][0]["bonuses"] == []


def test_no_stone_is_taken_back_once_dice_have_been_rolled() -> None:
    """AN-17"""
    match = sw.replay(told("0:stop 1:P11"), seed=0)
    match.play("stop")
    assert match.plies[-1].reveals
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(1)
    assert refused.value.code == "chance_seen"
