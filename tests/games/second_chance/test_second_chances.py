"""Who can draw neither card: second chances, dropping out and the 1, SC-8 to SC-11."""

import copy

import pytest

import spielwerk as sw
from games.second_chance.positions import ALL, acting, position

TWO = "a1 c1"  # two cells that do not touch
REST = "4A 4B 4C 4D"  # cards for two more rounds


def _refused(match: sw.Match, move: str, seat: int) -> str:
    assert move not in match.legal(seat)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat)
    return refused.value.code


# SC-8: waiting, and being served


def test_who_can_draw_neither_waits_until_the_others_have_drawn() -> None:
    """SC-8"""
    match = position(TWO, ALL, ALL, cards="2A 3A", deck=f"1A {REST}")
    assert acting(match) == [1, 2]
    assert match.view(None)["waiting"] == [0]
    match.play("2A:a1,a2", 1)
    assert acting(match) == [2]
    assert match.plies[-1].reveals == {}
    match.play("2A:a1,a2", 2)
    assert match.plies[-1].reveals == {"second_chances": [[0, "1A"]]}
    assert acting(match) == [0]
    assert match.view(None)["own"] == ["1A", None, None]
    assert match.view(None)["waiting"] == []
    assert match.view(None)["phase"] == "second_chances"


def test_waiting_seats_are_served_in_seat_order_whoever_drew_last() -> None:
    """SC-8: a card each, all of them when the common step is over."""
    for order in ((1, 3), (3, 1)):
        match = position(TWO, ALL, "a1 a2", ALL, "e5", cards="3A 3B", deck=f"1A 2A 1A {REST}")
        assert match.view(None)["waiting"] == [0, 2, 4]
        for seat in order:
            match.play("3A:a1,a2,a3", seat)
        assert match.plies[-1].reveals == {"second_chances": [[0, "1A"], [2, "2A"], [4, "1A"]]}
        assert acting(match) == [0, 2, 4]
        assert [match.legal(seat) for seat in (0, 2, 4)] == [
            ["1A:a1", "1A:c1"],
            ["2A:a1,a2"],
            ["1A:e5"],
        ]


def test_if_nobody_can_draw_second_chances_follow_at_once() -> None:
    """SC-8: the common step is empty."""
    match = position("a1 c1 e1", "a1 b1 c1 d1 e5", cards="1A 2A", deck=f"5B 6A 1A 3A {REST}")
    match.play("1A:e1", 0)
    match.play("1A:e5", 1)
    assert match.plies[-1].reveals == {
        "cards": ["5B", "6A"],
        "second_chances": [[0, "1A"], [1, "3A"]],
    }
    assert acting(match) == [0, 1]
    assert match.legal(0) == ["1A:a1", "1A:c1"]
    assert match.legal(1) == ["3A:a1,b1,c1", "3A:b1,c1,d1"]


def test_a_second_chance_is_discarded_and_serves_no_one_else() -> None:
    """SC-8: it is not to be drawn by others, nor does it come back."""
    match = position(TWO, "e5 e7", ALL, cards="2A 3A", deck=f"4A 1A {REST.replace('4A', '6A')}")
    match.play("2A:a1,a2", 2)
    assert match.view(None)["own"] == [None, "1A", None]
    assert _refused(match, "1A:a1", 0) == "one_due"
    assert _refused(match, "1A:a1", 2) == "not_your_turn"
    assert match.view(None)["deck"] == 4
    assert match.view(None)["used"].count("1A") == 2  # one had gone before
    match.play("1:a1", 0)
    match.play("1A:e5", 1)
    assert match.view(None)["cards"] == ["4B", "6A"]


def test_only_the_own_second_chance_can_be_drawn() -> None:
    """SC-8: not another's, nor a card of the round."""
    match = position("a1 c1 c2", "a1 a2 e5", ALL, cards="3A 4B", deck=f"2A 1A {REST}")
    match.play("3A:a1,a2,a3", 2)
    with pytest.raises(sw.IllegalMove) as one:
        match.play("1A:a1", 0)
    assert one.value.code == "other_card"
    assert one.value.details == {"card": "1A", "cards": ["2A"]}
    assert _refused(match, "3A:a1,a2,a3", 0) == "other_card"
    assert _refused(match, "2A:a1,a2", 1) == "other_card"
    assert _refused(match, "1:a1", 0) == "no_one"
    assert _refused(match, "2A:a1,b1", 0) == "cell_not_free"


