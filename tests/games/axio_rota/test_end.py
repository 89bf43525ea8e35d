"""How AXIO rota ends, who has won, and the game alone: RO-15 to RO-17."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from games.axio_rota.positions import position, set_hand
from games.driving import seeds
from spielwerk.games import find

NOTHING = "2,0:robg"  # robg on the usual square, laid so that it scores nothing


def _ended(*tracks: tuple[int, ...]) -> list[int] | None:
    """The ranks when seat 0, the only one that still holds a tile, has laid it for no points."""
    match = position(hand="robg", seats=len(tracks), stacks=0)
    state = match._position.states[0]
    state.held[1:] = 0
    for seat, values in enumerate(tracks):
        state.tracks[seat] = values
    match.play(NOTHING)
    assert [match.scores(seat) for seat in range(len(tracks))] == [list(t) for t in tracks]
    return match.ranks


# The end


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_game_ends_when_every_seat_has_laid_its_twelve_tiles(seats: int) -> None:
    """RO-15: not a tile before, whoever started; the supply is left."""
    first = seats - 1
    match = sw.Match("axio_rota", seats, seed=1, first=first)
    supply = match.view(None)["supply"]
    for ply in range(12 * seats):
        assert not match.over
        seat = match.to_act[0]
        assert seat == (first + ply) % seats
        match._position.states[0].tracks[:] = 0  # so that nobody earns a bonus turn
        match.play(match.legal(seat)[0])
    assert match.over
    view = match.view(None)
    assert (view["held"], view["stacks"], view["supply"]) == ([0] * seats, [0] * seats, supply)
    assert len(view["tiles"]) == 4 + 12 * seats
    assert match.ranks is not None


def test_the_last_tile_of_a_seat_is_not_yet_the_end() -> None:
    """RO-15: the next seat still has its own."""
    match = position(hand="robg", stacks=0)
    match.play(NOTHING)
    assert match.to_act == (1,)
    assert match.ranks is None
    match.play(match.legal(1)[0])
    assert match.over


def test_bonus_turns_of_the_last_turn_are_still_played() -> None:
    """RO-13, RO-15: two of them, and then nothing is drawn."""
    match = position("gbrp bgpo / orbp .", hand="rgob", tracks=(10, 0, 11, 0, 0), stacks=0)
    match._position.states[0].held[1] = 0
    match.play("1,0:rgob")
    assert match.to_act == (0,)
    match.play(match.legal(0)[0])
    assert match.to_act == (0,)
    match.play(match.legal(0)[0])
    assert match.over
    assert [list(ply.reveals) for ply in match.plies] == [["bonus"], ["bonus"], []]


def test_bonus_turns_of_the_last_turn_lapse_without_a_supply() -> None:
    """RO-13, RO-15"""
    match = position("gbrp bgpo / orbp .", hand="rgob", tracks=(10, 0, 0, 0, 0), stacks=0, supply=0)
    match._position.states[0].held[1] = 0
    match.play("1,0:rgob")
    assert match.scores(0)[0] == 12
    assert match.over


# Who has won


def test_the_lowest_track_decides() -> None:
    """RO-16: the original's first example, 8 beats 6, whatever else stands at 12."""
    anna, beate = (8, 9, 9, 10, 9), (12, 12, 6, 12, 12)
    assert _ended(anna, beate) == [1, 2]
    assert _ended(beate, anna) == [2, 1]


def test_ties_are_broken_by_the_next_lowest_track() -> None:
    """RO-16: the original's second example: all 7; A 8, B 9, C 9; then B 9, C 10: C wins."""
    anna, beate, chris = (12, 7, 8, 12, 12), (9, 12, 9, 12, 7), (10, 11, 7, 9, 10)
    assert _ended(anna, beate, chris) == [3, 2, 1]


def test_equal_tracks_share_the_win_whatever_their_colours() -> None:
    """RO-16"""
    assert _ended((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)) == [1, 1]
    assert _ended((1, 2, 3, 4, 5), (0, 12, 12, 12, 12), (5, 4, 3, 2, 1)) == [1, 3, 1]


def test_the_highest_track_may_decide_too() -> None:
    """RO-16: four equal, then 12 against 11."""
    assert _ended((5, 5, 5, 5, 11), (12, 5, 5, 5, 5)) == [2, 1]


tracks = st.lists(st.integers(0, 12), min_size=5, max_size=5)


def rank_compare(tables: list[list[int]]) -> list[int]:
    """RO-16: sort each seat's tracks, compare the lists, the larger wins, equal ones share."""
    lists = [sorted(table) for table in tables]
    return [1 + sum(other > mine for other in lists) for mine in lists]


@given(tables=st.lists(tracks, min_size=1, max_size=4), seed=seeds)
def test_ranks_of_any_tracks(tables: list[list[int]], seed: int) -> None:
    """RO-16: ties too, which whole games seldom bring."""
    if len(tables) > 1:
        tables[1] = random.Random(seed).sample(tables[0], 5)
    game = find("axio_rota")
    states = game.layout.empty(1)
    states["seats"] = len(tables)
    for seat, table in enumerate(tables):
        states["tracks"][0, seat] = table
    assert game.ranks(states, 0, len(tables)) == rank_compare(tables)


# Alone


def test_alone_twelve_tiles_are_laid_by_the_same_rules() -> None:
    """RO-17: the seat follows itself; 44 tiles lie in the supply."""
    match = sw.Match("axio_rota", 1, seed=2)
    assert match.view(0)["supply"] == 44
    while not match.over:
        assert match.to_act == (0,)
        match._position.states[0].tracks[:] = 0
        match.play(match.legal(0)[0])
    assert [list(ply.reveals) for ply in match.plies] == [["drew"]] * 11 + [[]]
    assert match.ranks == [1]
    assert match.record()["result"]["ranks"] == [1]


def test_alone_bonus_turns_are_played_too() -> None:
    """RO-13, RO-17"""
    match = position("gbro gobr / grbo .", hand="rogp", seats=1, tracks=(9, 0, 0, 0, 0), stacks=0)
    match.play("1,0:rogp")
    assert list(match.plies[-1].reveals) == ["bonus"]
    match.play(match.legal(0)[0])
    assert match.over


def test_alone_all_five_at_12_end_the_game() -> None:
    """RO-14, RO-17"""
    match = position("gbro gobr / grbo .", hand="rogp", seats=1, tracks=(9, 12, 12, 12, 12))
    match.play("1,0:rogp")
    assert match.over
    assert match.ranks == [1]


def test_the_result_alone_is_the_lowest_track() -> None:
    """RO-3, RO-17: the record tells all five in the order r g b o p, the drawing the lowest."""
    match = position("gbro gobr / grbo .", hand="rogp", seats=1, tracks=(10, 9, 7, 8, 11), stacks=0)
    match._position.states[0].supply = 0
    match.play("1,0:rogp")
    assert match.record()["result"] == {"ranks": [1], "scores": [[12, 9, 7, 8, 11]]}
    row = next(line for line in str(match).split("\n") if "seat 0" in line)
    assert row.split("seat 0")[1].split() == ["12", "9", "7", "8", "11", "7", "rank", "1"]


def test_nobody_acts_after_the_end() -> None:
    """RO-15"""
    match = position(hand="robg", seats=1, stacks=0)
    match.play(NOTHING)
    assert (match.to_act, match.legal(0)) == ((), [])
    set_hand(match, 0, "rgob")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("3,0:rgob", 0)
    assert refused.value.code == "game_over"
