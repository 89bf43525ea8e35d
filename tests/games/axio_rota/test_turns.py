"""How AXIO rota's turns go on: drawing, bonus turns and the early win, RO-11, RO-13, RO-14."""

import pytest

import spielwerk as sw
from games.axio_rota.positions import points, position, set_hand, set_unseen
from spielwerk.match.match import Match

# rogp, laid on 1,0 as it is spelt, completes a circle of red: 3 points, and none else.
RED = "gbro gobr / grbo ."
# rgob, laid on 1,0 as it is spelt, brings 2 red and 1 blue.
RED_AND_BLUE = "gbrp bgpo / orbp ."


def test_after_its_tile_a_seat_draws_one_from_its_stack() -> None:
    """RO-11"""
    match = position(hand="robg", unseen="gpob")
    match.play("2,0:robg")
    assert match.plies[-1].reveals == {"drew": "gpob"}
    assert match.view(0)["hands"][0] == "gpob"
    assert match.view(0)["stacks"] == [10, 11]
    assert match.view(0)["supply"] == 8
    assert match.to_act == (1,)


def test_the_last_tile_of_a_stack_is_drawn() -> None:
    """RO-11"""
    match = position(hand="robg", stacks=1)
    match.play("2,0:robg")
    assert set(match.plies[-1].reveals) == {"drew"}
    assert match.view(None)["held"] == [1, 1]
    assert match.view(None)["stacks"] == [0, 1]


def test_without_a_stack_nothing_is_drawn() -> None:
    """RO-11: not from the supply either."""
    match = position(hand="robg", stacks=0)
    match.play("2,0:robg")
    assert match.plies[-1].reveals == {}
    assert match.view(None)["held"] == [0, 1]
    assert match.view(None)["supply"] == 8
    assert match.to_act == (1,)


def test_turns_go_clockwise() -> None:
    """RO-6, RO-11"""
    match = position(hand="robg", seats=3)
    acted = []
    for _ in range(7):
        acted.append(match.to_act[0])
        match.play(match.legal(acted[-1])[0])
    assert acted == [0, 1, 2, 0, 1, 2, 0]


# Bonus turns


def _reaching_12(**settings: int) -> Match:
    """Seat 0 brings red from 9 to 12 with its next move."""
    return position(RED, hand="rogp", tracks=(9, 0, 0, 0, 0), unseen="gpob", **settings)


def test_a_colour_that_reaches_12_earns_a_bonus_turn_with_a_tile_of_the_supply() -> None:
    """RO-13: the own tile is drawn only after it."""
    match = _reaching_12()
    match.play("1,0:rogp")
    assert match.plies[-1].reveals == {"bonus": "gpob"}
    assert match.to_act == (0,)
    view = match.view(0)
    assert (view["supply"], view["stacks"], view["held"]) == (7, [11, 11], [1, 1])
    assert view["hands"][0] == "gpob"
    set_unseen(match, "gpbo")
    match.play("2,0:pobg")
    assert match.plies[-1].reveals == {"drew": "gpbo"}
    assert match.view(0)["stacks"] == [10, 11]
    assert match.to_act == (1,)


def test_a_bonus_tile_is_placed_and_scored_as_any_other() -> None:
    """RO-7, RO-9, RO-13"""
    match = _reaching_12()
    match.play("1,0:rogp")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("3,0:gpob")
    assert refused.value.code == "not_beside"
    assert points(match, "2,0:obgp") == {"o": 1}
    set_unseen(match, "gpbo")
    match.play("2,0:obgp")
    assert match.scores(0) == [12, 0, 0, 1, 0]


@pytest.mark.parametrize("before", [8, 12])
def test_one_point_short_or_12_before_earns_nothing(before: int) -> None:
    """RO-13: only a colour that gets to 12 now."""
    match = position(RED, hand="rogp", tracks=(before, 0, 0, 0, 0))
    match.play("1,0:rogp")
    assert set(match.plies[-1].reveals) == {"drew"}
    assert match.to_act == (1,)


def test_surplus_does_not_earn_a_second_turn() -> None:
    """RO-12, RO-13"""
    match = position(RED, hand="rogp", tracks=(11, 0, 0, 0, 0))
    match.play("1,0:rogp")
    assert match.view(None)["bonus_turns"] == 0
    match.play(match.legal(0)[0])
    assert match.to_act == (1,)


def test_a_colour_that_two_corners_bring_to_12_earns_one_turn() -> None:
    """RO-12, RO-13"""
    match = position("gbop gopr / obrp .", hand="_gor", tracks=(11, 0, 0, 0, 0))
    match.play("1,0:_gor=r")
    assert match.to_act == (0,)
    assert match.view(None)["bonus_turns"] == 0


def test_the_tile_is_fully_scored_first() -> None:
    """RO-13: red reaches 12 with the first corner, blue still gets its point."""
    match = position(RED_AND_BLUE, hand="rgob", tracks=(10, 0, 0, 0, 0))
    match.play("1,0:rgob")
    assert match.plies[-1].scores == [12, 0, 1, 0, 0]
    assert match.view(None)["bonus_turns"] == 0


