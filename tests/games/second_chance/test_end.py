"""How Second Chance ends and who wins: SC-12 to SC-15, and what one ply may set off."""

import pytest

import spielwerk as sw
from games.second_chance.positions import ALL, acting, position

TWO = "a1 c1"  # two cells that do not touch
SEVEN = "a1 c1 e1 g1 i1 a3 c3"


def _row(n: int) -> str:
    """So many free cells of which no two touch."""
    return " ".join(f"{'acegi'[k % 5]}{1 + 2 * (k // 5)}" for k in range(n))


# SC-12


def test_it_ends_when_all_have_dropped_out() -> None:
    """SC-12: once the ones are written, however many cards are left."""
    match = position(TWO, "e5 e7", cards="2A 3A", deck="4A 4B 4C 4D 4E 5A")
    assert match.view(None)["out"] == [0, 1]
    match.play("1:a1", 0)
    assert acting(match) == [1]
    match.play("1:e5", 1)
    assert match.over
    assert match.plies[-1].reveals == {}
    assert match.view(None)["deck"] == 4


def test_it_goes_on_while_one_seat_is_in() -> None:
    """SC-12"""
    match = position(TWO, ALL, "e5 e7", cards="2A 3A", deck="4A 4B 4C 4D 4E 5A")
    match.play("2A:a1,a2", 1)
    match.play("1:a1", 0)
    match.play("1:e5", 2)
    assert acting(match) == [1]
    assert match.plies[-1].reveals == {"cards": ["4C", "4D"]}


@pytest.mark.parametrize(("deck", "over"), [("", True), ("5A", True), ("5A 5B", False)])
def test_a_new_round_needs_two_cards(deck: str, over: bool) -> None:
    """SC-12: with exactly two it is played, with one it is not."""
    match = position(ALL, ALL, cards="2A 3A", deck=deck)
    match.play("2A:a1,a2", 0)
    match.play("2A:a1,a2", 1)
    assert match.over == over
    assert match.plies[-1].reveals == ({} if over else {"cards": ["5A", "5B"]})
    assert match.view(None)["deck"] == (len(deck.split()) if over else 0)


@pytest.mark.parametrize(("deck", "over"), [("1A", True), ("1A 5A", True), ("1A 5A 5B", False)])
def test_a_new_round_after_second_chances_needs_two_cards_too(deck: str, over: bool) -> None:
    """SC-12"""
    match = position(TWO, ALL, cards="2A 3A", deck=deck)
    match.play("2A:a1,a2", 1)
    match.play("1A:a1", 0)
    assert match.over == over
    assert match.plies[-1].reveals == ({} if over else {"cards": ["5A", "5B"]})


# SC-12, SC-13: full grids


def test_a_full_grid_ends_the_game_when_all_have_drawn() -> None:
    """SC-12, SC-13: not before, so that another may fill its grid too."""
    match = position("a1 a2", ALL, "e5", cards="2A 1A")
    match.play("2A:a1,a2", 0)
    assert acting(match) == [1, 2]
    match.play("2A:a1,a2", 1)
    match.play("1A:e5", 2)
    assert match.over
    assert match.ranks == [1, 3, 1]
    assert match.plies[-1].reveals == {}


def test_waiting_seats_get_no_card_when_a_grid_is_full() -> None:
    """SC-13: nor do they drop out or write a 1."""
    match = position("a1 a2", "e5 e7", "a1", cards="2A 3A", deck="1A 4A 4B 4C")
    assert match.view(None)["waiting"] == [1, 2]
    match.play("2A:a1,a2", 0)
    assert match.over
    assert match.plies[-1].reveals == {}
    assert match.view(None)["deck"] == 4
    assert match.view(None)["out"] == []
    assert match.view(None)["waiting"] == []
    assert match.ranks == [1, 3, 2]


def test_one_free_cell_is_not_full() -> None:
    """SC-12"""
    match = position("a1 a2 c1", ALL, cards="2A 3A", deck="4A 1A")
    match.play("2A:a1,a2", 0)
    match.play("2A:a1,a2", 1)
    assert not match.over
    assert match.legal(0) == ["1A:c1"]


def test_full_grids_are_looked_at_again_after_second_chances() -> None:
    """SC-13: no new round begins, though there are cards."""
    match = position("e5", ALL, cards="2A 3A", deck="1A 4A 4B 4C")
    match.play("2A:a1,a2", 1)
    assert acting(match) == [0]
    match.play("1A:e5", 0)
    assert match.over
    assert match.plies[-1].reveals == {}
    assert match.ranks == [1, 2]


def test_a_1_may_fill_a_grid() -> None:
    """SC-13: who has dropped out wins so, though others could go on."""
    match = position("e5", ALL, cards="2A 3A", deck="4A 4B 4C 4D")
    match.play("2A:a1,a2", 1)
    match.play("1:e5", 0)
    assert match.over
    assert match.ranks == [1, 2]


def test_a_1_and_a_second_chance_may_fill_grids_together() -> None:
    """SC-13: the step is played to its end first."""
    match = position("e5", ALL, "a1", cards="2A 3A", deck="4A 1A 4B 4C")
    match.play("2A:a1,a2", 1)
    match.play("1:e5", 0)
    assert acting(match) == [2]  # the step is not over
    match.play("1A:a1", 2)
    assert match.over
    assert match.scores(0) == [0, 1]
    assert match.scores(2) == [0, 0]
    assert match.ranks == [1, 3, 1]


