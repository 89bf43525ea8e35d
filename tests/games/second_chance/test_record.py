"""Second Chance's records: what they tell, and that nothing in them can be otherwise."""

import copy
import functools
import itertools
import json
from typing import Any

import pytest

import spielwerk as sw
from games.second_chance.positions import dealt, played

Record = dict[str, Any]

TOO_MUCH = "reveal_surplus wrong_reveals"  # it can be told so, or so


@functools.cache
def _text() -> str:
    """A game of four in which ones are written, and one ply sets off two servings."""
    return json.dumps(played(4, 1).record(trace=True))


def _record() -> Record:
    record: Record = json.loads(_text())
    return record


def _number(record: Record, *kinds: str) -> int:
    """The first ply whose reveals hold these, and more than one second chance if any."""
    return next(
        number
        for number, ply in enumerate(record["plies"])
        if set(ply.get("reveals", {})) == set(kinds)
        and ("second_chances" not in kinds or len(ply["reveals"]["second_chances"]) > 1)
    )


def _refused(record: Record, ply: int | None) -> sw.RecordError:
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(record)
    assert refused.value.ply == ply
    place = "setup" if ply is None else f"ply {ply}"
    assert refused.value.reason.startswith(f"{place}: ")
    return refused.value


def test_a_record_replays_to_the_same_bytes() -> None:
    match = played(4, 1)
    again = sw.replay(_record())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record(trace=True) == match.record(trace=True)
    sw.check_fair(_record())


def test_a_record_tells_the_start_cards_and_what_each_step_turned_up() -> None:
    """SC-4, SC-5, SC-8: 40 cards are not turned up more often than the box holds them."""
    record = _record()
    assert record["setup"].keys() == {"start"}
    assert len(record["setup"]["start"]) == 4
    assert record["plies"][3]["reveals"].keys() == {"cards"}
    assert record["plies"][3]["scores"] == [73, 0]
    servings = [ply["reveals"].get("second_chances", []) for ply in _revealing(record)]
    rounds = [ply["reveals"].get("cards", []) for ply in _revealing(record)]
    assert all(len(cards) in {0, 2} for cards in rounds)
    turned_up = sum(map(len, servings)) + sum(map(len, rounds))
    assert turned_up == 40 - played(4, 1).view(None)["deck"]
    assert any(ply["move"].startswith("1:") for ply in record["plies"])


def _revealing(record: Record) -> list[Record]:
    return [ply for ply in record["plies"] if "reveals" in ply]


def test_a_ply_with_two_servings_replays() -> None:
    """SC-8, SC-9: both stand in one list, each in seat order."""
    record = _record()
    two = [
        ply["reveals"]
        for ply in _revealing(record)
        if _descends([seat for seat, _ in ply["reveals"].get("second_chances", [])])
    ]
    assert two
    assert all(reveals.keys() == {"cards", "second_chances"} for reveals in two)
    sw.replay(record)


def _descends(seats: list[int]) -> bool:
    return any(later < earlier for earlier, later in itertools.pairwise(seats))


def test_a_record_may_stop_early() -> None:
    for plies in (0, 2, 4, 51):
        record = _record() | {"result": None}
        record["plies"] = record["plies"][:plies]
        assert len(sw.replay(record).plies) == plies


# Orders: free, and not


def test_the_order_of_the_two_cards_is_free() -> None:
    """SC-5"""
    record = _record()
    for ply in _revealing(record):
        ply["reveals"].get("cards", []).reverse()
    again = sw.replay(record)
    assert again.states.tobytes() == played(4, 1).states.tobytes()
    assert again.record(trace=True)["result"] == record["result"]
    sw.check_fair(record)


def test_the_order_of_second_chances_is_the_serving_order() -> None:
    """SC-8"""
    record = _record()
    number = _number(record, "second_chances")
    record["plies"][number]["reveals"]["second_chances"].reverse()
    refused = _refused(record, number)
    assert refused.code == "reveal_impossible"
    assert "the next of 'second_chances' is seat" in refused.reason


def test_the_order_of_start_cards_is_the_seats_order() -> None:
    """SC-4"""
    record = _record()
    start = record["setup"]["start"]
    start[0], start[1] = start[1], start[0]
    number = next(n for n, ply in enumerate(record["plies"]) if ply["seat"] in {0, 1})
    assert _refused(record, number).code == "other_card"


