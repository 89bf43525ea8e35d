"""Who sees the hands: all lie open, or with the option each is its seat's own; HX-5."""

from collections import Counter
from typing import Any

import pytest

import spielwerk as sw
from games.axio_hex.positions import offered_swap, position, set_hand
from games.driving import finished
from spielwerk.games import find
from spielwerk.games.axio_hex.layout import HEXAGONS
from spielwerk.match.match import Match
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.hidden import view as view_of

both = pytest.mark.parametrize("hands", ["open", "hidden"])
VIEWERS = (0, 1, 2, None)


def _seen_hands(match: Match, viewer: int | None) -> list[int]:
    """How many tiles of each seat's hand a viewer sees, in the view and in the state behind it."""
    told = [len(hand or []) for hand in match.view(viewer)["hands"]]
    seen = view_of(match.game.layout, match.states, 0, viewer)[0]
    assert seen.hand.sum(axis=1).tolist()[: match.seats] == told
    assert not seen.bag.any()
    return told


def test_hands_lie_open() -> None:
    """HX-5: every seat and every spectator sees them all; nobody sees the bag."""
    match = sw.Match("axio_hex", seats=3, seed=1)
    hands = [Counter(hand) for hand in match.record()["setup"]["hands"]]
    for viewer in VIEWERS:
        assert _seen_hands(match, viewer) == [6, 6, 6]
        assert [Counter(hand) for hand in match.view(viewer)["hands"]] == hands


def test_hidden_hands_are_their_seats_own() -> None:
    """HX-5: others, and spectators, see how many tiles a seat holds, and no more."""
    match = sw.Match("axio_hex", seats=3, seed=1, hands="hidden")
    for viewer in VIEWERS:
        assert _seen_hands(match, viewer) == [6 if seat == viewer else 0 for seat in range(3)]
        view = match.view(viewer)
        assert [hand is None for hand in view["hands"]] == [seat != viewer for seat in range(3)]
        assert view["held"] == [6, 6, 6]
        assert view["bag"] == 120 - 18


@both
def test_the_option_changes_nothing_else(hands: str) -> None:
    """HX-5: the same seed deals and plays the same game."""
    match = sw.Match("axio_hex", seats=3, seed=1, hands=hands)
    usual = sw.Match("axio_hex", seats=3, seed=1)
    for _ in range(6):
        seat = usual.to_act[0]
        assert match.legal(seat) == usual.legal(seat)
        for played in (match, usual):
            played.play(usual.legal(seat)[0])
    assert match.states.tobytes() == usual.states.tobytes()


def test_open_is_the_default() -> None:
    """HX-5"""
    assert sw.Match("axio_hex", seed=1).options == {}
    assert sw.Match("axio_hex", seed=1, hands="open").options == {}
    assert sw.Match("axio_hex", seed=1, hands="hidden").options == {"hands": "hidden"}
    assert sw.Match("axio_hex", seed=1, hands="hidden").view(0)["options"] == {"hands": "hidden"}


@pytest.mark.parametrize(
    ("options", "code", "reason"),
    [
        ({"hands": "shut"}, "bad_option", "hands must be one of open, hidden, not 'shut'"),
        ({"hands": ""}, "bad_option", "hands must be one of open, hidden, not ''"),
        ({"hand": "open"}, "unknown_option", r"no option 'hand' \(known: hands\)"),
    ],
)
def test_other_options_are_refused(options: dict[str, str], code: str, reason: str) -> None:
    """HX-5"""
    with pytest.raises(sw.BadSetting, match=reason) as refused:
        find("axio_hex", None, options)
    assert refused.value.code == code


# What becomes known


@both
@pytest.mark.parametrize("viewer", VIEWERS)
def test_who_sees_what_was_drawn(hands: str, viewer: int | None) -> None:
    """HX-5, HX-10"""
    match = position(hand="rb ro gy", seats=3, hands=hands)
    match.play("rb f6-g6")
    told: dict[str, Any] = match.view(viewer)["moves"][0]
    if hands == "open" or viewer == 0:
        assert told["reveals"] == match.plies[0].reveals
        assert len(told["reveals"]["drew"]) == 4
    else:
        assert told == {"seat": 0, "move": "rb f6-g6"}


@both
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_who_sees_a_swap(hands: str, viewer: int | None) -> None:
    """HX-5, HX-11: what is returned is shown to all, what is drawn as hands are."""
    match = offered_swap(hands)
    match.play("swap")
    seen = match.view(viewer)
    reveals = seen["moves"][1]["reveals"]
    assert reveals["returned"] == seen["shown"] == ["rr"] * 5
    assert ("drew" in reveals) == (hands == "open" or viewer == 0)
    assert seen["bag"] == 120 - 2 - 12 + 1


def test_a_view_cannot_be_used_to_change_a_match() -> None:
    """HX-5"""
    match = offered_swap()
    match.play("swap")
    match.view(1)["moves"][1]["reveals"]["drew"].clear()
    assert len(match.plies[1].reveals["drew"]) == 6


