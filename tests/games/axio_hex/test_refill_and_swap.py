"""How a turn ends: the hand is refilled or swapped, HX-10 and HX-11."""

import copy

import numpy as np
import pytest

import spielwerk as sw
from games.axio_hex.positions import OTHERS, dealt, offered_swap, position, set_hand
from spielwerk.games.axio_hex.layout import HEXAGONS
from spielwerk.match.match import Match

NEAR_SWAP = (5, 5, 5, 2, 5, 5)  # orange is lowest


def test_the_hand_is_refilled_to_six() -> None:
    """HX-10"""
    match = position(hand="rb rg rp ro gp yy")
    match.play("rb f6-g6")
    assert match.view(None)["held"] == [6, 6]
    assert len(match.plies[-1].reveals["drew"]) == 1
    assert match.to_act == (1,)


def test_what_was_drawn_is_in_the_hand_and_gone_from_the_bag() -> None:
    """HX-10"""
    match = position(hand="rb rg rp ro gp yy", bag="oo oo oo oo oo oo oo")
    match.play("rb f6-g6")
    assert match.plies[-1].reveals == {"drew": ["oo"]}
    assert match.view(None)["hands"][0] == ["rg", "ro", "rp", "gp", "oo", "yy"]
    assert match.view(None)["bag"] == 6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round(seats: int) -> None:
    """HX-10: with the turn's end the next seat acts, after the last the first."""
    match = sw.Match("axio_hex", seats, seed=5, first=seats - 1)
    acted = []
    for _ in range(2 * seats):
        acted.append(match.to_act)
        match.play(match.legal(match.to_act[0])[0])
        assert match.view(None)["phase"] == "place"
    assert acted == [((seats - 1 + n) % seats,) for n in range(2 * seats)]


# Swap


def _before_swap(bag: str = "oo oo oo oo oo oo") -> Match:
    """Seat 0 stands lowest in orange, and after laying rb holds no orange."""
    return position(hand="rb rg gg yy bp pp", tracks=NEAR_SWAP, bag=bag)


def test_a_swap_is_offered_when_no_lowest_colour_is_in_hand() -> None:
    """HX-11: before refilling, as a ply of its own."""
    match = _before_swap()
    match.play("rb f6-g6")
    assert match.to_act == (0,)
    assert match.legal(0) == ["keep", "swap"]
    assert match.view(None)["phase"] == "swap"
    assert match.view(None)["held"][0] == 5
    assert match.plies[-1].reveals == {}


def test_an_offer_counts_as_two_moves() -> None:
    """HX-11: for those too who ask for the number of moves, or for one by its number."""
    match = _before_swap()
    match.play("rb f6-g6")
    game, states = match.game, match.states
    assert game.kernels.count(game.tables, states, 0, 0) == 2
    by_number = [game.kernels.nth(game.tables, states, 0, 0, k) for k in range(2)]
    assert game.write_all(states, 0, 0, np.array(by_number)) == ["swap", "keep"]


def test_nothing_else_can_be_done_before_the_offer_is_answered() -> None:
    """HX-11"""
    match = _before_swap()
    match.play("rb f6-g6")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("gg c9-c10")
    assert refused.value.code == "swap_or_keep"


def test_swap_draws_six_and_then_returns_the_old_ones() -> None:
    """HX-11: the old tiles can't be drawn by the swap that returns them."""
    match = _before_swap()
    match.play("rb f6-g6")
    match.play("swap")
    old = ["rg", "gg", "bp", "yy", "pp"]
    assert match.plies[-1].reveals == {"returned": old, "drew": ["oo"] * 6}
    assert match.view(None)["hands"][0] == ["oo"] * 6
    assert match.view(None)["bag"] == 5
    assert match.to_act == (1,)
    set_hand(match, 1, "rb ro ro ro ro ro")
    match.play("rb c9-c10")  # seat 1 refills from what was returned
    assert match.plies[-1].reveals["drew"][0] in old


def test_keep_refills() -> None:
    """HX-10, HX-11"""
    match = _before_swap()
    match.play("rb f6-g6")
    match.play("keep")
    assert match.plies[-1].reveals == {"drew": ["oo"]}
    assert match.view(None)["hands"][0] == ["rg", "gg", "bp", "oo", "yy", "pp"]
    assert match.to_act == (1,)


@pytest.mark.parametrize("tile", ["ro", "go", "oo", "op"])
def test_one_lowest_symbol_in_hand_forbids_the_swap(tile: str) -> None:
    """HX-11"""
    match = position(hand=f"rb rg gg {tile}", tracks=NEAR_SWAP)
    match.play("rb f6-g6")
    assert match.to_act == (1,)