# SC-9: it fits, or it does not


def test_a_second_chance_that_fits_must_be_drawn_and_the_seat_plays_on() -> None:
    """SC-9"""
    match = position("a1 c1 e1 e2", ALL, cards="3A 3B", deck="2A 1A 4A 4B 4C")
    match.play("3A:a1,a2,a3", 1)
    assert acting(match) == [0]
    assert match.legal(0) == ["2A:e1,e2"]
    match.play("2A:e1,e2", 0)
    assert match.plies[-1].reveals == {"cards": ["1A", "4A"]}
    assert acting(match) == [0, 1]
    assert match.legal(0) == ["1A:a1", "1A:c1"]
    assert match.view(None)["out"] == []


def test_a_second_chance_that_does_not_fit_puts_the_seat_out() -> None:
    """SC-9: for good, though a later card would fit."""
    match = position(TWO, ALL, cards="2A 3A", deck="4A 1A 1A 4B 4C 4D 4E")
    match.play("2A:a1,a2", 1)
    assert match.view(None)["out"] == [0]
    match.play("1:a1", 0)
    assert match.view(None)["cards"] == ["1A", "1A"]
    assert acting(match) == [1]
    match.play("1A:i9", 1)
    assert acting(match) == [1]
    assert match.scores(0) == [1, 1]


def test_a_seat_may_have_several_second_chances() -> None:
    """SC-9"""
    match = position("a1 c1 e1", ALL, cards="2A 3A", deck="1A 4A 4B 1A 4C 4D 2A")
    match.play("2A:a1,a2", 1)
    match.play("1A:e1", 0)
    match.play("4A:b1,b2,b3,b4", 1)
    assert match.plies[-1].reveals == {"second_chances": [[0, "1A"]]}
    match.play("1A:c1", 0)
    match.play("4C:c1,c2,c3,d1", 1)
    assert match.plies[-1].reveals == {"second_chances": [[0, "2A"]]}
    assert match.view(None)["out"] == [0]


def test_second_chances_and_ones_are_one_common_step() -> None:
    """SC-9: in any order, and nothing is turned up before all have acted."""
    moves = {0: "1:c1", 1: "1A:e5", 2: "1:e7"}
    ended = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)):
        match = position(TWO, "e5 g5", "e5 e7", ALL, cards="2A 3A", deck=f"5A 1A 5B {REST}")
        match.play("2A:a1,a2", 3)
        assert acting(match) == [0, 1, 2]
        for seat in order:
            assert match.view(None)["cards"] == ["2A", "3A"]
            match.play(moves[seat], seat)
        assert [ply.reveals for ply in match.plies[1:]] == [{}, {}, {"cards": ["4A", "4B"]}]
        ended.append(match.states.tobytes())
    assert len(set(ended)) == 1


# SC-10: the 1


def test_all_who_drop_out_in_the_first_such_round_write_a_1() -> None:
    """SC-10: into any one free cell, which it fills."""
    match = position(TWO, ALL, "e5 e7 g7", cards="2A 3A", deck=f"5A 5B {REST}")
    match.play("2A:a1,a2", 1)
    assert match.view(None)["owe_ones"] == [0, 2]
    assert match.legal(0) == ["1:a1", "1:c1"]
    assert match.legal(2) == ["1:e5", "1:e7", "1:g7"]
    match.play("1:e7", 2)
    assert match.plies[-1].legal == 3
    assert match.scores(2) == [2, 1]
    assert match.scores(0) == [2, 0]
    assert match.view(None)["ones"] == [2]
    assert match.view(None)["owe_ones"] == [0]
    assert "e7" in match.view(None)["grids"][2]
    match.play("1:a1", 0)
    assert match.view(None)["ones"] == [0, 2]
    assert match.scores(0) == [1, 1]


