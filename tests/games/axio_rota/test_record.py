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
    ("ply", "change", "code"),
    [
        (0, lambda p: p.update(move="2,2:gobp"), "not_beside"),  # RO-7
        (0, lambda p: p.update(move="1,1:gobp"), "cell_not_free"),  # RO-7
        (0, lambda p: p.update(move="34,32:gobp"), "not_beside"),  # RO-7
        (0, lambda p: p.update(move="2,0:gopb"), "not_in_hand"),
        (0, lambda p: p.update(move="2,0:gobp=r"), "nothing_to_name"),  # RO-10
        (0, lambda p: p.update(move="2,0:g,o,b,p"), "malformed"),
        (0, lambda p: p.update(move=None), "malformed"),
        (0, lambda p: p.update(seat=1), "not_your_turn"),  # RO-6
        (0, lambda p: p.update(legal=33), "wrong_legal"),  # RO-7
        (0, lambda p: p.update(scores=[0, 0, 0, 0, 0]), "wrong_scores"),  # RO-9
        (0, lambda p: p.update(scores=[0, 1, 0, 0]), "wrong_scores"),
        (0, lambda p: p.update(reveals={"bonus": "rgob"}), "reveal_missing"),  # RO-13
        (0, lambda p: p["reveals"].update(bonus="gbop"), "reveal_surplus"),  # RO-13
        (0, lambda p: p["reveals"].update(drew="gobp"), "reveal_impossible"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="_opr"), "reveal_impossible"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="rpbg"), "reveal_impossible"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="_grb"), "reveal_impossible"),  # RO-2
        (0, lambda p: p["reveals"].update(drew="brgo"), "bad_tiles"),
        (0, lambda p: p["reveals"].update(drew="rrgo"), "bad_tiles"),
        (0, lambda p: p["reveals"].update(drew=["rgob"]), "bad_tiles"),
        (0, lambda p: p["reveals"].update(drew=None), "bad_tiles"),
        (0, lambda p: p["reveals"].update(rolled=[1]), "unknown_key"),
        (0, lambda p: p.pop("reveals"), "reveal_missing"),  # RO-11
        (0, lambda p: p.update(reveals={}), "malformed"),
        (1, lambda p: p.update(move="2,1:opr_"), "name_a_colour"),  # RO-10
        (1, lambda p: p.update(move="2,1:opr_=g"), "wrong_scores"),  # RO-10
        (1, lambda p: p.update(move="2,0:opr_=b"), "cell_not_free"),
        (2, lambda p: p.update(seat=1), "not_your_turn"),
        (2, lambda p: p["reveals"].update(drew="_pbo"), "reveal_impossible"),
    ],
)
def test_a_wrong_ply_is_refused(ply: int, change: Callable[[Any], object], code: str) -> None:
    """RO-2, RO-6, RO-7, RO-9 to RO-11: with the ply's number and the reason."""
    error = _refusal(_begun(), lambda record: change(record["plies"][ply]))
    assert (error.code, error.ply) == (code, ply)
    assert str(error).startswith(f"ply {ply}: ")


@pytest.mark.parametrize(
    ("change", "code", "reason"),
    [
        (lambda s: s["start"].update({"0,1": "_brg"}), "wrong_reveals", "'0,1': 'rg_b'"),  # RO-4
        (lambda s: s["start"].update({"1,0": "gbo_"}), "wrong_reveals", "'1,0': '_gbo'"),  # RO-4
        (lambda s: s["start"].update({"0,0": "rpbr"}), "bad_tiles", "'start': 'rpbr'"),
        (lambda s: s["start"].update({"0,0": None}), "bad_tiles", "'start': None"),
        (lambda s: s["start"].update({"0,0": ["rpbg"]}), "bad_tiles", "'start': ['rpbg']"),
        (lambda s: s["start"].update({"0,0": "bgro"}), "reveal_impossible", ""),  # robg twice
        (lambda s: s["start"].update({"0,0": "b_gr"}), "reveal_impossible", ""),  # of no box
        (
            lambda s: s["start"].update({"2,0": "rgob"}),
            "unknown_key",
            "'start' does not know '2,0'",
        ),
        (lambda s: s["start"].pop("1,1"), "missing_key", "'start' lacks '1,1'"),
        (lambda s: s.update(start=list(s["start"].values())), "bad_tiles", "by where they lie"),
        (lambda s: s["hands"].pop(), "bad_setup", "'hands' must hold 2, one per seat"),
        (lambda s: s["hands"].append("rgop"), "bad_setup", "'hands' must hold 2, one per seat"),
        (lambda s: s.update(hands="gobp"), "bad_setup", "'hands' must hold 2, one per seat"),
        (lambda s: s["hands"].__setitem__(1, "gobp"), "reveal_impossible", ""),
        (lambda s: s["hands"].__setitem__(1, "robg"), "reveal_impossible", ""),
        (lambda s: s["hands"].__setitem__(0, "obpg"), "bad_tiles", "of seat 0: 'obpg'"),
        (lambda s: s["hands"].__setitem__(1, ["_opr"]), "bad_tiles", "of seat 1: ['_opr']"),
        (lambda s: s.update(first=2), "bad_setup", "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=-1), "bad_setup", "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=True), "bad_setup", "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(first=None), "bad_setup", "'first' must be a seat from 0 to 1"),
        (lambda s: s.update(supply=[]), "unknown_key", "does not know 'supply'"),
        (lambda s: s.pop("start"), "missing_key", "lacks 'start'"),
        (lambda s: s.pop("hands"), "missing_key", "lacks 'hands'"),
        (lambda s: s.pop("first"), "missing_key", "lacks 'first'"),
    ],
)
def test_a_wrong_setup_is_refused(change: Callable[[Any], object], code: str, reason: str) -> None:
    """RO-2, RO-4, RO-5, RO-6"""
    error = _refusal(_begun(), lambda record: change(record["setup"]))
    assert (error.code, error.ply) == (code, None)
    assert str(error).startswith("setup: ")
    assert reason in str(error)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": 0}, "1 to 4 seats"),
        ({"seats": 5}, "1 to 4 seats"),
        ({"seats": 3}, "'hands' must hold 3, one per seat"),
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
    ("change", "code"),
    [
        (lambda r: {"drew": r["bonus"]}, "reveal_missing"),
        (lambda r: r | {"drew": "rgob"}, "reveal_surplus"),
        (lambda r: {"bonus": "xx"}, "bad_tiles"),
    ],
)
def test_a_wrong_bonus_is_refused(change: Callable[[Any], Any], code: str) -> None:
    """RO-13"""
    record, number = _with_bonus()
    reveals = record["plies"][number]["reveals"]
    error = _refusal(record, lambda r: r["plies"][number].update(reveals=change(reveals)))
    assert (error.code, error.ply) == (code, number)


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
