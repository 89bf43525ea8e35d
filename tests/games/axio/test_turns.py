"""How AXIO's turns go on: refill, swap, bonus turns and the early win, AX-12, 13, 15, 16."""

import copy

import pytest

import spielwerk as sw
from games.axio.positions import cell_at, fill, points, position, set_hand
from spielwerk.games.axio.notation import AXIO
from spielwerk.match.match import Match
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination


def test_the_hand_is_refilled_to_five() -> None:
    """AX-12"""
    match = position(hand="rb rg rp ro gp")
    match.play("rb d4-d5")
    assert match.view(0)["held"] == [5, 5]
    assert len(match.plies[-1].reveals["drew"]) == 1
    assert match.to_act == (1,)


def test_an_empty_bag_leaves_the_hand_smaller() -> None:
    """AX-12"""
    match = position(hand="rb rg", bag="")
    match.play("rb d4-d5")
    assert match.view(0)["held"][0] == 1
    assert match.plies[-1].reveals == {}
    assert match.to_act == (1,)


def test_a_bag_that_runs_out_gives_what_it_has() -> None:
    """AX-12"""
    match = position(hand="rb rg", bag="oo pp")
    match.play("rb d4-d5")
    assert match.view(0)["hands"][0] == ["rg", "oo", "pp"]
    assert match.view(0)["bag"] == 0


# Swap


def _before_swap(bag: str = "oo oo oo oo oo") -> Match:
    """Seat 0 stands lowest in orange, and after laying rb holds no orange."""
    return position(hand="rb rg gg", tracks=(5, 5, 5, 2, 5), bag=bag)


def test_a_swap_is_offered_when_no_lowest_colour_is_in_hand() -> None:
    """AX-13"""
    match = _before_swap()
    match.play("rb d4-d5")
    assert match.to_act == (0,)
    assert match.legal(0) == ["keep", "swap"]
    assert match.plies[-1].reveals == {}  # before refilling


def test_what_the_second_seats_offer_tells_is_imagined_so_too() -> None:
    """AX-13"""
    match = position(hand="rr")
    match.play("rr d4-d5")
    set_hand(match, 1, "rb rg gg")
    match._position.states[0].tracks[1] = (5, 5, 5, 2, 5)
    match.play("rb h8-h9")
    assert match.legal(1) == ["keep", "swap"]
    imagination = Imagination(match.game.layout, match.game.tables, 0)
    for number in range(20):
        states = match.states
        imagination.deal(states, 0, batch.stream(2, number))
        assert not any("o" in tile for tile in AXIO.tiles(states["hand"][0, 1].tolist()))


def test_nothing_else_can_be_done_before_the_offer_is_answered() -> None:
    """AX-13"""
    match = _before_swap()
    match.play("rb d4-d5")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("gg h8-h9")
    assert refused.value.code == "swap_or_keep"


def test_swap_shows_the_hand_draws_five_and_then_returns_the_old_ones() -> None:
    """AX-13: the old tiles can't be drawn by the swap that returns them."""
    match = _before_swap()
    match.play("rb d4-d5")
    match.play("swap")
    assert match.plies[-1].reveals == {"returned": ["rg", "gg"], "drew": ["oo"] * 5}
    assert match.view(0)["hands"][0] == ["oo"] * 5
    assert match.view(0)["bag"] == 2
    assert match.to_act == (1,)
    set_hand(match, 1, "rb")
    match.play("rb h8-h9")  # seat 1 refills from what was returned
    assert sorted(match.plies[-1].reveals["drew"]) == ["gg", "rg"]


def test_keep_refills() -> None:
    """AX-13"""
    match = _before_swap()
    match.play("rb d4-d5")
    match.play("keep")
    assert match.view(0)["hands"][0] == ["rg", "gg", "oo", "oo", "oo"]
    assert match.to_act == (1,)


def test_one_symbol_of_one_of_the_tied_lowest_colours_forbids_the_swap() -> None:
    """AX-13"""
    tied = position(hand="rb rg gg", tracks=(2, 5, 5, 2, 5))
    tied.play("rb d4-d5")
    assert tied.to_act == (1,)  # rg shows red, which is lowest beside orange
    other = position(hand="rb go gg", tracks=(2, 5, 5, 2, 5))
    other.play("rb d4-d5")
    assert other.to_act == (1,)  # go shows orange, which is lowest beside red


