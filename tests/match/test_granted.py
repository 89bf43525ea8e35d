"""A match as data: the bytes granted to a seat, and the news since its last."""

import base64
from typing import Any

import numpy as np
import orjson
import pytest

from games.driving import moments
from games.test_granted import TABLES
from spielwerk.match.match import Match
from spielwerk.match.previews import told_lines
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.reveals import Known
from spielwerk.rules.state import States

every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)


def new(name: str, seats: int, options: dict[str, str]) -> Match:
    return Match(name, seats, 5, first=0 if name == "second_chance" else seats - 1, **options)


def read(match: Match, state: str) -> States:
    """Return the record that a page decodes."""
    return np.frombuffer(base64.b64decode(state), match.game.layout.dtype).copy()


def told_again(match: Match, viewer: int | None, granted: dict[str, Any]) -> dict[str, Any]:
    """Return a view, made only from what was granted."""
    game, seen = match.game, read(match, granted["state"])
    to_act = game.to_act(seen, 0)
    own = {}
    if viewer is not None and game.layout.has_owners:
        own = game.display.show_own(seen, viewer)
    return {
        "game": game.id,
        "seats": match.seats,
        "options": match.options,
        "viewer": viewer,
        "to_act": list(to_act),
        "first": granted["first"],
        "since": granted["since"],
        "moves": [told_ply(match, ply) for ply in granted["plies"]],
        "scores": game.scoreboards(seen, 0, match.seats),
        "ranks": None if to_act else game.ranks(seen, 0, match.seats),
        "commitment": granted["commitment"],
        **game.display.show(seen),
        **own,
    }


def told_ply(match: Match, ply: dict[str, Any]) -> dict[str, Any]:
    rows = [Known(*row) for row in ply["known"]]
    reveals = match.game.reveals.write(rows, match.seats)
    shown = {"seat": ply["seat"], "move": ply["move"]}
    return shown | {"reveals": reveals} if reveals else shown


@every_table
def test_a_view_follows_from_what_was_granted(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = new(name, seats, options)
    viewers = [None, *range(seats)]
    for _ in moments(match, 3, 0.5, share=0.2):
        compare(match, viewers, max(0, match.length - 3))
    compare(match, viewers, 0)


def compare(match: Match, viewers: list[int | None], since: int) -> None:
    all_granted = orjson.loads(orjson.dumps(match.granted(viewers, since)))
    for viewer, granted in zip(viewers, all_granted, strict=True):
        assert granted["to_act"] == list(match.to_act)
        assert told_again(match, viewer, granted) == match.view(viewer, since)


@every_table
def test_zeros_stand_where_nothing_was_granted(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = new(name, seats, options)
    layout = match.game.layout
    for _ in moments(match, 3, 0.0, share=0.2):
        for viewer, granted in zip(
            [None, *range(seats)], match.granted([None, *range(seats)]), strict=True
        ):
            told, whole = (
                np.frombuffer(data, np.uint8)
                for data in (base64.b64decode(granted["state"]), match.states.tobytes())
            )
            seen = layout.grants(viewer)
            assert not told[~seen].any()
            assert (told[seen] == whole[seen]).all()


def test_who_was_granted_the_same_shares_it() -> None:
    open_hands = Match("axio_hex", 3, 1)
    states = [one["state"] for one in open_hands.granted([None, 0, 1, 2])]
    assert all(one is states[0] for one in states)
    hidden = Match("axio_hex", 3, 1, hands="hidden")
    assert len({one["state"] for one in hidden.granted([None, 0, 1, 2])}) == 4


def test_what_a_seat_draws_is_told_to_it_alone() -> None:
    match = Match("axio", 2, 1)
    while not any("drew" in ply.reveals for ply in match.plies):
        match.play(match.legal(match.to_act[0])[0])
    seat = match.latest.seat
    by_viewer = {viewer: match.granted([viewer])[0]["plies"][-1] for viewer in (None, 0, 1)}
    drew = [list(row) for row in match.latest.known]
    assert drew
    assert by_viewer.pop(seat)["known"] == drew
    assert [ply["known"] for ply in by_viewer.values()] == [[], []]


def test_a_viewer_and_a_number_must_exist() -> None:
    match = Match("axio", 2, 1)
    with pytest.raises(BadSetting):
        match.granted([2])
    with pytest.raises(BadSetting):
        match.granted([0], 1)


def test_an_action_is_played_as_its_move_is() -> None:
    match, other = Match("axio", 2, 1), Match("axio", 2, 1)
    action = int(match.game.legal(match.states, 0, 0)[7])
    match.play_action(action, 0)
    other.play(match.latest.move)
    assert match.plies == other.plies
    assert match.states.tobytes() == other.states.tobytes()
    with pytest.raises(IllegalMove) as refused:
        match.play_action(action, 0)
    assert refused.value.code == "not_your_turn"


@every_table
def test_lines_of_others_follow_from_what_was_granted(
    name: str, seats: int, options: dict[str, str]
) -> None:
    """Everybody may know where a ply's points came from, whoever made it."""
    match = new(name, seats, options)
    told = 0
    while not match.over and match.length < 25:
        seat = match.to_act[-1]
        before = {viewer: match.granted([viewer])[0]["state"] for viewer in (None, *range(seats))}
        match.play(match.legal(seat)[match.length % len(match.legal(seat))], seat)
        game, ply = match.game, match.latest
        true = match.lines(match.length - 1)
        told += len(true)
        for state in before.values():
            seen = read(match, state)
            game.kernels.disclose(game.tables, seen, 0, seat, game.notation.read(ply.move))
            assert told_lines(game, seen, seat, ply.action) == true
    assert told