def test_plies_of_one_step_may_stand_in_any_order() -> None:
    """SC-5: what they set off hangs on the last of them."""
    record = _record()
    plies = record["plies"]
    plies[:4] = [plies[3], plies[1], plies[2], plies[0]]
    plies[3]["reveals"] = plies[0].pop("reveals")
    assert sw.replay(record).states.tobytes() == played(4, 1).states.tobytes()


# Tampering


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda _: {}, "missing_key"),
        (lambda start: {"start": start, "first": 0}, "unknown_key"),
        (lambda start: {"start": start[:3]}, "bad_setup"),
        (lambda start: {"start": [*start, start[0]]}, "bad_setup"),
        (lambda _: {"start": "8A"}, "bad_setup"),
        (lambda start: {"start": [*start[:3], "1A"]}, "bad_cards"),
        (lambda start: {"start": [*start[:3], "8Z"]}, "bad_cards"),
        (lambda start: {"start": [*start[:3], 8]}, "bad_cards"),
        (lambda start: {"start": [*start[:3], "\0\0"]}, "bad_cards"),
        (lambda start: {"start": [*start[:3], start[0]]}, "reveal_impossible"),
    ],
)
def test_a_wrong_setup_is_refused(change: Any, code: str) -> None:
    """SC-4: a start card each, all different."""
    record = _record()
    record["setup"] = change(record["setup"]["start"])
    assert _refused(record, None).code == code


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([], "reveal_missing"),
        (["5A"], "reveal_missing"),
        (["5A", "5A"], "reveal_impossible"),  # there is one only
        (["5A", "5B", "5C"], TOO_MUCH),
        (["5A", "8A"], "bad_cards"),
        (["5A", "9A"], "bad_cards"),
        (["5A", 5], "bad_cards"),
        (["5A", "\0\0"], "bad_cards"),
        (["5A", ""], "bad_cards"),  # of the 40 numbers of shapes some have no name
        ("5A5B", "bad_cards"),
        ({"5A": 1}, "bad_cards"),
    ],
)
def test_wrong_cards_are_refused(cards: Any, code: str) -> None:
    """SC-2, SC-5"""
    record = _record()
    record["plies"][3]["reveals"] = {"cards": cards}
    assert _refused(record, 3).code in code.split()


def test_a_card_that_was_used_up_cannot_come_again() -> None:
    """SC-2, SC-8"""
    record = _record()
    once = {"5A", "5B", "5C", "5D", "5E", "5F", "5G", "5H", "5I", "5J", "5K", "5L"}
    gone = [card for ply in _revealing(record) for card in ply["reveals"].get("cards", [])]
    number = _number(record, "second_chances")
    card = next(card for card in gone if card in once)
    record["plies"][number]["reveals"]["second_chances"][0][1] = card
    assert _refused(record, number).code == "reveal_impossible"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda served: served.pop(), "reveal_missing"),
        (lambda served: served.clear(), "reveal_missing"),
        (lambda served: served[0].__setitem__(0, 3 - served[0][0]), "reveal_impossible"),
        (lambda served: served[0].__setitem__(0, str(served[0][0])), "bad_cards"),
        (lambda served: served[0].__setitem__(0, bool(served[0][0])), "bad_cards"),
        (lambda served: served[0].__setitem__(1, "8A"), "bad_cards"),
        (lambda served: served[0].append("1A"), "bad_cards"),
        (lambda served: served[0].pop(), "bad_cards"),
        (lambda served: served.append("1A"), "bad_cards"),
    ],
)
def test_wrong_second_chances_are_refused(change: Any, code: str) -> None:
    """SC-8: each is a seat and its card, as many as there are waiting seats."""
    record = _record()
    number = _number(record, "second_chances")
    change(record["plies"][number]["reveals"]["second_chances"])
    assert _refused(record, number).code == code


def test_a_second_chance_too_many_is_refused() -> None:
    """SC-8: where nobody waits for it, and where somebody does."""
    record = _record()
    record["plies"][3]["reveals"]["second_chances"] = [[0, "1A"]]
    assert "-1" not in _refused(record, 3).reason
    record = _record()
    number = _number(record, "second_chances")
    record["plies"][number]["reveals"]["second_chances"].append([3, "1A"])
    assert "-1" not in _refused(record, number).reason


