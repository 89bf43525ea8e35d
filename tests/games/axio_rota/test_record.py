"""Records of AXIO rota: every line is checked, and refused with its ply and reason."""

import copy
import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw
from games.axio_rota import oracle
from games.axio_rota.positions import dealt
from games.driving import finished

Record = dict[str, Any]

SQUARE = "rg_b robg / rpbg _gbo"  # two empty corners, in the centre
PLIES: list[Record] = [
    {"seat": 0, "move": "2,0:gobp", "reveals": {"drew": "rgob"}},
    {"seat": 1, "move": "2,1:opr_=b", "reveals": {"drew": "_pbo"}},
    {"seat": 0, "move": "0,2:brgo", "reveals": {"drew": "gbop"}},
]


@functools.cache
def _begun() -> Record:
    """Three plies by hand, with legal and scores."""
    return sw.replay(dealt("gobp", "_opr", square=SQUARE, plies=PLIES)).record(trace=True)


@functools.cache
def _with_bonus() -> tuple[Record, int]:
    """A finished game, and the number of a ply after which a bonus turn follows, not the last."""
    games = (finished("axio_rota", 2, seed, 1.0).record(trace=True) for seed in range(200))
    return next(
        (record, number)
        for record in games
        for number, ply in enumerate(record["plies"][:-2])
        if "bonus" in ply.get("reveals", {})
    )


@functools.cache
def _over() -> Record:
    return finished("axio_rota", 2, 3, 0.0).record(trace=True)


def _refusal(record: Record, change: Callable[[Record], object]) -> sw.RecordError:
    made = copy.deepcopy(record)
    change(made)
    assert repr(made) != repr(record)
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(made)
    with pytest.raises(ValueError, match=":"):  # another reader refuses it too
        oracle.check(made)
    return refused.value


def test_a_record_has_the_shape_of_the_format() -> None:
    """RO-4, RO-5, RO-9 to RO-11: tiles as they lie in `start` and moves, else as they are spelt."""
    record = _begun()
    assert list(record) == ["format", "game", "seats", "options", "setup", "plies", "result"]
    start = {"0,0": "rpbg", "1,0": "_gbo", "0,1": "rg_b", "1,1": "robg"}
    assert record["setup"] == {"start": start, "hands": ["gobp", "_opr"], "first": 0}
    one, two, three = record["plies"]
    assert one == PLIES[0] | {"legal": 32, "scores": [0, 1, 0, 0, 0]}
    assert two["scores"] == [0, 0, 1, 1, 0]
    assert three["reveals"] == {"drew": "gbop"}
    assert record["result"] is None
    assert json.loads(json.dumps(record)) == record
    assert sw.replay(record).record(trace=True) == record
    oracle.check(record)