def test_a_full_grid_wins_against_all_others_together() -> None:
    """SC-13, SC-14: among the others the usual order holds."""
    match = position("a1", "e5", _row(4), _row(3), cards="2A 3A", deck="1A 4A 4B 4C")
    assert match.view(None)["own"] == ["1A", None, None, None]
    assert match.view(None)["owe_ones"] == [1, 2, 3]
    match.play("1A:a1", 0)
    match.play("1:e5", 1)
    match.play("1:a1", 2)
    match.play("1:a1", 3)
    assert match.over
    assert match.ranks == [1, 1, 4, 3]


# SC-14, SC-15


def _ended(*seats: tuple[int, bool]) -> list[int] | None:
    """Ranks of seats with so many free cells and a 1 or not, after a last round of 1A."""
    ones = [seat for seat, (_, one) in enumerate(seats) if one]
    rows = [_row(free + (not one)) for free, one in seats]
    match = position(*rows, cards="1A 2A", deck="", out=ones, ones=ones)
    for seat in match.to_act:
        match.play("1A:a1", seat)
    assert match.over
    assert [match.scores(seat) for seat in range(len(seats))] == [[f, int(o)] for f, o in seats]
    return match.ranks


def test_the_fewest_free_cells_win() -> None:
    """SC-14: one cell less is better than a 1."""
    assert _ended((5, False), (4, False), (9, False)) == [2, 1, 3]
    assert _ended((5, True), (4, False)) == [2, 1]
    assert _ended((5, False), (4, True)) == [2, 1]


def test_a_tie_is_won_by_the_1() -> None:
    """SC-14: the original's example. Phileas and Allegra have 5, Sylvester 7; Phileas has the 1."""
    phileas, allegra, sylvester = (5, True), (5, False), (7, False)
    assert _ended(phileas, allegra, sylvester) == [1, 2, 3]
    assert _ended(sylvester, allegra, phileas) == [3, 2, 1]


def test_what_is_still_tied_shares_the_rank() -> None:
    """SC-14"""
    assert _ended((5, True), (5, False), (5, True), (5, False)) == [1, 3, 1, 3]
    assert _ended((5, False), (5, False)) == [1, 1]


def test_the_same_order_settles_the_lower_ranks() -> None:
    """SC-14"""
    assert _ended((2, False), (7, False), (7, True), (7, True), (8, True), (7, False)) == [
        *(1, 4, 2, 2, 6, 4),
    ]


def test_who_dropped_out_keeps_its_result_and_can_win() -> None:
    """SC-15: with a 1 or without."""
    match = position(_row(3), ALL, _row(2), cards="2A 3A", deck="", out=[0, 2], ones=[0])
    match.play("2A:a1,a2", 1)
    assert match.over
    assert match.ranks == [2, 3, 1]
    assert [match.scores(seat) for seat in range(3)] == [[3, 1], [79, 0], [2, 0]]


def test_there_are_no_ranks_before_the_end() -> None:
    """SC-15"""
    match = position(TWO, ALL, cards="2A 3A", out=[0])
    assert match.ranks is None
    assert acting(match) == [1]


# What one ply may set off


def test_one_ply_may_set_off_two_servings() -> None:
    """SC-8, SC-9, SC-10: seat 1 drops out without a 1, and seat 0 can draw neither new card."""
    deck = "5A 4A 4B 1A 4C 4D"
    match = position(SEVEN + " c4", TWO, ALL, cards="2A 3A", deck=deck, out=[2])
    assert acting(match) == [0]
    match.play("2A:c3,c4", 0)
    assert match.plies[-1].reveals == {
        "second_chances": [[1, "5A"], [0, "1A"]],
        "cards": ["4A", "4B"],
    }
    assert acting(match) == [0]
    assert match.view(None)["out"] == [1, 2]
    match.play("1A:a1", 0)
    assert match.plies[-1].move == "1A:a1"


def test_two_servings_on_one_ply_may_end_the_game() -> None:
    """SC-12: the second one puts the last seat out."""
    match = position(SEVEN + " c4", TWO, ALL, cards="2A 3A", deck="5A 4A 4B 5B 4C 4D", out=[2])
    match.play("2A:c3,c4", 0)
    assert match.plies[-1].reveals == {
        "second_chances": [[1, "5A"], [0, "5B"]],
        "cards": ["4A", "4B"],
    }
    assert match.over
    assert match.view(None)["ones"] == []
    assert match.view(None)["deck"] == 2


def test_the_second_serving_needs_its_own_cards() -> None:
    """SC-11: after the first serving and two new cards the deck is empty."""
    match = position(SEVEN + " c4", TWO, ALL, cards="2A 3A", deck="5A 4A 4B", out=[2])
    match.play("2A:c3,c4", 0)
    assert match.plies[-1].reveals == {"second_chances": [[1, "5A"]], "cards": ["4A", "4B"]}
    assert match.over
    assert match.view(None)["out"] == [1, 2]


def test_after_the_first_serving_two_cards_must_be_left() -> None:
    """SC-12"""
    match = position(SEVEN + " c4", TWO, ALL, cards="2A 3A", deck="5A 4A", out=[2])
    match.play("2A:c3,c4", 0)
    assert match.plies[-1].reveals == {"second_chances": [[1, "5A"]]}
    assert match.over


def test_a_finished_game_takes_no_more_plies() -> None:
    match = position(ALL, ALL, cards="2A 3A", deck="")
    match.play("2A:a1,a2", 0)
    match.play("2A:a1,a2", 1)
    assert acting(match) == []
    assert match.legal(0) == []
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("2A:a3,a4", 0)
    assert refused.value.code == "game_over"