# What a seat can imagine


def test_with_open_hands_nothing_is_left_to_imagine() -> None:
    """HX-5: what is in no hand is in the bag, and its order is decided by the draw."""
    match = sw.Match("axio_hex", seats=3, seed=1)
    for viewer in range(3):
        imagination = Imagination(match.game.layout, match.game.tables, viewer)
        states = match.states
        imagination.deal(states, 0, batch.stream(1, viewer))
        assert states.tobytes() == match.states.tobytes()


def test_hidden_hands_are_imagined_anew() -> None:
    """HX-5: the own hand stays, others hold six of the tiles that could be anywhere."""
    match = sw.Match("axio_hex", seats=3, seed=1, hands="hidden")
    imagination = Imagination(match.game.layout, match.game.tables, 1)
    imagined = set()
    for number in range(20):
        states = match.states
        imagination.deal(states, 0, batch.stream(1, number))
        state = states[0]
        assert state.hand[1].tolist() == match.states[0].hand[1].tolist()
        assert state.hand.sum(axis=1).tolist() == [6, 6, 6, 0]
        everywhere = state.hand.sum(axis=0) + state.bag
        assert everywhere.tolist() == match.game.tables["tiles"][0].tolist()
        imagined.add(state.hand[[0, 2]].tobytes())
    assert len(imagined) == 20


def test_what_an_offered_swap_tells_of_a_hidden_hand_is_imagined_so() -> None:
    """HX-5, HX-11: everybody knows then that the hand shows none of the lowest colours."""
    bag = "oo oo ro ro go bo op oy gg gb yy"
    match = position(hand="rb rg gg", tracks=(5, 5, 5, 2, 5, 5), bag=bag, hands="hidden")
    match.play("rb f6-g6")
    assert match.legal(0) == ["keep", "swap"]
    imagination = Imagination(match.game.layout, match.game.tables, 1)
    for number in range(20):
        states = match.states
        imagination.deal(states, 0, batch.stream(1, number))
        assert not any("o" in tile for tile in HEXAGONS.tiles(states["hand"][0, 0].tolist()))
    match.play("keep")
    assert match.states["lacks"][0].tolist() == [0, 0, 0, 0]


def test_what_was_known_of_a_hand_ends_with_the_answer() -> None:
    """HX-5, HX-11: a new hand may show anything again."""
    match = offered_swap("hidden")
    lacked = {kind for k, kind in enumerate(HEXAGONS.kinds) if match.states[0].lacks[0] >> k & 1}
    assert lacked == set(HEXAGONS.kinds) - {"rr"}
    match.play("swap")
    assert match.states["lacks"][0].tolist() == [0, 0, 0, 0]
    set_hand(match, 1, "rb ro")
    match.play("rb j2-k2")
    assert match.states["lacks"][0].tolist() == [0, 0, 0, 0]


# Records


@both
def test_a_record_holds_everything_and_says_how_hands_lay(hands: str) -> None:
    """HX-5: as much with hidden hands as with open ones."""
    match = offered_swap(hands)
    match.play("swap")
    record = match.record()
    assert record["options"] == ({} if hands == "open" else {"hands": "hidden"})
    assert [len(hand) for hand in record["setup"]["hands"]] == [6, 6]
    assert set(record["plies"][1]["reveals"]) == {"drew", "returned"}
    again = sw.replay(record)
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record() == record
    for viewer in (0, 1, None):
        assert again.view(viewer) == match.view(viewer)


def test_a_record_may_name_the_default() -> None:
    """HX-5: it is left out when written again."""
    record = sw.Match("axio_hex", seed=1).record()
    again = sw.replay(record | {"options": {"hands": "open"}})
    assert again.record()["options"] == {}


@pytest.mark.parametrize("options", [{"hands": "shut"}, {"hands": None}, {"hand": "open"}])
def test_a_record_with_another_option_is_refused(options: dict[str, Any]) -> None:
    """HX-5"""
    record = sw.Match("axio_hex", seed=1).record()
    with pytest.raises(sw.RecordError, match="setup: ") as refused:
        sw.replay(record | {"options": options})
    assert refused.value.code in ("bad_option", "unknown_option")
    assert refused.value.ply is None


@pytest.mark.compiled
def test_a_whole_game_with_hidden_hands_is_fair_and_replays() -> None:
    """HX-5"""
    usual = finished("axio_hex", 3, 4, 0.5)
    first = usual.record()["setup"]["first"]
    match = sw.Match("axio_hex", 3, 4, first="lot", hands="hidden")
    for ply in usual.plies:
        match.play(ply.move, ply.seat)
    assert match.record()["setup"]["first"] == first
    assert match.record(trace=True) == usual.record(trace=True) | {"options": {"hands": "hidden"}}
    sw.check_fair(match.record())