def test_the_1_is_compulsory() -> None:
    """SC-10: nothing else can be done, and the game waits for it."""
    match = position(TWO, ALL, cards="2A 3A", deck=f"4E {REST}")
    match.play("2A:a1,a2", 1)
    assert acting(match) == [0]
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("4E:a1,b1,b2,c2", 0)
    assert refused.value.code == "one_due"
    assert _refused(match, "1A:a1", 0) == "one_due"
    assert _refused(match, "1:b1", 0) == "cell_not_free"
    assert match.legal(1) == []


def test_a_1_goes_into_any_cell_of_the_grid() -> None:
    """SC-10"""
    free = " ".join(f"{c}{r}" for c in "acegi" for r in range(1, 10, 2))
    match = position(free, ALL, cards="2A 3A", deck=f"4E {REST}")
    match.play("2A:a1,a2", 1)
    assert match.legal(0) == [f"1:{cell}" for cell in sorted(free.split())]
    for cell in ("a1", "a9", "i9", "i7"):
        after = copy.deepcopy(match)
        after.play(f"1:{cell}", 0)
        assert after.scores(0) == [24, 1]
        assert cell in after.view(None)["grids"][0]


def test_who_drops_out_in_a_later_round_writes_none() -> None:
    """SC-10: a whole deck of rounds may lie between."""
    match = position(TWO, "e5 g5", ALL, cards="2A 3A", deck="5A 1A 4A 4B 5B 4C 4D")
    match.play("2A:a1,a2", 2)
    match.play("1:a1", 0)
    match.play("1A:e5", 1)
    match.play("4B:h1,h2,i1,i2", 2)
    assert match.plies[-1].reveals == {"second_chances": [[1, "5B"]], "cards": ["4C", "4D"]}
    assert match.view(None)["out"] == [0, 1]
    assert match.view(None)["ones"] == [0]
    assert match.scores(1) == [1, 0]
    assert acting(match) == [2]


def test_a_1_may_be_written_after_many_second_chances_that_fitted() -> None:
    """SC-10: it is the first to drop out that counts, not the first to wait."""
    match = position(TWO, ALL, cards="2A 3A", deck="1A 4A 4B 5B 4C 4D")
    match.play("2A:a1,a2", 1)
    match.play("1A:a1", 0)
    match.play("4A:b1,b2,b3,b4", 1)
    assert match.legal(0) == ["1:c1"]


# SC-11: a card for every waiting seat


def test_with_a_card_too_few_nobody_is_served_and_the_game_ends() -> None:
    """SC-11: no one drops out, no one writes a 1."""
    match = position(TWO, ALL, "e5 e7", cards="2A 3A", deck="1A")
    match.play("2A:a1,a2", 1)
    assert match.over
    assert match.plies[-1].reveals == {}
    view = match.view(None)
    assert (view["out"], view["ones"], view["owe_ones"], view["waiting"]) == ([], [], [], [])
    assert view["deck"] == 1
    assert view["scores"] == [[2, 0], [79, 0], [2, 0]]
    assert match.ranks == [1, 3, 1]


def test_with_exactly_enough_cards_all_are_served() -> None:
    """SC-11"""
    match = position(TWO, ALL, "e5 e7", cards="2A 3A", deck="1A 4A")
    match.play("2A:a1,a2", 1)
    assert match.plies[-1].reveals == {"second_chances": [[0, "1A"], [2, "4A"]]}
    assert acting(match) == [0, 2]
    assert match.view(None)["deck"] == 0


@pytest.mark.parametrize("deck", ["", "1A"])
def test_one_waiting_seat_needs_one_card(deck: str) -> None:
    """SC-11"""
    match = position(TWO, ALL, cards="2A 3A", deck=deck)
    match.play("2A:a1,a2", 1)
    assert match.over == (deck == "")
    assert acting(match) == ([0] if deck else [])


def test_a_card_too_few_ends_the_game_in_an_empty_step_too() -> None:
    """SC-11: both wait, after a ply that turned two cards up and left one."""
    match = position(TWO, "a1 e5", cards="1A 2A", deck="3A 4A 1A")
    match.play("1A:c1", 0)
    match.play("1A:e5", 1)
    assert match.plies[-1].reveals == {"cards": ["3A", "4A"]}
    assert match.over
    assert match.view(None)["out"] == []
    assert match.ranks == [1, 1]
