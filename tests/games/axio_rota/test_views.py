"""What each seat sees of AXIO rota, what it can imagine, and what it can take back."""

import pytest

import spielwerk as sw
from games.axio_rota.positions import position
from spielwerk.games.axio_rota.notation import KINDS
from spielwerk.match.match import Match
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.hidden import view as view_of

VIEWERS = (0, 1, 2, None)


def _seen_hands(match: Match, viewer: int | None) -> list[str | None]:
    """The tiles that a viewer sees, in the view and in the state behind it."""
    seen = view_of(match.game.layout, match.states, 0, viewer)[0]
    assert not seen.unseen.any()
    assert [bool(kind) for kind in seen.hand.tolist()] == [
        seat == viewer and bool(match.states[0].hand[seat]) for seat in range(4)
    ]
    hands: list[str | None] = match.view(viewer)["hands"]
    return hands


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    """RO-5"""
    match = sw.Match("axio_rota", 3, seed=1)
    dealt = match.record()["setup"]["hands"]
    for viewer in VIEWERS:
        own = [dealt[seat] if seat == viewer else None for seat in range(3)]
        assert _seen_hands(match, viewer) == own


def test_everybody_sees_the_display_the_tracks_and_how_many_tiles_there_are() -> None:
    """RO-3, RO-4, RO-5: and nobody anything else."""
    match = sw.Match("axio_rota", 3, seed=1)
    match.play(match.legal(0)[0])
    common = {"game", "seats", "options", "viewer", "to_act", "first", "since", "moves", "scores"}
    common |= {"ranks", "commitment"}
    told = {"tiles", "tracks", "goal", "hands", "held", "stacks", "supply", "bonus_turns"}
    for viewer in VIEWERS:
        view = match.view(viewer)
        assert set(view) == common | told
        assert len(view["tiles"]) == 5
        assert view["tiles"].items() >= match.record()["setup"]["start"].items()
        assert view["tracks"] == view["scores"] == [match.scores(seat) for seat in range(3)]
        assert view["held"] == [1, 1, 1]
        assert view["stacks"] == [10, 11, 11]
        assert (view["supply"], view["bonus_turns"], view["first"]) == (20, 0, 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_drawn_tile_is_seen_by_its_seat_alone(viewer: int | None) -> None:
    """RO-5, RO-11: in the hand and in the list of moves."""
    match = position(hand="robg", seats=3, unseen="gpob")
    match.play("2,0:robg")
    assert _seen_hands(match, viewer)[0] == ("gpob" if viewer == 0 else None)
    told = {"seat": 0, "move": "2,0:robg"}
    drew = {"reveals": {"drew": "gpob"}}
    assert match.view(viewer)["moves"] == [told | drew if viewer == 0 else told]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_bonus_tile_is_seen_by_its_seat_alone_until_it_lies(viewer: int | None) -> None:
    """RO-13"""
    match = position(
        "gbro gobr / grbo .", hand="rogp", seats=3, tracks=(9, 0, 0, 0, 0), unseen="gpob gpbo"
    )
    match.play("1,0:rogp")
    bonus = match.plies[-1].reveals["bonus"]
    assert _seen_hands(match, viewer)[0] == (bonus if viewer == 0 else None)
    told = {"seat": 0, "move": "1,0:rogp"}
    taken = {"reveals": {"bonus": bonus}}
    assert match.view(viewer)["moves"] == [told | taken if viewer == 0 else told]
    assert match.view(viewer)["held"] == [1, 1, 1]
    match.play(f"2,0:{bonus}")
    assert match.view(viewer)["tiles"]["2,0"] == bonus
    assert ("reveals" in match.view(viewer)["moves"][0]) == (viewer == 0)


def test_a_seat_that_has_laid_its_last_tile_shows_none() -> None:
    """RO-15"""
    match = position(hand="robg", stacks=0)
    match.play("2,0:robg")
    assert match.view(0)["hands"] == [None, None]
    assert match.view(0)["held"] == [0, 1]


def test_a_view_cannot_be_used_to_change_a_match() -> None:
    """RO-5"""
    match = position(hand="robg", unseen="gpob")
    match.play("2,0:robg")
    match.view(0)["moves"][0]["reveals"].clear()
    assert match.plies[0].reveals == {"drew": "gpob"}


# What a seat can imagine


def test_other_hands_are_imagined_anew() -> None:
    """RO-5: the own tile stays, the others hold any that nobody has seen."""
    match = sw.Match("axio_rota", 3, seed=1)
    truth = match.states[0]
    imagination = Imagination(match.game.layout, match.game.tables, 1)
    imagined = set()
    for number in range(200):
        states = match.states
        imagination.deal(states, 0, batch.stream(1, number))
        state = states[0]
        assert state.hand[1] == truth.hand[1]
        assert state.held.tolist() == [1, 1, 1, 0]
        assert state.hand[3] == 0
        everywhere = state.laid + state.unseen
        for seat in range(3):
            everywhere[state.hand[seat]] += 1
        assert everywhere.tolist() == match.game.tables["tiles"][0].tolist()
        imagined.add(KINDS[state.hand[0]])
    hidden = truth.unseen.copy()
    hidden[[truth.hand[0], truth.hand[2]]] += 1
    possible = {kind for kind, n in zip(KINDS, hidden.tolist(), strict=True) if n}
    assert len(possible) == 60 - 4 - 1
    assert imagined <= possible
    assert len(imagined) > 45


def test_what_is_hidden_is_not_looked_at() -> None:
    """RO-5: two truths that look the same to a seat are imagined alike."""
    one = sw.Match("axio_rota", 2, seed=1).states
    two = one.copy()
    other = int(two["unseen"][0].argmax())
    two["unseen"][0, [other, two["hand"][0, 1]]] = (0, 1)
    two["hand"][0, 1] = other
    assert one.tobytes() != two.tobytes()
    game = sw.Match("axio_rota", 2, seed=1).game
    for states in (one, two):
        Imagination(game.layout, game.tables, 0).deal(states, 0, batch.stream(1, 7))
    assert one.tobytes() == two.tobytes()


def test_empty_hands_are_imagined_empty() -> None:
    """RO-5, RO-11: near the end, and nothing of the box is lost."""
    match = position(hand="robg", seats=3, stacks=0)
    match.play("2,0:robg")
    for viewer in range(3):
        states = match.states
        Imagination(match.game.layout, match.game.tables, viewer).deal(
            states, 0, batch.stream(1, viewer)
        )
        state = states[0]
        assert (state.held[0], state.hand[0]) == (0, 0)
        assert state.unseen.sum() == match.states[0].unseen.sum()
        assert state.unseen.sum() == 60 - 5 - 2


# Taking back


def _last_round() -> Match:
    """Two seats, each with one tile left to lay, dealt and played."""
    match = sw.Match("axio_rota", 2, seed=1)
    while match.view(None)["stacks"] != [0, 0]:
        match.play(match.legal(match.to_act[0])[0])
    return match


def test_a_ply_after_which_nothing_was_drawn_can_be_taken_back() -> None:
    """RO-11: only tiles of the last round are such."""
    match = _last_round()
    assert not match.can_undo(1)  # it has drawn
    before, told = match.states.tobytes(), match.record(trace=True)
    match.play(match.legal(0)[0])
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo(0)
    assert match.states.tobytes() == before
    assert match.record(trace=True) == told
    match.play(match.legal(0)[-1])
    match.play(match.legal(1)[0])
    assert match.over
    assert not match.can_undo(1)


def test_a_drawn_tile_cannot_be_put_back() -> None:
    """RO-11"""
    match = sw.Match("axio_rota", 2, seed=1)
    match.play(match.legal(0)[0])
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "chance_seen"


def test_a_bonus_tile_cannot_be_put_back() -> None:
    """RO-13"""
    match = position("gbro gobr / grbo .", hand="rogp", tracks=(9, 0, 0, 0, 0))
    match.play("1,0:rogp")
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "chance_seen"
