"""Records of the game on hexagons: every line is checked, and refused with its ply and reason."""

import copy
import functools
import itertools
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw
from games.axio_hex.positions import ALL_RED, OTHERS, dealt, offered_swap
from games.driving import finished

Record = dict[str, Any]


@functools.cache
def _swapped() -> Record:
    """Five plies: a first tile, a swap, and three placements more, with legal and scores."""
    match = offered_swap()
    for move in ("swap", "gg e2-f2"):
        match.play(move)
    for _ in range(2):
        match.play(match.legal(match.to_act[0])[0])
    return match.record(trace=True)


@functools.cache
def _over() -> Record:
    return finished("axio_hex", 2, 3, 0.0).record(trace=True)


def _refusal(record: Record, change: Callable[[Record], object]) -> sw.RecordError:
    made = copy.deepcopy(record)
    change(made)
    assert repr(made) != repr(record)
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(made)
    return refused.value


def test_a_record_has_the_shape_of_the_format() -> None:
    """HX-5, HX-10, HX-11: six tiles a hand, and what was drawn and returned at its ply."""
    record = _swapped()
    assert list(record) == ["format", "game", "seats", "options", "setup", "plies", "result"]
    assert record["setup"] == {"hands": [ALL_RED.split(), OTHERS.split()], "first": 0}
    placed, swapped, refilled = record["plies"][:3]
    # Nine places at each of six start symbols; five equal doubles lie in one way, rb in two.
    assert placed == {"seat": 0, "move": "rb a7-b7", "legal": 162, "scores": [1, 0, 0, 0, 0, 0]}
    assert (swapped["legal"], swapped["scores"]) == (2, [1, 0, 0, 0, 0, 0])
    assert swapped["reveals"]["returned"] == ["rr"] * 5
    assert len(swapped["reveals"]["drew"]) == 6
    assert refilled["scores"] == [0, 2, 0, 0, 0, 0]
    assert len(refilled["reveals"]["drew"]) == 1
    assert sw.replay(record).record(trace=True) == record


@pytest.mark.parametrize(
    ("ply", "change", "reason"),
    [
        (0, lambda p: p.update(move="rb f6-g6"), "first tile must touch"),  # HX-7
        (0, lambda p: p.update(move="rb a6-a7"), "a6 is not free"),  # HX-6
        (0, lambda p: p.update(move="gg a7-b7"), "don’t hold this tile"),
        (0, lambda p: p.update(move="rb l6-l7"), "l6 is outside"),  # HX-2
        (0, lambda p: p.update(move="br b7-a7"), "in the wrong order"),
        (0, lambda p: p.update(move="swap"), "swap is not offered now"),  # HX-11
        (0, lambda p: p.update(seat=1), "seat 1 may not act now"),
        (0, lambda p: p.update(legal=163), "162 moves were legal, not 163"),
        (0, lambda p: p.update(scores=[0, 0, 0, 0, 0, 0]), r"the scores are"),  # HX-8
        (0, lambda p: p.update(scores=[1, 0, 0, 0, 0]), r"the scores are"),
        (0, lambda p: p.update(reveals={"drew": ["gg"]}), "more is drawn"),  # HX-11
        (1, lambda p: p.update(move="rr c9-c10"), "swap or keep"),
        (1, lambda p: p.update(move="keep"), "more is drawn"),
        (1, lambda p: p["reveals"]["drew"].pop(), "is missing"),
        (1, lambda p: p["reveals"]["drew"].append("yy"), "more is drawn"),
        (1, lambda p: p["reveals"]["drew"].__setitem__(0, "rr"), "was no longer available"),
        (1, lambda p: p["reveals"]["drew"].__setitem__(0, "yo"), "'yo' is not a kind"),
        (1, lambda p: p["reveals"]["returned"].pop(), "what became known"),
        (1, lambda p: p["reveals"]["returned"].__setitem__(0, "rb"), "what became known"),
        (1, lambda p: p["reveals"].pop("returned"), "what became known"),
        (1, lambda p: p.pop("reveals"), "is missing"),
        (2, lambda p: p.update(seat=0), "seat 0 may not act now"),  # HX-12: none was earned
        (2, lambda p: p["reveals"]["drew"].append("rr"), "more is drawn"),  # HX-10
        (2, lambda p: p["reveals"]["drew"].clear(), "is missing"),  # HX-10
        (2, lambda p: p["reveals"].update(returned=["gb"]), "what became known"),
        (2, lambda p: p["reveals"].update(rolled=[1]), "does not know 'rolled'"),
        (2, lambda p: p.update(reveals={}), "something in it"),
        (2, lambda p: p.update(move="gg b5-c5"), "first tile must touch"),  # HX-7
        (2, lambda p: p.update(move="gg b7-c7"), "b7 is not free"),
    ],
)
def test_a_wrong_ply_is_refused(ply: int, change: Callable[[Any], object], reason: str) -> None:
    """HX-6 to HX-8, HX-10, HX-11: with the ply's number and the reason."""
    error = _refusal(_swapped(), lambda record: change(record["plies"][ply]))
    assert reason in str(error)
    assert error.ply == ply
    assert str(error).startswith(f"ply {ply}: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["setup"]["hands"][0].pop(), "the next of 'hands' is seat 0's"),
        (lambda r: r["setup"]["hands"][1].append("yy"), "more is drawn"),
        (lambda r: r["setup"]["hands"].__setitem__(1, ["rr"] + ["gg"] * 5), "no longer available"),
        (lambda r: r["setup"]["hands"][0].__setitem__(5, "br"), "'br' is not a kind"),
        (lambda r: r["setup"]["hands"][0].__setitem__(5, "yo"), "'yo' is not a kind"),
        (lambda r: r["setup"]["hands"].pop(), "must hold 2, one per seat"),
        (lambda r: r["setup"].update(first=2), "'first' must be a seat from 0 to 1"),
        (lambda r: r["setup"].update(bag=[]), "does not know 'bag'"),
        (lambda r: r["setup"].pop("hands"), "lacks 'hands'"),
        (lambda r: r.update(seats=1), "2 to 4 seats"),
        (lambda r: r.update(seats=5), "2 to 4 seats"),
        (lambda r: r.update(seats=3), "must hold 3, one per seat"),
        (lambda r: r.update(game="axio"), "is not a kind"),
    ],
)
def test_a_wrong_beginning_is_refused(change: Callable[[Record], object], reason: str) -> None:
    """HX-1, HX-4, HX-5"""
    error = _refusal(_swapped(), change)
    assert reason in str(error)
    assert error.ply is None
    assert str(error).startswith("setup: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["result"]["ranks"].__setitem__(0, 3), "the ranks are"),
        (lambda r: r["result"]["scores"][1].__setitem__(5, 19), "the scores are"),
        (lambda r: r["result"]["scores"][0].pop(), "the scores are"),
        (lambda r: r.update(result=None), "there is no result"),
    ],
)
def test_a_wrong_result_is_refused(change: Callable[[Record], object], reason: str) -> None:
    """HX-13"""
    error = _refusal(_over(), change)
    assert reason in str(error)
    assert error.ply == len(_over()["plies"]) - 1


