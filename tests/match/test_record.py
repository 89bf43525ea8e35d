"""Records: those we write we read back, and those of others are checked line by line."""

import copy
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from games.driving import every_table, finished, stopped

Record = dict[str, Any]


def swaps(record: Record) -> list[int]:
    return [n for n, ply in enumerate(record["plies"]) if ply["move"] == "swap"]


RECORD = next(
    record
    for record in (finished("axio", 2, seed, 1.0).record(trace=True) for seed in range(50))
    if swaps(record)
)
TILES = [a + b for a, b in itertools.combinations_with_replacement("rgbop", 2)]


def altered(change: Callable[[Record], object], record: Record = RECORD) -> Record:
    made = copy.deepcopy(record)
    change(made)
    assert made != record or str(made) != str(record)
    return made


def refusal(record: Any) -> sw.RecordError:
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(record)
    return refused.value


def test_a_record_has_the_shape_of_the_format() -> None:
    assert list(RECORD)[:7] == ["format", "game", "seats", "options", "setup", "plies", "result"]
    assert RECORD["format"] == "spielwerk/1"
    assert [len(hand) for hand in RECORD["setup"]["hands"]] == [5, 5]
    first = RECORD["plies"][0]
    assert list(first) == ["seat", "move", "legal", "scores", "reveals"]
    assert "legal" not in sw.replay(RECORD).record()["plies"][0]
    assert set(RECORD["result"]) == {"ranks", "scores"}
    assert json.loads(json.dumps(RECORD)) == RECORD


@given(data=st.data())
def test_one_altered_entry_is_refused_with_its_ply(data: st.DataObject) -> None:
    plies = RECORD["plies"]
    number = data.draw(st.integers(0, len(plies) - 1))
    what = data.draw(st.sampled_from(["move", "scores", "legal", "seat"]))

    def change(record: Record) -> None:
        ply = record["plies"][number]
        if what == "move":
            ply["move"] = ply["move"][::-1]
        elif what == "scores":
            ply["scores"][data.draw(st.integers(0, 4))] += data.draw(st.sampled_from([-1, 1]))
        elif what == "legal":
            ply["legal"] += 1
        else:
            ply["seat"] = 1 - ply["seat"]

    error = refusal(altered(change))
    assert error.ply == number
    assert str(error).startswith(f"ply {number}: ")