@pytest.mark.parametrize(
    ("ply", "change", "reason"),
    [
        (0, lambda p: p.update(move="2,2:gobp"), "2,2 shares no side"),  # RO-7
        (0, lambda p: p.update(move="1,1:gobp"), "a tile lies on 1,1"),  # RO-7
        (0, lambda p: p.update(move="34,32:gobp"), "34,32 shares no side"),  # RO-7
        (0, lambda p: p.update(move="2,0:gopb"), "the tile gopb is not in hand"),
        (0, lambda p: p.update(move="2,0:gobp=r"), "only for an empty corner"),  # RO-10
        (0, lambda p: p.update(move="2,0:g,o,b,p"), "is no move"),
        (0, lambda p: p.update(move=None), "a move is a text"),
        (0, lambda p: p.update(seat=1), "seat 1 may not act now"),  # RO-6
        (0, lambda p: p.update(legal=33), "32 moves were legal, not 33"),  # RO-7
        (0, lambda p: p.update(scores=[0, 0, 0, 0, 0]), "the scores are"),  # RO-9
        (0, lambda p: p.update(scores=[0, 1, 0, 0]), "the scores are"),
        (0, lambda p: p.update(reveals={"bonus": "rgob"}), "what became known"),  # RO-13
        (0, lambda p: p["reveals"].update(bonus="gbop"), "more is drawn"),  # RO-13
        (0, lambda p: p["reveals"].update(drew="gobp"), "can't have been there"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="_opr"), "can't have been there"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="rpbg"), "can't have been there"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="_grb"), "can't have been there"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="brgo"), "'drew': 'brgo' is no tile"),
        (0, lambda p: p["reveals"].update(drew="rrgo"), "'drew': 'rrgo' is no tile"),
        (0, lambda p: p["reveals"].update(drew=["rgob"]), "is no tile"),
        (0, lambda p: p["reveals"].update(drew=None), "'drew': None is no tile"),
        (0, lambda p: p["reveals"].update(rolled=[1]), "does not know 'rolled'"),
        (0, lambda p: p.pop("reveals"), "not told"),  # RO-11
        (0, lambda p: p.update(reveals={}), "something in it"),
        (1, lambda p: p.update(move="2,1:opr_"), "name a colour"),  # RO-10
        (1, lambda p: p.update(move="2,1:opr_=g"), "the scores are"),  # RO-10
        (1, lambda p: p.update(move="2,0:opr_=b"), "a tile lies on 2,0"),
        (2, lambda p: p.update(seat=1), "seat 1 may not act now"),
        (2, lambda p: p["reveals"].update(drew="_pbo"), "can't have been there"),
    ],
)
def test_a_wrong_ply_is_refused(ply: int, change: Callable[[Any], object], reason: str) -> None:
    """RO-2, RO-6, RO-7, RO-9 to RO-11: with the ply's number and the reason."""
    error = _refusal(_begun(), lambda record: change(record["plies"][ply]))
    assert reason in str(error)
    assert error.ply == ply
    assert str(error).startswith(f"ply {ply}: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda s: s["start"].update({"0,1": "_brg"}),
            "empty corner of _brg must lie in the centre",
        ),
        (
            lambda s: s["start"].update({"1,0": "gbo_"}),
            "empty corner of gbo_ must lie in the centre",
        ),
        (lambda s: s["start"].update({"0,0": "rpbr"}), "'rpbr' is no tile"),
        (lambda s: s["start"].update({"0,0": None}), "None is no tile"),
        (lambda s: s["start"].update({"0,0": ["rpbg"]}), "is no tile"),
        (lambda s: s["start"].update({"0,0": "bgro"}), "can't have been there"),  # robg twice
        (lambda s: s["start"].update({"0,0": "b_gr"}), "can't have been there"),  # of no box
        (lambda s: s["start"].update({"2,0": "rgob"}), "'start' does not know '2,0'"),
        (lambda s: s["start"].pop("1,1"), "'start' lacks '1,1'"),
        (lambda s: s.update(start=list(s["start"].values())), "four tiles of the square"),
        (lambda s: s["hands"].pop(), "'hands' must hold 2 tiles, one a seat"),
        (lambda s: s["hands"].append("rgop"), "'hands' must hold 2 tiles, one a seat"),
        (lambda s: s.update(hands="gobp"), "'hands' must hold 2 tiles"),
        (lambda s: s["hands"].__setitem__(1, "gobp"), "can't have been there"),
        (lambda s: s["hands"].__setitem__(1, "robg"), "can't have been there"),
        (lambda s: s["hands"].__setitem__(0, "obpg"), "the hand of seat 0: 'obpg' is no tile"),
        (lambda s: s["hands"].__setitem__(1, ["_opr"]), "the hand of seat 1: ['_opr'] is no tile"),
        (lambda s: s.update(first=2), "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=-1), "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=True), "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=None), "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(supply=[]), "does not know 'supply'"),
        (lambda s: s.pop("start"), "lacks 'start'"),
        (lambda s: s.pop("hands"), "lacks 'hands'"),
        (lambda s: s.pop("first"), "lacks 'first'"),
    ],
)
def test_a_wrong_setup_is_refused(change: Callable[[Any], object], reason: str) -> None:
    """RO-2, RO-4, RO-5, RO-6"""
    error = _refusal(_begun(), lambda record: change(record["setup"]))
    assert reason in str(error)
    assert error.ply is None
    assert str(error).startswith("setup: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": 0}, "1 to 4 seats"),
        ({"seats": 5}, "1 to 4 seats"),
        ({"seats": 3}, "'hands' must hold 3 tiles"),
        ({"options": {"hands": "open"}}, "no option 'hands'"),
    ],
)
def test_wrong_seats_and_options_are_refused(change: Record, reason: str) -> None:
    """RO-5"""
    error = _refusal(_begun(), lambda record: record.update(change))
    assert reason in str(error)
    assert error.ply is None


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: {"drew": r["bonus"]}, "what became known"),
        (lambda r: r | {"drew": "rgob"}, "more is drawn|can't have been there"),
        (lambda r: {"bonus": "xx"}, "'bonus': 'xx' is no tile"),
    ],
)
def test_a_wrong_bonus_is_refused(change: Callable[[Any], Any], reason: str) -> None:
    """RO-13"""
    record, number = _with_bonus()
    reveals = record["plies"][number]["reveals"]
    error = _refusal(record, lambda r: r["plies"][number].update(reveals=change(reveals)))
    assert any(part in str(error) for part in reason.split("|"))
    assert error.ply == number