def test_two_colours_earn_two_turns() -> None:
    """RO-13: one is being taken, one more is to come."""
    match = position(RED_AND_BLUE, hand="rgob", tracks=(10, 0, 11, 0, 0))
    match.play("1,0:rgob")
    assert (match.view(None)["bonus_turns"], match.view(None)["supply"]) == (1, 7)
    set_hand(match, 0, "gopb")
    match.play("2,0:pbgo")
    assert (match.view(None)["bonus_turns"], match.view(None)["supply"]) == (0, 6)
    assert match.to_act == (0,)
    set_hand(match, 0, "gobp")
    match.play("0,-1:gobp")
    assert match.to_act == (1,)
    assert [list(ply.reveals) for ply in match.plies] == [["bonus"], ["bonus"], ["drew"]]
    assert match.view(None)["stacks"] == [10, 11]


def test_a_bonus_turn_can_earn_more() -> None:
    """RO-13: blue's turn is still queued when orange earns one."""
    match = position(RED_AND_BLUE, hand="rgob", tracks=(10, 0, 11, 11, 0))
    match.play("1,0:rgob")
    set_hand(match, 0, "gpbo")
    assert points(match, "2,0:gpbo") == {"g": 1, "o": 1}
    match.play("2,0:gpbo")
    assert match.scores(0) == [12, 1, 12, 12, 0]
    assert match.view(None)["bonus_turns"] == 1
    for _ in range(2):
        assert match.to_act == (0,)
        match.play(match.legal(0)[0])
    assert match.to_act == (1,)
    assert [list(ply.reveals) for ply in match.plies] == [["bonus"]] * 3 + [["drew"]]


def test_the_last_tile_of_the_supply_is_a_bonus_tile() -> None:
    """RO-13"""
    match = _reaching_12(supply=1)
    match.play("1,0:rogp")
    assert match.plies[-1].reveals == {"bonus": "gpob"}
    assert match.view(None)["supply"] == 0


def test_without_a_supply_there_is_no_bonus_turn() -> None:
    """RO-13"""
    match = _reaching_12(supply=0)
    match.play("1,0:rogp")
    assert match.scores(0)[0] == 12
    assert match.plies[-1].reveals == {"drew": "gpob"}
    assert match.view(None)["stacks"] == [10, 11]
    assert match.to_act == (1,)


def test_queued_turns_lapse_when_the_supply_is_empty() -> None:
    """RO-13: two earned, one tile left; nothing is owed to the next seat."""
    match = position(RED_AND_BLUE, hand="rgob", tracks=(10, 0, 11, 0, 0), supply=1)
    match.play("1,0:rgob")
    assert match.to_act == (0,)
    match.play(match.legal(0)[0])
    assert set(match.plies[-1].reveals) == {"drew"}
    assert match.to_act == (1,)
    assert match.view(None)["bonus_turns"] == 0
    match._position.states[0].supply = 1  # even if there were tiles again
    match.play(match.legal(1)[0])
    assert match.to_act == (0,)


def test_a_bonus_tile_is_not_one_of_the_seats_twelve() -> None:
    """RO-5, RO-13, RO-15: with one bonus turn a seat lays thirteen tiles."""
    match = sw.Match("axio_rota", 2, seed=3)
    match._position.states[0].bonus = 1
    while not match.over:
        match.play(match.legal(match.to_act[0])[0])
        match._position.states[0].tracks[:] = 0
    assert [sum(ply.seat == seat for ply in match.plies) for seat in (0, 1)] == [13, 12]


# All five at 12


def test_five_tracks_at_12_win_at_once() -> None:
    """RO-14: no bonus turn, no draw, and the other seat's turn never comes."""
    match = position(RED, hand="rogp", tracks=(9, 12, 12, 12, 12))
    match.play("1,0:rogp")
    assert match.over
    assert match.ranks == [1, 2]
    assert match.plies[-1].reveals == {}
    assert match.view(None)["supply"] == 8
    assert match.legal(1) == []


def test_any_seat_can_win_so() -> None:
    """RO-14"""
    match = position(RED, hand="gpob", seats=3)
    match._position.states[0].tracks[1] = (9, 12, 12, 12, 12)
    match._position.states[0].tracks[0] = (12, 12, 12, 12, 11)
    match.play("2,1:gpob")
    assert match.to_act == (1,)
    set_hand(match, 1, "rogp")
    match.play("1,0:rogp")
    assert match.over
    assert match.ranks == [2, 1, 3]


def test_a_bonus_turn_can_win_so() -> None:
    """RO-13, RO-14"""
    match = position(RED, hand="rogp", tracks=(9, 12, 12, 11, 12), unseen="gpob")
    match.play("1,0:rogp")
    assert match.to_act == (0,)
    match.play("2,0:obgp")
    assert match.scores(0) == [12, 12, 12, 12, 12]
    assert match.over
    assert match.plies[-1].reveals == {}


def test_four_tracks_at_12_do_not() -> None:
    """RO-14"""
    match = position(RED, hand="rogp", tracks=(9, 12, 12, 12, 11))
    match.play("1,0:rogp")
    assert not match.over