def test_lowest_colours_are_those_after_scoring() -> None:
    """AX-13: red rises from 2 with the placement, so only orange is lowest then."""
    match = position("r d3", hand="rb rg gg", tracks=(2, 5, 5, 2, 5), bag="oo oo oo oo oo")
    match.play("rb d4-d5")
    assert match.scores(0) == [3, 5, 5, 2, 5]
    assert match.legal(0) == ["keep", "swap"]


def test_swap_needs_five_tiles_in_the_bag() -> None:
    """AX-13"""
    match = _before_swap(bag="oo oo oo oo")
    match.play("rb d4-d5")
    assert match.to_act == (1,)


def test_swap_needs_a_hand() -> None:
    """AX-13"""
    match = position(hand="rb", tracks=(5, 5, 5, 2, 5))
    match.play("rb d4-d5")
    assert match.to_act == (1,)


def test_after_a_swap_the_returned_tiles_count_for_the_next_one() -> None:
    """AX-13: the bag holds them again, though nobody has drawn since."""
    match = _before_swap(bag="oo oo oo oo oo oo oo oo")
    match.play("rb d4-d5")
    match.play("swap")
    set_hand(match, 1, "rb rg")
    match._position.states[0].tracks[1] = (5, 5, 5, 2, 5)
    match.play("rb h8-h9")
    assert match.view(None)["bag"] == 5
    assert match.view(None)["shown"] == ["rg", "gg"]
    assert match.legal(1) == ["keep", "swap"]
    match.play("swap")
    assert sorted(match.plies[-1].reveals["drew"]) == ["gg", "oo", "oo", "oo", "rg"]
    assert match.view(None)["shown"] == ["rg"]
    assert match.view(None)["bag"] == 1


def test_what_an_offered_swap_tells_of_a_hand_is_imagined_so() -> None:
    """AX-13: everybody knows then that the hand shows none of the lowest colours."""
    match = _before_swap(bag="oo oo ro ro go bo op gg gb")
    match.play("rb d4-d5")
    with_orange = sum(1 << k for k, kind in enumerate(AXIO.kinds) if "o" in kind)
    assert match.states["lacks"][0, :2].tolist() == [with_orange, 0]
    for answer in ("swap", "keep"):
        answered = copy.deepcopy(match)
        answered.play(answer)
        assert answered.states["lacks"][0, :2].tolist() == [0, 0]
    imagination = Imagination(match.game.layout, match.game.tables, 1)
    for number in range(20):
        states = match.states
        imagination.deal(states, 0, batch.stream(1, number))
        assert not any("o" in tile for tile in AXIO.tiles(states["hand"][0, 0].tolist()))


# 18 and bonus turns


def test_a_colour_that_reaches_18_earns_a_bonus_turn_from_the_same_hand() -> None:
    """AX-12, AX-15"""
    match = position("b e5", hand="rb rg gg", tracks=(0, 0, 17, 0, 0))
    match.play("br f5-g5")
    assert match.to_act == (0,)
    assert match.plies[-1].reveals == {}  # no refill in between
    assert match.view(0)["hands"][0] == ["rg", "gg"]
    match.play("gg h8-h9")
    assert match.to_act == (1,)
    assert len(match.plies[-1].reveals["drew"]) == 4


def test_bonus_turns_queue_up() -> None:
    """AX-15: two colours with one tile, and one more in a bonus turn."""
    match = position("b e5, r h5, g d8", hand="rb rg go gp", tracks=(17, 17, 17, 0, 0))
    match.play("br f5-g5")
    assert match.view(0)["bonus_turns"] == 1  # one is being taken, one more to come
    match.play("go e8-f8")
    assert match.view(0)["bonus_turns"] == 1
    match.play("rg i10-j10")
    assert match.view(0)["bonus_turns"] == 0
    assert match.to_act == (0,)
    match.play("gp d3-e3")
    assert match.to_act == (1,)
    assert [len(ply.reveals.get("drew", [])) for ply in match.plies] == [0, 0, 0, 5]


def test_a_bonus_turn_is_compulsory_and_comes_before_a_swap() -> None:
    """AX-13, AX-15: no orange is left in the hand, and yet a tile has to be laid first."""
    match = position("b e5", hand="rb rg gg", tracks=(5, 5, 17, 2, 5))
    match.play("br f5-g5")
    assert match.to_act == (0,)
    assert not {"keep", "swap"} & set(match.legal(0))
    match.play("gg h8-h9")
    assert match.legal(0) == ["keep", "swap"]