@pytest.mark.parametrize("tile", ["rg", "go", "rr", "ro", "oy"])
def test_all_tied_lowest_colours_count(tile: str) -> None:
    """HX-11: red and orange are lowest; a tile that shows one of them is enough."""
    match = position(hand=f"gb gg {tile}", tracks=(2, 5, 5, 2, 5, 5))
    match.play("gb f6-g6")
    assert match.to_act == (1,)


def test_a_hand_without_any_tied_colour_may_be_swapped() -> None:
    """HX-11"""
    match = position(hand="gb gg by", tracks=(2, 5, 5, 2, 5, 5))
    match.play("gb f6-g6")
    assert match.legal(0) == ["keep", "swap"]


@pytest.mark.parametrize("lowest", range(6))
def test_any_colour_can_be_the_lowest(lowest: int) -> None:
    """HX-11"""
    letter = HEXAGONS.colours[lowest]
    tracks = [2 if colour == lowest else 5 for colour in range(6)]
    shown, lacking = ("gy", "ro") if letter in "gy" else (letter * 2, "gy")
    for other, offered in ((lacking, True), (shown, False)):
        match = position(hand=f"bp {other}", tracks=tracks)
        match.play("bp f6-g6")
        assert (match.to_act == (0,)) == offered


def test_lowest_colours_are_those_after_scoring() -> None:
    """HX-11: red rises from 2 with the placement, so only orange is lowest then."""
    match = position("r e6", hand="rb rg gg", tracks=(2, 5, 5, 2, 5, 5))
    match.play("rb f6-g6")
    assert match.scores(0) == [3, 5, 5, 2, 5, 5]
    assert match.legal(0) == ["keep", "swap"]


def test_the_tile_just_laid_is_not_in_hand() -> None:
    """HX-11: it showed orange, what is left does not."""
    match = position(hand="ro rg gg", tracks=NEAR_SWAP)
    match.play("or f6-g6")
    assert match.legal(0) == ["keep", "swap"]


def test_only_the_own_tracks_and_hand_matter() -> None:
    """HX-11: seat 1 holds no orange and stands lowest in it, but it is seat 0 that laid."""
    match = position(hand="rb ro gg", tracks=NEAR_SWAP)
    set_hand(match, 1, "gg")
    match._position.states[0].tracks[1] = NEAR_SWAP
    match.play("rb f6-g6")
    assert match.to_act == (1,)
    set_hand(match, 1, "gg bb")
    match.play("gg c9-c10")
    assert match.legal(1) == ["keep", "swap"]


def test_after_a_swap_the_returned_tiles_can_be_drawn_by_the_next_one() -> None:
    """HX-11: the bag holds them again, though nobody has drawn since."""
    match = _before_swap(bag="oo oo oo oo oo oo oo")
    match.play("rb f6-g6")
    match.play("swap")
    assert match.view(None)["bag"] == 6  # one orange double, and the five returned
    set_hand(match, 1, "rb rg")
    match._position.states[0].tracks[1] = NEAR_SWAP
    match.play("rb c9-c10")
    assert match.legal(1) == ["keep", "swap"]
    match.play("swap")
    assert sorted(match.plies[-1].reveals["drew"]) == ["bp", "gg", "oo", "pp", "rg", "yy"]
    assert match.view(None)["shown"] == ["rg"]


def test_a_swap_can_be_offered_with_the_first_tile() -> None:
    """HX-11: five red doubles are left in hand, and red alone has a point."""
    match = offered_swap()
    assert match.scores(0) == [1, 0, 0, 0, 0, 0]
    assert match.legal(0) == ["keep", "swap"]


# Undo


def test_a_placement_can_be_taken_back_while_a_swap_is_offered() -> None:
    """HX-11: nothing was drawn or shown yet."""
    match = offered_swap()
    before = sw.replay(dealt(*_hands(match))).states.tobytes()
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo()
    assert match.states.tobytes() == before
    assert match.to_act == (0,)
    assert match.view(None)["moves"] == []


def _hands(match: Match) -> list[str]:
    return [" ".join(hand) for hand in match.record()["setup"]["hands"]]


def test_nothing_is_taken_back_once_tiles_were_drawn() -> None:
    """HX-10, HX-11"""
    for answer in ("swap", "keep"):
        match = copy.deepcopy(offered_swap())
        match.play(answer)
        with pytest.raises(sw.UndoRefused) as refused:
            match.undo(0)
        assert refused.value.code == "chance_seen"
    placed = sw.replay(dealt("rg ro rp gb gy yy", OTHERS))
    placed.play("rg a7-b7")
    assert not placed.can_undo(0)