@given(data=st.data())
def test_an_altered_reveal_is_refused_or_unfair(data: st.DataObject) -> None:
    drawing = [n for n, ply in enumerate(RECORD["plies"]) if "reveals" in ply]
    number = data.draw(st.sampled_from(drawing))
    drew = RECORD["plies"][number]["reveals"]["drew"]
    other = data.draw(st.sampled_from([tile for tile in TILES if tile != drew[0]]))
    record = altered(lambda r: r["plies"][number]["reveals"]["drew"].__setitem__(0, other))
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(record)
    assert refused.value.ply is not None
    assert refused.value.ply >= number  # at once, or when the tile is missing


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["plies"][0]["reveals"]["drew"].append("rr"), "more is drawn"),
        (lambda r: r["plies"][0].pop("reveals"), "is missing"),
        (lambda r: r["plies"][0]["reveals"]["drew"].clear(), "is missing"),
        (lambda r: r["plies"][0].update(reveals={}), "something in it"),
        (lambda r: r["plies"][0].update(reveals=None), "something in it"),
        (lambda r: r["plies"][0]["reveals"].update(rolled=[1]), "does not know 'rolled'"),
        (lambda r: r["plies"][0]["reveals"].update(drew=["xx"]), "'xx' is not a kind"),
        (lambda r: r["plies"][0]["reveals"].update(drew=[7]), "7 is not a kind"),
        (lambda r: r["plies"][0]["reveals"].update(drew="rr"), "must be a list"),
        (lambda r: r["plies"][0]["reveals"].update(returned=["rr"]), "what became known"),
        (lambda r: r["plies"][0].pop("move"), "lacks 'move'"),
        (lambda r: r["plies"][0].pop("seat"), "lacks 'seat'"),
        (lambda r: r["plies"][0].update(move=None), "a move is a text"),
        (lambda r: r["plies"][0].update(move="rb  g8-g9"), "is no move"),
        (lambda r: r["plies"][0].update(seat=None), "'seat' must be a number"),
        (lambda r: r["plies"][0].update(seat=True), "must be a number, not True"),
        (lambda r: r["plies"][0].update(seat="0"), "must be a number, not '0'"),
        (lambda r: r["plies"][0].update(seat=2), "no seat 2"),
        (lambda r: r["plies"][0].update(scores=[10**5000]), "too long to tell"),
        (lambda r: r["plies"][0].update(legal=float(r["plies"][0]["legal"])), "moves were legal"),
        (lambda r: r["plies"][0].update(scores=[0]), "the scores are"),
        (lambda r: r["plies"].__setitem__(0, "rb g8-g9"), "a ply is a JSON object"),
    ],
)
def test_a_wrong_ply_is_refused(change: Callable[[Record], object], reason: str) -> None:
    error = refusal(altered(change))
    assert reason in str(error)
    assert error.ply == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["setup"]["hands"][0].pop(), "the next of 'hands' is seat 0's"),
        (lambda r: r["setup"]["hands"].pop(), "must hold 2, one per seat"),
        (lambda r: r["setup"].update(hands=None), "must hold 2, one per seat"),
        (lambda r: r["setup"]["hands"].__setitem__(0, ["rr"] * 5), "was no longer available"),
        (lambda r: r["setup"]["hands"][0].__setitem__(0, "br"), "'br' is not a kind"),
        (lambda r: r["setup"].update(first=2), "'first' must be a seat"),
        (lambda r: r["setup"].update(first=False), "'first' must be a seat"),
        (lambda r: r["setup"].update(dice="r"), "does not know 'dice'"),
        (lambda r: r["setup"].pop("first"), "lacks 'first'"),
        (lambda r: r.update(format="spielwerk/2"), "the format must be"),
        (lambda r: r.update(game="chess"), "there is no game 'chess'"),
        (lambda r: r.update(game=7), "'game' must be a JSON text"),
        (lambda r: r.update(seats=3), "must hold 3, one per seat"),
        (lambda r: r.update(seats=9), "1 to 4 seats"),
        (lambda r: r.update(seats="2"), "1 to 4 seats"),
        (lambda r: r.update(options={"hands": "open"}), "no option 'hands'"),
        (lambda r: r.update(options=None), "'options' must be a JSON object"),
        (lambda r: r.update(setup=[]), "'setup' must be a JSON object"),
        (lambda r: r.update(plies={}), "'plies' must be a JSON list"),
        *[(lambda r, key=key: r.pop(key), f"lacks '{key}'") for key in list(RECORD)[:7]],
    ],
)
def test_a_wrong_beginning_is_refused(change: Callable[[Record], object], reason: str) -> None:
    error = refusal(altered(change))
    assert reason in str(error)
    assert error.ply is None


@pytest.mark.parametrize("record", [None, [], "text", 7, {}])
def test_what_is_no_record_is_refused(record: object) -> None:
    refusal(record)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r["result"]["ranks"].reverse(), "the ranks are"),
        (lambda r: r["result"]["scores"].reverse(), "the scores are"),
        (lambda r: r["result"]["scores"][1].__setitem__(4, 99), "the scores are"),
        (lambda r: r["result"].pop("ranks"), "lacks 'ranks'"),
        (lambda r: r["result"].pop("scores"), "lacks 'scores'"),
        (lambda r: r["result"].update(ranks=7), "the ranks are"),
        (lambda r: r["result"]["ranks"].append(3), "the ranks are"),
        (lambda r: r.update(result=None), "there is no result"),
        (lambda r: r.update(result=[1, 2]), "there is no result"),
    ],
)
def test_a_wrong_result_is_refused_at_the_last_ply(
    change: Callable[[Record], object], reason: str
) -> None:
    error = refusal(altered(change))
    assert reason in str(error)
    assert error.ply == len(RECORD["plies"]) - 1


