"""How the game on hexagons ends, and who has won: HX-13."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from games.axio_hex.positions import cell_at, fill, position, set_hand
from games.driving import finished, greeds, seeds
from spielwerk.games import find
from spielwerk.games.axio_hex.layout import HEXAGONS

tracks = st.lists(st.integers(0, 18), min_size=6, max_size=6)


def test_the_placement_that_leaves_no_room_ends_the_game() -> None:
    """HX-13: single cells are no room; rounds are not completed, nothing is drawn."""
    match = position(hand="rb rg ro")
    fill(match, keep=("f6", "g6", "i8", "c9"))
    match.play("rb f6-g6")
    assert match.over
    assert match.to_act == ()
    assert match.plies[-1].reveals == {}
    assert match.view(None)["held"] == [2, 6]
    assert match.legal(0) == match.legal(1) == []
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("rg i8-j8")
    assert refused.value.code == "game_over"


@pytest.mark.parametrize(
    ("seats", "room"),
    [
        (2, ("i7", "j7")),
        (2, ("i7", "i8")),
        (2, ("h8", "i7")),
        (2, ("h3", "h4")),  # a row that begins a word of the engine's, and the one below
        (2, ("g4", "h3")),
        (2, ("b7", "c7")),
        (2, ("b8", "c7")),
        (2, ("a7", "b6")),
        (2, ("d11", "e10")),
        (3, ("a12", "a13")),
        (3, ("m1", "m2")),
        (4, ("a14", "a15")),
        (4, ("o7", "o8")),
        (4, ("g15", "h15")),
        (4, ("n2", "o1")),
    ],
)
def test_the_game_goes_on_while_two_neighbours_are_free(seats: int, room: tuple[str, str]) -> None:
    """HX-13: in any of the three ways that a tile can lie, in any row."""
    match = position(hand="rb rg ro", seats=seats)
    pair = ("f6", "g6") if seats < 4 else ("h8", "i8")
    fill(match, keep=(*pair, *room))
    match.play(f"rb {pair[0]}-{pair[1]}")
    assert not match.over
    seat = match.to_act[0]
    set_hand(match, seat, "rg")
    assert match.legal(seat) == [f"gr {room[0]}-{room[1]}", f"rg {room[0]}-{room[1]}"]


def test_no_extra_turn_no_swap_and_no_refill_without_room() -> None:
    """HX-13: the last placement scores, and that is all."""
    match = position("b e6", hand="rb rg gg", tracks=(5, 5, 17, 2, 5, 5))
    fill(match, keep=("f6", "g6"))
    match.play("br f6-g6")
    assert match.scores(0)[2] == 18
    assert match.over
    assert match.plies[-1].reveals == {}
    assert match.view(None)["held"][0] == 2


def test_no_extra_turn_is_drawn_at_the_end() -> None:
    """HX-13"""
    match = position("b e6", hand="rb rg gg", tracks=(5, 5, 17, 2, 5, 5))
    fill(match, keep=("f6", "g6"))
    match.play("br f6-g6")
    assert not match.view(None)["extra_turn"]
    assert "extra turn" not in str(match)


def test_all_six_at_18_win_at_once() -> None:
    """HX-13: no extra turn, no refill, and the other seat's turn never comes."""
    match = position("b e6", hand="rb rg", tracks=(18, 18, 17, 18, 18, 18))
    match.play("br f6-g6")
    assert match.over
    assert match.ranks == [1, 2]
    assert match.plies[-1].reveals == {}


@pytest.mark.parametrize("missing", range(6))
def test_five_at_18_do_not(missing: int) -> None:
    """HX-13: the sixth stands at 17, whichever it is."""
    values = [17 if colour == missing else 18 for colour in range(6)]
    values[(missing + 1) % 6] = 17
    colour = HEXAGONS.colours[(missing + 1) % 6]
    match = position(f"{colour} e6", hand=f"{colour * 2} rg", tracks=values)
    match.play(f"{colour * 2} f6-f7")
    assert match.scores(0) == [17 if c == missing else 18 for c in range(6)]
    assert not match.over
    assert match.ranks is None


def test_any_seat_can_win_so() -> None:
    """HX-13: also one that others led in every other colour."""
    match = position("b e6", hand="rg", tracks=(18, 18, 18, 18, 18, 17), seats=3)
    match._position.states[0].tracks[1] = (18, 18, 17, 18, 18, 18)
    match.play("rg c9-c10")
    set_hand(match, 1, "rb")
    match.play("br f6-g6")
    assert match.over
    assert match.ranks == [2, 1, 3]


# Ranks


def _ended(*tracks: tuple[int, ...]) -> list[int] | None:
    match = position(hand="rb", seats=len(tracks))
    fill(match, keep=("f6", "g6"))
    table = match._position.states[0]
    for seat, values in enumerate(tracks):
        table.tracks[seat] = values
    # Nothing beside f6 and g6 is red or blue, so the last placement scores nothing.
    for name in ("e6", "e7", "f5", "f7", "g5", "g7", "h5", "h6"):
        table.board[cell_at(name)] = HEXAGONS.colours.index("g")
    match.play("rb f6-g6")
    assert [match.scores(seat) for seat in range(len(tracks))] == [list(t) for t in tracks]
    return match.ranks


def test_the_originals_example() -> None:
    """HX-13: black wins with 8 to 7, whatever the sixth tracks, which the original lost, were."""
    black, white = (13, 18, 11, 8, 8), (12, 14, 11, 7, 7)
    assert _ended((*black, 8), (*white, 18)) == [1, 2]
    assert _ended((*white, 7), (*black, 18)) == [2, 1]


def test_ties_are_broken_by_the_next_lowest_track() -> None:
    """HX-13: lowest equal, then second lowest, up to the highest."""
    assert _ended((9, 18, 11, 18, 18, 18), (12, 9, 12, 18, 18, 9), (18, 18, 18, 9, 18, 12)) == [
        2,
        3,
        1,
    ]
    assert _ended((7, 8, 9, 10, 11, 12), (13, 11, 10, 9, 8, 7)) == [2, 1]


def test_a_complete_tie_is_a_draw_whatever_the_colours() -> None:
    """HX-13"""
    assert _ended((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1)) == [1, 1]
    assert _ended((0, 18, 18, 18, 18, 18), (1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1)) == [3, 1, 1]
    assert _ended(*[(4, 4, 4, 4, 4, 4)] * 4) == [1, 1, 1, 1]


def _rank_compare(tables: list[list[int]]) -> list[int]:
    """Sort each seat's tracks, compare the lists, the larger wins, equal ones share."""
    lists = [sorted(table) for table in tables]
    return [1 + sum(other > mine for other in lists) for mine in lists]


@given(tables=st.lists(tracks, min_size=2, max_size=4), seed=seeds)
def test_ranks_of_any_tracks(tables: list[list[int]], seed: int) -> None:
    """HX-13: ties too, which whole games seldom bring."""
    tables[1] = random.Random(seed).sample(tables[0], 6)
    game = find("axio_hex")
    states = game.layout.empty(1)
    states["seats"] = len(tables)
    for seat, table in enumerate(tables):
        states["tracks"][0, seat] = table
    assert game.ranks(states, 0, len(tables)) == _rank_compare(tables)


@pytest.mark.compiled
@given(seed=seeds, greed=greeds, seats=st.integers(2, 4))
def test_final_ranks_are_rank_compare(seed: int, greed: float, seats: int) -> None:
    """HX-13"""
    match = finished("axio_hex", seats, seed, greed)
    assert match.ranks == _rank_compare([match.scores(seat) for seat in range(seats)])
