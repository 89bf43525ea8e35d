"""A match: settings, turns, refusals, previews, undo, and its views."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from games.driving import finished, moments, stopped


def test_the_same_seed_is_the_same_match() -> None:
    one, two = (sw.Match("axio", seats=3, seed=11) for _ in range(2))
    assert one.states.tobytes() == two.states.tobytes()
    assert sw.Match("axio", seats=3, seed=12).states.tobytes() != one.states.tobytes()


def test_without_a_seed_the_systems_entropy_decides() -> None:
    assert sw.Match("axio").commitment != sw.Match("axio").commitment


@pytest.mark.parametrize(
    ("settings", "error", "code"),
    [
        ({"game": "chess"}, sw.UnknownGame, "unknown_game"),
        ({"game": "axio", "seats": 0}, sw.BadSetting, "bad_seats"),
        ({"game": "axio", "seats": 5}, sw.BadSetting, "bad_seats"),
        ({"game": "axio", "seats": 2.0}, sw.BadSetting, "bad_seats"),
        ({"game": "axio", "seats": True}, sw.BadSetting, "bad_seats"),
        ({"game": "axio", "hands": "open"}, sw.BadSetting, "unknown_option"),
        ({"game": "axio", "seed": -1}, sw.BadSetting, "bad_seed"),
        ({"game": "axio", "seed": 2**256}, sw.BadSetting, "bad_seed"),
        ({"game": "axio", "seed": b"short"}, sw.BadSetting, "bad_seed"),
        ({"game": "axio", "seed": "7"}, sw.BadSetting, "bad_seed"),
        ({"game": "axio", "first": 2}, sw.BadSetting, "bad_first"),
        ({"game": "axio", "first": "me"}, sw.BadSetting, "bad_first"),
    ],
)
def test_wrong_settings_are_refused(
    settings: dict[str, object], error: type[sw.SpielwerkError], code: str
) -> None:
    with pytest.raises(error) as refused:
        sw.Match(**settings)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert isinstance(refused.value, ValueError)


def test_only_the_seat_to_act_plays() -> None:
    match = sw.Match("axio", seats=2, seed=7)
    move = match.legal(0)[0]
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat=1)
    assert refused.value.code == "not_your_turn"
    assert refused.value.details == {"seat": 1, "to_act": [0]}
    with pytest.raises(sw.BadSetting, match="no seat 2"):
        match.play(move, seat=2)
    match.play(move, seat=0)
    assert match.to_act == (1,)


def test_nobody_plays_when_it_is_over() -> None:
    match = finished("axio", 2, 1, 0.0)
    assert match.over
    assert match.to_act == ()
    assert match.legal(0) == match.legal(1) == []
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("rb g8-g9", seat=0)
    assert refused.value.code == "game_over"


@pytest.mark.parametrize("move", [None, 7, b"rb g8-g9", ["swap"]])
def test_what_is_no_text_is_no_move(move: object) -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        sw.Match("axio", seed=7).play(move)  # type: ignore[arg-type]
    assert refused.value.code == "malformed"


def test_a_preview_changes_nothing_and_tells_the_points() -> None:
    match = stopped("axio", 2, 3, 0.0, 12)
    seat = match.to_act[0]
    move = max(match.legal(seat), key=lambda move: sum(match.preview(move, seat)))
    before, bytes_before = match.scores(seat), match.states.tobytes()
    gained = match.preview(move, seat)
    assert match.states.tobytes() == bytes_before
    match.play(move, seat)
    assert match.scores(seat) == [a + b for a, b in zip(before, gained, strict=True)]
    assert sum(gained) > 0


def test_a_view_tells_what_everybody_knows() -> None:
    match = stopped("axio", 3, 3, 1.0, 12)
    scores = [match.scores(seat) for seat in range(3)]
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert view["scores"] == scores
        assert view["commitment"] == match.commitment
        assert [(ply["seat"], ply["move"]) for ply in view["moves"]] == [
            (ply.seat, ply.move) for ply in match.plies
        ]
        assert view["viewer"] == viewer
    assert len({tuple(row) for row in scores}) > 1


@pytest.mark.parametrize("name", sw.games())
def test_a_view_tells_the_moves_from_a_number_on(name: str) -> None:
    match = stopped(name, 2, 3, 0.0, 7)
    for viewer in (0, 1, None):
        whole = match.view(viewer)
        assert whole["since"] == 0
        assert len(whole["moves"]) == 7
        for since in range(8):
            later = {"since": since, "moves": whole["moves"][since:]}
            assert match.view(viewer, since) == whole | later


@pytest.mark.parametrize("since", [-1, 8, True, None, 1.0, "1"])
def test_a_view_since_a_ply_that_is_none_is_refused(since: object) -> None:
    match = stopped("axio", 2, 3, 0.0, 7)
    with pytest.raises(sw.BadSetting, match="only 0 to 7") as refused:
        match.view(0, since)  # type: ignore[arg-type]
    assert refused.value.code == "bad_ply"


def _clear(told: Any) -> None:
    """Empty everything returned, in any container."""
    if isinstance(told, dict | list):
        for within in list(told.values() if isinstance(told, dict) else told):
            _clear(within)
        told.clear()


@pytest.mark.parametrize("name", sw.games())
def test_nobody_changes_a_match_through_what_it_told(name: str) -> None:
    match = stopped(name, 2, 3, 0.0, 9)

    def told() -> list[dict[str, Any]]:
        return [match.view(0), match.view(1), match.view(None), match.record(trace=True)]

    before = json.dumps(told())
    _clear(told())
    assert json.dumps(told()) == before


def test_states_are_a_copy() -> None:
    match = sw.Match("axio", seed=7)
    match.states["tracks"][0] = 18
    assert match.scores(0) == [0] * 5


@pytest.mark.parametrize("again", [copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])  # noqa: S301
def test_matches_can_be_copied_and_pickled(again) -> None:  # type: ignore[no-untyped-def]
    match = stopped("axio", 2, 3, 0.0, 5)
    other = again(match)
    move = match.legal(match.to_act[0])[0]
    match.play(move)
    other.play(move)
    assert not other.game.tables.flags.writeable  # else all kernels would be compiled again
    assert other.record(trace=True) == match.record(trace=True)


def test_numpys_whole_numbers_are_numbers() -> None:
    match = sw.Match("axio", seats=np.int64(2), seed=np.uint8(7), first=np.int8(1))  # type: ignore[arg-type]
    assert match.to_act == (1,)
    match.play(match.legal(np.int64(1))[0], np.int64(1))  # type: ignore[arg-type]
    assert json.dumps(match.record())


@pytest.mark.parametrize("kind", [sw.IllegalMove, sw.PartsError, sw.RecordError, sw.BadSetting])
def test_errors_can_be_pickled(kind: type[sw.SpielwerkError]) -> None:
    error = kind("code", "a reason", cell="g8")
    error.__dict__["ply"] = 3
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is kind
    assert again.__dict__ == error.__dict__
    assert str(again) == "a reason"


def test_a_shown_hand_is_seen_by_all_and_a_drawn_one_by_its_seat() -> None:
    """AX-13"""
    for seed in range(50):
        match = finished("axio", 3, seed, 1.0)
        swaps = [n for n, ply in enumerate(match.plies) if ply.move == "swap"]
        if swaps:
            break
    ply = match.plies[swaps[0]]
    for viewer in (*range(3), None):
        seen = match.view(viewer)["moves"][swaps[0]]["reveals"]
        assert seen["returned"] == ply.reveals["returned"]
        assert ("drew" in seen) == (viewer == ply.seat)


def test_a_match_draws_itself() -> None:
    match = stopped("axio", 2, 3, 0.0, 3)
    drawn = str(match)
    assert drawn == match.__rich__().plain
    seat = match.to_act[0]
    assert f"hand of seat {seat}" in drawn
    assert f"hand of seat {1 - seat}" not in drawn
    for name, colour in match.view(None)["board"].items():
        row = next(line for line in drawn.splitlines() if line.strip().startswith(name[1:] + " "))
        assert colour in row.lower()
    assert "[" in drawn  # the tile laid last
    assert repr(match) == f"<Match axio, 2 seats, 3 plies, to act ({seat},)>"
    assert "hand of seat" not in str(finished("axio", 2, 3, 0.0))


# Undo


def _ply_without_reveals() -> sw.Match:
    """Return a match whose latest ply revealed nothing: a swap is offered, or a bonus turn."""
    for seed in range(50):
        match = sw.Match("axio", 2, seed)
        for _ in moments(match, seed, greed=1.0):
            if match.plies and not match.plies[-1].reveals:
                return match
    raise AssertionError("no such ply in fifty games")


def test_undo_takes_back_a_ply_that_revealed_nothing() -> None:
    match = _ply_without_reveals()
    seat, plies = match.plies[-1].seat, len(match.plies)
    assert match.can_undo(seat)
    match.undo(seat)
    assert len(match.plies) == plies - 1
    assert match.to_act == (seat,)


@pytest.mark.parametrize("seat", [0, 1])
def test_undo_is_refused_once_a_draw_was_seen_or_others_acted(seat: int) -> None:
    match = sw.Match("axio", seed=7)
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "nothing_to_undo"
    with pytest.raises(sw.BadSetting):
        match.undo(9)
    match.play(match.legal(0)[0])
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(1)
    assert refused.value.code == "nothing_to_undo"
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "chance_seen"
    match.play(match.legal(1)[0])
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(seat)
    assert refused.value.code == ("others_acted" if seat == 0 else "chance_seen")


def test_undo_is_refused_after_the_end_as_the_seed_is_told() -> None:
    match = finished("axio", 2, 1, 0.0)
    assert not match.plies[-1].reveals
    assert match.seed is not None
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo()
    assert refused.value.code == "game_over"


def test_a_swap_that_showed_a_hand_is_not_taken_back() -> None:
    for seed in range(50):
        record = finished("axio", 2, seed, 1.0).record()
        swaps = [n for n, ply in enumerate(record["plies"]) if ply["move"] == "swap"]
        if swaps:
            break
    record["plies"] = record["plies"][: swaps[0] + 1]
    match = sw.replay({**record, "result": None})
    assert not match.can_undo(match.plies[-1].seat)


@pytest.mark.parametrize("parts", [5, b"x", ["x"], 1.5])
def test_parts_that_are_no_path_are_refused(parts: object) -> None:
    with pytest.raises(sw.PartsError) as refused:
        sw.Match("axio", parts=parts)  # type: ignore[arg-type]
    assert refused.value.code == "parts_unreadable"


def test_options_that_are_no_text_are_refused() -> None:
    record = sw.Match("axio_hex", seed=1).record()
    for options in ({1: "x", "hands": "open"}, {"hands": 1}, {"hands": ["open"]}):
        with pytest.raises(sw.RecordError):
            sw.replay(record | {"options": options})


def test_of_several_seats_one_must_be_named() -> None:
    match = sw.Match("second_chance", 3, seed=1)
    with pytest.raises(sw.IllegalMove, match="0, 1, 2: say which") as refused:
        match.play(match.legal(0)[0])
    assert refused.value.code == "which_seat"
    assert refused.value.details == {"to_act": [0, 1, 2]}