def test_a_result_before_the_end_is_refused() -> None:
    results: list[object] = [RECORD["result"], {}, False, 0]
    for result in results:
        cut = {**RECORD, "plies": RECORD["plies"][:-1], "result": result}
        assert "the game is not over" in str(refusal(cut))


def test_a_refusal_keeps_its_details() -> None:
    error = refusal(altered(lambda r: r["plies"][1].update(move=r["plies"][0]["move"])))
    assert error.code == "cell_not_free"
    assert error.details["cell"] in RECORD["plies"][0]["move"]


def test_a_ply_after_the_end_is_refused() -> None:
    error = refusal(altered(lambda r: r["plies"].append(r["plies"][0])))
    assert error.ply == len(RECORD["plies"])
    assert error.code == "game_over"


def test_a_swap_must_return_the_whole_hand() -> None:
    number = swaps(RECORD)[0]
    for change in (
        lambda r: r["plies"][number]["reveals"]["returned"].pop(),
        lambda r: r["plies"][number]["reveals"].pop("returned"),
    ):
        error = refusal(altered(change))
        assert error.ply == number
        assert error.code == "wrong_reveals"


def test_order_among_tiles_is_free_and_other_keys_are_ignored() -> None:
    def change(record: Record) -> None:
        record["setup"]["hands"][0].reverse()
        record["plies"][swaps(RECORD)[0]]["reveals"]["drew"].reverse()
        record["plies"][swaps(RECORD)[0]]["reveals"]["returned"].reverse()
        record["plies"][0]["comment"] = "a fine beginning"
        record["event"] = "a family's evening"
        record["fair"] = "no claim of ours"

    again = sw.replay(altered(change))
    assert again.record(trace=True)["result"] == RECORD["result"]


@every_table
def test_a_record_that_stops_early_has_no_result(name: str, seats: int) -> None:
    record = stopped(name, seats, 2, 0.0, 7).record()
    assert record["result"] is None
    assert record["fair"]["seed"] is None
    assert not sw.replay(record).over


def test_a_stranger_plays_on_with_new_chance() -> None:
    record = stopped("axio", 2, 2, 0.0, 7).record()
    match = sw.replay(record)
    match.play(match.legal(match.to_act[0])[0])
    assert match.commitment is None  # nothing can be proved about draws that it did not make
    assert "fair" not in match.record()
    assert sw.replay(match.record()).states.tobytes() == match.states.tobytes()


def test_a_match_is_not_played_on_with_another_seed() -> None:
    record = stopped("axio", 2, 2, 0.0, 7).record()
    with pytest.raises(sw.BadSetting) as refused:
        sw.replay(record, seed=3)
    assert refused.value.code == "wrong_seed"


def test_a_player_with_own_parts_replays_with_them(tmp_path: Any) -> None:
    from spielwerk.games.axio import parts

    own = tmp_path / "own.toml"
    text = parts.OWN.read_text(encoding="utf-8").replace('g7 = "p"', 'f8 = "p"')
    own.write_text(text, encoding="utf-8")
    match = sw.Match("axio", 2, 5, parts=own)
    bot = sw.bot("zufall", 5)
    while not match.over:
        match.play(bot.choose(match, match.to_act[0]))
    record = match.record(trace=True)
    assert sw.replay(record, parts=own).states.tobytes() == match.states.tobytes()
    sw.check_fair(record, parts=own)
    assert refusal(record).code == "other_parts"
    with pytest.raises(sw.PartsError):  # the reader's file is wrong, not the record
        sw.replay(record, parts=tmp_path / "none.toml")
    same = tmp_path / "same.toml"
    same.write_text("# as in the box\n" + parts.OWN.read_text(encoding="utf-8"), encoding="utf-8")
    assert "parts" not in sw.Match("axio", parts=same).record()


def test_a_record_is_a_copy() -> None:
    match = finished("axio", 2, 1, 0.0)
    record = match.record(trace=True)
    record["setup"]["hands"][0].clear()
    record["plies"][0]["scores"].clear()
    record["plies"][0]["reveals"]["drew"].clear()
    assert sw.replay(match.record(trace=True)).over