def test_a_result_before_the_end_and_a_ply_after_it_are_refused() -> None:
    """HX-13"""
    last = len(_over()["plies"])
    early = _refusal(_over(), lambda record: record["plies"].pop())
    assert "the game is not over" in str(early)
    late = _refusal(_over(), lambda record: record["plies"].append(record["plies"][0]))
    assert (late.ply, late.code) == (last, "game_over")
    drawn = _refusal(_over(), lambda record: record["plies"][-1].update(reveals={"drew": ["rr"]}))
    assert (drawn.ply, drawn.code) == (last - 1, "reveal_surplus")


@pytest.mark.compiled
def test_an_extra_turn_left_out_is_refused() -> None:
    """HX-12: the seat that earned it has to take it."""
    games = (finished("axio_hex", 2, seed, 1.0).record() for seed in range(50))
    record, number = next(
        (record, number)
        for record in games
        for number, (one, two) in enumerate(itertools.pairwise(record["plies"]), 1)
        if one["seat"] == two["seat"] and two["move"] not in ("swap", "keep")
    )
    seat = record["plies"][number]["seat"]
    error = _refusal(record, lambda r: r["plies"][number].update(seat=1 - seat))
    assert (error.ply, error.code) == (number, "not_your_turn")


def test_order_among_tiles_is_free_and_other_keys_are_ignored() -> None:
    record = copy.deepcopy(_swapped())
    record["setup"]["hands"][0].reverse()
    record["plies"][1]["reveals"]["drew"].reverse()
    record["plies"][0]["comment"] = "a fine beginning"
    record["event"] = "a family's evening"
    assert sw.replay(record).states.tobytes() == sw.replay(_swapped()).states.tobytes()


def test_a_dealt_match_may_be_told_by_hand() -> None:
    """HX-5: hands as somebody with the box has drawn them."""
    match = sw.replay(dealt("rr rg rb ro ry rp", "gg gb go gy gp bb", "bo by bp oo oy op"))
    assert match.view(None)["hands"][2] == ["bo", "by", "bp", "oo", "oy", "op"]
    assert match.view(None)["side"] == 7