@pytest.mark.parametrize(
    ("number", "reveals", "code"),
    [
        (0, {"cards": ["5A", "5B"]}, TOO_MUCH),  # the step is not over
        (0, {"start": ["8A"]}, TOO_MUCH),
        (3, {"cards": ["5A", "5B"], "start": ["8A"]}, TOO_MUCH),
        (3, {"drew": ["5A"]}, "unknown_key"),
        (3, {}, "malformed"),
        (3, ["5A", "5B"], "malformed"),
        (3, {"start": ["8A"]}, "reveal_missing"),
        (3, {"cards": ["5A", "5B"], "second_chances": []}, "wrong_reveals"),
        (3, {"cards": ["5A", "5B"], "second_chances": {}}, "bad_cards"),
    ],
)
def test_reveals_that_do_not_happen_there_are_refused(number: int, reveals: Any, code: str) -> None:
    """SC-4, SC-5"""
    record = _record()
    record["plies"][number]["reveals"] = reveals
    assert _refused(record, number).code in code.split()


def test_a_ply_of_a_seat_that_may_not_act_is_refused() -> None:
    """SC-5, SC-8"""
    record = _record()
    record["plies"].insert(1, copy.deepcopy(record["plies"][0]))
    assert _refused(record, 1).code == "not_your_turn"


def test_an_illegal_move_is_refused_with_its_ply() -> None:
    """SC-7"""
    record = _record()
    record["plies"][5]["move"] = "1:a1"
    assert _refused(record, 5).code == "no_one"
    record["plies"][5]["move"] = "1A a1"
    assert _refused(record, 5).code == "malformed"


@pytest.mark.parametrize(
    ("key", "change", "code"),
    [
        ("legal", lambda n: n + 1, "wrong_legal"),
        ("legal", float, "wrong_legal"),
        ("scores", lambda scores: [scores[0] - 1, scores[1]], "wrong_scores"),
        ("scores", lambda scores: [scores[0], 1 - scores[1]], "wrong_scores"),
        ("scores", lambda scores: scores[:1], "wrong_scores"),
        ("scores", lambda scores: [scores[0], bool(scores[1])], "wrong_scores"),
    ],
)
def test_wrong_counts_and_scores_are_refused(key: str, change: Any, code: str) -> None:
    record = _record()
    record["plies"][9][key] = change(record["plies"][9][key])
    assert _refused(record, 9).code == code


def test_a_wrong_result_is_refused() -> None:
    """SC-14"""
    record = _record()
    for result, code in (
        (None, "wrong_result"),
        ({"ranks": record["result"]["ranks"]}, "missing_key"),
        (record["result"] | {"ranks": [1, 1, 1, 1]}, "wrong_ranks"),
        (record["result"] | {"scores": [[0, 0]] * 4}, "wrong_scores"),
    ):
        with pytest.raises(sw.RecordError) as refused:
            sw.replay(record | {"result": result})
        assert refused.value.code == code
        assert refused.value.reason.startswith("result: ")
    early = dealt("8C").record() | {"result": {"ranks": [1], "scores": [[81, 0]]}}
    with pytest.raises(sw.RecordError, match="not over"):
        sw.replay(early)


def test_there_are_no_options() -> None:
    with pytest.raises(sw.RecordError, match="second_chance has no option 'hands'"):
        sw.replay(_record() | {"options": {"hands": "open"}})


def test_a_solo_record_tells_the_start_card_of_the_next_game() -> None:
    """SC-16"""
    record: Record = json.loads(json.dumps(played(1, 3).record(trace=True)))
    number = next(n for n, ply in enumerate(record["plies"]) if "start" in ply.get("reveals", {}))
    assert record["plies"][number]["scores"][0] == 81
    sw.replay(record)
    for start, code in ((["1A"], "bad_cards"), ([], "reveal_missing"), ("8A", "bad_cards")):
        tampered = copy.deepcopy(record)
        tampered["plies"][number]["reveals"]["start"] = start
        assert _refused(tampered, number).code == code