def test_18_reached_earlier_earns_nothing_more() -> None:
    """AX-15"""
    match = position("b e5", hand="rb rg", tracks=(0, 0, 18, 0, 0))
    match.play("br f5-g5")
    assert match.to_act == (1,)


def test_a_pyramid_can_earn_the_bonus_turn() -> None:
    """AX-15"""
    match = position("g e6 d5 e4", hand="bp rg", tracks=(0, 17, 0, 0, 0))
    assert points(match, "bp f5-g5") == {"g": 1, "b": 1}
    match.play("bp f5-g5")
    assert match.to_act == (0,)


def test_five_tracks_at_18_win_at_once() -> None:
    """AX-16: no bonus turn, no refill, and the other seat's turn never comes."""
    match = position("b e5", hand="rb rg", tracks=(18, 18, 17, 18, 18))
    match.play("br f5-g5")
    assert match.over
    assert match.ranks == [1, 2]
    assert match.plies[-1].reveals == {}


def test_any_seat_can_win_so() -> None:
    """AX-16"""
    match = position("b e5", hand="rg")
    match._position.states[0].tracks[1] = (18, 18, 17, 18, 18)
    match.play("rg i9-j9")
    set_hand(match, 1, "rb")
    match.play("br f5-g5")
    assert match.over
    assert match.ranks == [2, 1]


def test_four_tracks_at_18_do_not() -> None:
    """AX-16"""
    match = position("b e5", hand="rb rg", tracks=(18, 18, 17, 18, 17))
    match.play("br f5-g5")
    assert not match.over


# The end


def test_the_placement_that_leaves_no_room_ends_the_game() -> None:
    """AX-17: rounds are not completed, nothing is drawn."""
    match = position(hand="rb rg")
    fill(match, keep=("f5", "g5", "i9"))
    match.play("rb f5-g5")
    assert match.over
    assert match.plies[-1].reveals == {}
    assert match.legal(1) == []


def test_no_bonus_turn_and_no_swap_without_room() -> None:
    """AX-17"""
    match = position("b e5", hand="rb rg", tracks=(5, 5, 17, 2, 5))
    fill(match, keep=("f5", "g5"))
    match.play("br f5-g5")
    assert match.scores(0)[2] == 18
    assert match.over


@pytest.mark.parametrize(
    ("seats", "room"),
    [
        (2, ("i9", "j9")),
        (2, ("i8", "i9")),
        (2, ("i3", "i4")),
        (2, ("i7", "i8")),
        (3, ("i11", "i12")),
        (3, ("b2", "c2")),
        (4, ("m12", "m13")),
    ],
)
def test_the_game_goes_on_while_two_neighbours_are_free(seats: int, room: tuple[str, str]) -> None:
    """AX-17: beside or above each other, in any row."""
    match = position(hand="rb rg", seats=seats)
    fill(match, keep=("f5", "g5", *room))
    match.play("rb f5-g5")
    assert not match.over
    set_hand(match, 1, "rg")
    assert match.legal(1) == sorted(f"{tile} {room[0]}-{room[1]}" for tile in ("rg", "gr"))


def _ended(*tracks: tuple[int, ...]) -> list[int] | None:
    match = position(hand="rb", seats=len(tracks))
    fill(match, keep=("f5", "g5"))
    table = match._position.states[0]
    for seat, values in enumerate(tracks):
        table.tracks[seat] = values
    # Nothing beside f5 and g5 is red or blue, so the last placement scores nothing.
    for name in ("e5", "f6", "f4", "g6", "g4", "h5"):
        table.board[cell_at(name)] = AXIO.colours.index("g")
    match.play("rb f5-g5")
    return match.ranks


def test_the_lowest_track_decides() -> None:
    """AX-18: the original's first example, 11 beats 8."""
    assert _ended((11, 12, 12, 13, 14), (18, 18, 8, 18, 18)) == [1, 2]


def test_ties_are_broken_by_the_next_lowest_track() -> None:
    """AX-18: the original's second example: A 9 11, B 9 12 12, D 9 12 15."""
    anna, beate, doris = (9, 18, 11, 18, 18), (12, 9, 12, 18, 18), (12, 15, 16, 9, 17)
    assert _ended(anna, beate, doris) == [3, 2, 1]


def test_equal_tracks_share_the_win_whatever_their_colours() -> None:
    """AX-18"""
    assert _ended((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)) == [1, 1]
    assert _ended((1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (0, 18, 18, 18, 18)) == [1, 1, 3]