@pytest.mark.compiled
def test_a_bonus_turn_left_out_is_refused() -> None:
    """RO-13: the seat that earned it has to take it, with that tile."""
    record, number = _with_bonus()
    later = record["plies"][number + 1]
    assert later["seat"] == record["plies"][number]["seat"]
    error = _refusal(record, lambda r: r["plies"][number + 1].update(seat=1 - later["seat"]))
    assert (error.ply, error.code) == (number + 1, "not_your_turn")
    missing = _refusal(record, lambda r: r["plies"][number].pop("reveals"))
    assert (missing.ply, missing.code) == (number, "reveal_missing")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["result"]["ranks"].__setitem__(0, 3), "the ranks are"),
        (lambda r: r["result"]["ranks"].reverse(), "the ranks are"),
        (lambda r: r["result"]["scores"][1].__setitem__(4, 13), "the scores are"),
        (lambda r: r["result"]["scores"][0].pop(), "the scores are"),
        (lambda r: r["result"].pop("ranks"), "lacks 'ranks'"),
        (lambda r: r.update(result=None), "there is no result"),
    ],
)
def test_a_wrong_result_is_refused(change: Callable[[Record], object], reason: str) -> None:
    """RO-15, RO-16"""
    error = _refusal(_over(), change)
    assert reason in str(error)
    assert error.ply == len(_over()["plies"]) - 1


def test_a_result_before_the_end_and_a_ply_after_it_are_refused() -> None:
    """RO-15"""
    last = len(_over()["plies"])
    early = _refusal(_over(), lambda record: record["plies"].pop())
    assert "the game is not over" in str(early)
    late = _refusal(_over(), lambda record: record["plies"].append(record["plies"][0]))
    assert (late.ply, late.code) == (last, "game_over")
    drawn = _refusal(_over(), lambda record: record["plies"][-1].update(reveals={"drew": "rgob"}))
    assert (drawn.ply, drawn.code) == (last - 1, "reveal_surplus")


def test_other_keys_are_ignored() -> None:
    record = copy.deepcopy(_begun())
    record["plies"][0]["comment"] = "a fine beginning"
    record["event"] = "a family's evening"
    assert sw.replay(record).states.tobytes() == sw.replay(_begun()).states.tobytes()


def test_a_refusal_keeps_its_code_and_details() -> None:
    error = _refusal(_begun(), lambda r: r["plies"][1].update(move="2,0:opr_=b"))
    assert (error.code, error.details) == ("cell_not_free", {"cell": "2,0"})
