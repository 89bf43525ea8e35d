"""How Second Chance begins: start cards, drawn by all at the same time, SC-4."""

from collections import Counter

import pytest

import spielwerk as sw
from games.second_chance.positions import acting, cards_of, cells, dealt
from games.second_chance.test_box import START


def test_every_seat_gets_a_start_card_of_its_own() -> None:
    """SC-4"""
    for seats in range(1, 7):
        match = sw.Match("second_chance", seats, seed=seats)
        start = match.record()["setup"]["start"]
        assert len(start) == len(set(start)) == seats
        assert set(start) <= set(START)
        assert match.view(None)["own"] == start
        assert [cards_of(match.legal(seat)) for seat in range(seats)] == [{c} for c in start]
        assert match.view(None)["phase"] == "start"


def test_any_start_card_can_come_to_any_seat() -> None:
    """SC-4"""
    deals = [sw.Match("second_chance", 2, seed).record()["setup"]["start"] for seed in range(150)]
    for seat in range(2):
        assert Counter(deal[seat] for deal in deals).keys() == START.keys()


def test_one_to_six_play() -> None:
    for seats in (0, 7):
        with pytest.raises(sw.BadSetting, match="1 to 6 seats"):
            sw.Match("second_chance", seats)


def test_no_seat_starts() -> None:
    """SC-4: all act at the same time."""
    assert sw.Match("second_chance", 4, seed=1).to_act == (0, 1, 2, 3)
    assert sw.Match("second_chance", 4, seed=1, first="lot").to_act == (0, 1, 2, 3)
    with pytest.raises(sw.BadSetting, match="no seat starts"):
        sw.Match("second_chance", 4, first=1)


@pytest.mark.parametrize(
    ("card", "ways"),
    [
        *[("8A", 8), ("8B", 8), ("8C", 2), ("8D", 4), ("8E", 8), ("8F", 8), ("8G", 2)],
        *[("8H", 4), ("8I", 4), ("8J", 8), ("8K", 4), ("8L", 8), ("8M", 8)],
    ],
)
def test_a_start_piece_covers_the_centre_with_any_of_its_cells_any_way_round(
    card: str, ways: int
) -> None:
    """SC-4"""
    legal = dealt(card).legal(0)
    assert len(legal) == 8 * ways
    assert all("e5" in cells(move) for move in legal)
    assert all(len(cells(move)) == 8 for move in legal)


def _refused(match: sw.Match, move: str, seat: int) -> sw.IllegalMove:
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat)
    return refused.value


def test_a_start_piece_beside_the_centre_is_refused() -> None:
    """SC-4"""
    match = dealt("8C", "8G")
    assert _refused(match, "8C:f5,f6,g4,g5,g6,g7,h5,h6", 0).code == "off_centre"
    match.play("8C:e5,e6,f4,f5,f6,f7,g5,g6", 0)
    assert match.scores(0) == [73, 0]


def test_only_the_own_start_card_can_be_drawn_and_no_1_written() -> None:
    """SC-4"""
    match = dealt("8C", "8G")
    other = _refused(match, "8G:d4,d7,e4,e5,e6,e7,f4,f7", 0)
    assert other.code == "other_card"
    assert other.details == {"card": "8G", "cards": ["8C"]}
    assert _refused(match, "1A:e5", 1).code == "other_card"
    assert _refused(match, "1:e5", 1).code == "no_one"


def test_two_cards_come_into_play_when_all_start_pieces_are_drawn() -> None:
    """SC-4, SC-5: in any order; the start cards leave the game."""
    match = dealt("8C", "8G", "8A")
    for number, seat in enumerate((2, 0, 1)):
        assert match.view(None)["deck"] == 40
        assert match.view(None)["cards"] == []
        assert len(match.to_act) == 3 - number
        match.play(match.legal(seat)[0], seat)
    assert [sorted(ply.reveals) for ply in match.plies] == [[], [], ["cards"]]
    view = match.view(None)
    assert view["phase"] == "draw"
    assert view["own"] == [None] * 3
    assert view["cards"] == sorted(match.plies[-1].reveals["cards"])
    assert view["deck"] == 38
    assert acting(match) == [0, 1, 2]
    deck = match.states["deck"][0]
    assert deck.sum() == 38


def test_who_has_drawn_waits_for_the_others() -> None:
    """SC-4"""
    match = dealt("8C", "8G")
    match.play(match.legal(1)[0], 1)
    assert match.legal(1) == []
    refused = _refused(match, "8G:d4,d7,e4,e5,e6,e7,f4,f7", 1)
    assert refused.code == "not_your_turn"
    assert acting(match) == [0]


def test_a_seat_must_be_named_while_several_may_act() -> None:
    match = dealt("8C", "8G")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(match.legal(0)[0])
    assert refused.value.code == "which_seat"
    match.play(match.legal(0)[0], 0)
    match.play(match.legal(1)[0])
    assert len(match.plies) == 2
