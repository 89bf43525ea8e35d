"""A round of Second Chance: two cards for all, and how a piece is drawn in, SC-5 to SC-7."""

import itertools
import random

import pytest

import spielwerk as sw
from games.second_chance import oracle
from games.second_chance.positions import ALL, acting, cards_of, cells, position

# In how many ways each piece can lie, turned and mirrored.
WAYS = {
    1: "1A 4B 5J",
    2: "2A 3A 4A 5B 6A 7A",
    4: "3B 4D 4E 5F 5G 5H 5I 5L 6B 6C 6D 6E 6F 7B 7C 7D",
    8: "4C 5A 5C 5D 5E 5K",
}


def _refused(match: sw.Match, move: str, seat: int = 0) -> sw.IllegalMove:
    assert move not in match.legal(seat)
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move, seat)
    return refused.value


# SC-5: two cards for all


def test_all_seats_choose_from_the_same_two_cards() -> None:
    """SC-5: each for itself, and several may choose the same."""
    match = position(ALL, ALL, ALL, cards="3A 4B")
    assert acting(match) == [0, 1, 2]
    assert all(cards_of(match.legal(seat)) == {"3A", "4B"} for seat in range(3))
    match.play("3A:a1,a2,a3", 1)
    match.play("3A:a1,a2,a3", 0)
    assert cards_of(match.legal(2)) == {"3A", "4B"}
    match.play("4B:h1,h2,i1,i2", 2)
    assert [match.scores(seat) for seat in range(3)] == [[78, 0], [78, 0], [77, 0]]


def test_a_round_is_over_when_all_have_drawn() -> None:
    """SC-5: nothing is turned up before, and then two cards are."""
    match = position(ALL, ALL, ALL, cards="3A 4B", deck="5B 1A 2A 6A")
    match.play("3A:a1,a2,a3", 2)
    match.play("3A:a1,a2,a3", 0)
    assert acting(match) == [1]
    assert match.view(None)["cards"] == ["3A", "4B"]
    assert [ply.reveals for ply in match.plies] == [{}, {}]
    match.play("4B:a1,a2,b1,b2", 1)
    assert match.plies[-1].reveals == {"cards": ["5B", "1A"]}
    assert acting(match) == [0, 1, 2]
    assert cards_of(match.legal(0)) == {"1A", "5B"}
    assert match.view(None)["deck"] == 2


def test_a_seat_draws_once_a_round() -> None:
    """SC-5"""
    match = position(ALL, ALL, cards="3A 4B")
    match.play("3A:a1,a2,a3", 0)
    assert match.legal(0) == []
    assert _refused(match, "4B:h1,h2,i1,i2").code == "not_your_turn"


def test_two_equal_cards_give_every_move_once() -> None:
    """SC-5"""
    match = position(ALL, ALL, cards="4B 4B")
    assert len(match.legal(0)) == len(set(match.legal(0))) == 8 * 8
    assert match.view(None)["cards"] == ["4B", "4B"]
    match.play("4B:a1,a2,b1,b2", 0)
    assert match.plies[-1].legal == 64


def test_seats_that_dropped_out_do_not_draw() -> None:
    """SC-5"""
    match = position(ALL, ALL, ALL, cards="3A 4B", out=[1])
    assert acting(match) == [0, 2]
    assert match.view(None)["waiting"] == []
    assert match.legal(1) == []


# SC-6: who can draw must


@pytest.mark.parametrize(
    ("free", "cards", "fitting"),
    [("e5 e6", "2A 3A", "2A"), ("e5 e6", "3A 2A", "2A"), ("a1 a2 b1", "3A 3B", "3B")],
)
def test_a_seat_that_can_draw_one_of_the_two_must_draw_that_one(
    free: str, cards: str, fitting: str
) -> None:
    """SC-6: whichever of the two it is; there is no way to pass."""
    match = position(free, ALL, cards=cards)
    assert acting(match) == [0, 1]
    assert match.legal(0) == [f"{fitting}:{','.join(free.split())}"]
    assert match.view(None)["waiting"] == []


def test_a_seat_that_can_draw_neither_has_no_ply() -> None:
    """SC-6, SC-8"""
    match = position("e5 e7", ALL, cards="2A 3A")
    assert acting(match) == [1]
    assert match.view(None)["waiting"] == [0]
    assert match.legal(0) == []


def test_a_card_that_does_not_lie_there_is_refused() -> None:
    """SC-6"""
    match = position(ALL, ALL, cards="3A 4B")
    refused = _refused(match, "2A:a1,a2")
    assert refused.code == "other_card"
    assert refused.details == {"card": "2A", "cards": ["3A", "4B"]}
    assert _refused(match, "8C:e5,e6,f4,f5,f6,f7,g5,g6").code == "other_card"
    assert _refused(match, "1:a1").code == "no_one"


# SC-7: drawing in


def test_an_asymmetric_piece_can_be_drawn_in_exactly_eight_ways() -> None:
    """SC-7: the original's example, turned and mirrored at will."""
    match = position(ALL, ALL, cards="4C 4C")
    assert {_picture(move) for move in match.legal(0)} == {
        *("X./X./XX", "XXX/X..", "XX/.X/.X", "..X/XXX"),
        *(".X/.X/XX", "X../XXX", "XX/X./X.", "XXX/..X"),
    }
    assert len(match.legal(0)) == 8 * 7 * 8  # 7 x 8 places for each of the eight


def _picture(move: str) -> str:
    """The piece that a move draws, wherever it lies."""
    spots = {(ord(cell[0]), int(cell[1])) for cell in cells(move)}
    columns = range(min(x for x, _ in spots), max(x for x, _ in spots) + 1)
    rows = range(max(y for _, y in spots), min(y for _, y in spots) - 1, -1)
    return "/".join("".join("X" if (x, y) in spots else "." for x in columns) for y in rows)


@pytest.mark.parametrize(("ways", "card"), [(n, card) for n in WAYS for card in WAYS[n].split()])
def test_every_piece_is_turned_and_mirrored_at_will(ways: int, card: str) -> None:
    """SC-7: where the grid ends, a piece cannot go."""
    match = position(ALL, ALL, cards=f"{card} 1A")
    moves = [move for move in match.legal(0) if move.startswith(card)]
    assert len({_picture(move) for move in moves}) == ways
    assert moves == sorted(f"{card}:{','.join(sorted(way))}" for way in oracle.ways(card))


def test_a_piece_is_drawn_on_free_cells_alone() -> None:
    """SC-7: the refusal names a cell that is not free."""
    match = position("a1 a2 b1 c3 c4 c5", ALL, cards="3A 3B")
    assert match.legal(0) == ["3A:c3,c4,c5", "3B:a1,a2,b1"]
    refused = _refused(match, "3A:a1,a2,a3")
    assert refused.code == "cell_not_free"
    assert refused.details == {"cell": "a3"}
    assert _refused(match, "3A:g7,h7,i7").code == "cell_not_free"
    other = position(ALL, "a1 a2 b1", cards="3A 3B")
    assert _refused(other, "3A:a1,a2,a3", 1).details == {"cell": "a3"}


def test_contact_is_not_required() -> None:
    """SC-7"""
    match = position(ALL, ALL, cards="1A 2A", deck="3A 4A")
    for seat in range(2):
        match.play("1A:a1", seat)
    assert "3A:g8,h8,i8" in match.legal(0)  # far away
    assert "3A:b1,c1,d1" in match.legal(0)  # side by side


def test_what_is_drawn_stays() -> None:
    """SC-7: in the seat's own grid, and in no other."""
    match = position(ALL, ALL, cards="1A 2A", deck="3A 4A 5A 5B")
    match.play("2A:c3,d3", 0)
    match.play("1A:i9", 1)
    assert match.view(None)["grids"] == [["c3", "d3"], ["i9"]]
    assert not any({"c3", "d3"} & set(cells(move)) for move in match.legal(0))
    assert any({"c3", "d3"} <= set(cells(move)) for move in match.legal(1))
    assert not any("i9" in cells(move) for move in match.legal(1))


@pytest.mark.parametrize(
    ("free", "card"),
    [
        ("a8 b8", "2A"),
        ("i7 i8", "2A"),
        ("a8 i7", "1A"),
        ("i5 i6 i7 i8 i9", "5B"),
        ("e9 f9 g9 h9 i9", "5B"),
        ("a7 a8 a9 b8 c8 c9 c7", "7A"),
        ("f6 f7 f8 f9 g9 h9 i9", "7D"),
        ("i6 i7 i8 i9 f9 g9 h9", "7D"),
    ],
)
def test_pieces_fit_in_any_part_of_the_grid(free: str, card: str) -> None:
    """SC-7"""
    match = position(free, ALL, cards=f"{card} 6A")
    assert set(match.legal(0)) == {
        f"{card}:{','.join(sorted(way))}" for way in oracle.ways(card) if way <= set(free.split())
    }
    assert match.legal(0) != []


@pytest.mark.parametrize("free", ["a2 i1", "a9 i8", "a3 i2", "a1 b2", "h1 h3"])
def test_pieces_do_not_reach_around_the_edge_or_over_corners(free: str) -> None:
    """SC-7: nothing lies outside."""
    match = position(free, ALL, cards="2A 3A")
    assert acting(match) == [1]


def test_legal_moves_on_random_grids_are_those_of_the_page() -> None:
    """SC-7: for every card, by a plain reading of the rule."""
    luck = random.Random(7)
    cards = sorted(oracle.DECK)
    luck.shuffle(cards)
    for first, second in itertools.pairwise(cards):
        grid = luck.sample(sorted(oracle.GRID), luck.randint(30, 60))
        match = position(" ".join(grid), ALL, cards=f"{first} {second}")
        plain = oracle.Table(2, ["8A", "8B"])
        plain.free[0] = set(grid)
        assert match.legal(0) == plain.drawings(0, (first, second))


def test_moves_are_counted_and_numbered_as_they_are_listed() -> None:
    """SC-7, SC-10: bots pick a move by its number."""
    drawing = position("a1 a2 b1 e5 h8 h9 i8 i9 a8 b8", ALL, cards="2A 3B")
    writing = position("a1 c1 e5 a8 c8 i9 g9", ALL, cards="2A 3B", deck="5A 4A 4B")
    writing.play("2A:a1,a2", 1)
    for match, moves in ((drawing, 7 + 1 + 4), (writing, 7)):
        game, states = match.game, match.states
        actions = game.legal(states, 0, 0).tolist()
        assert game.kernels.count(game.tables, states, 0, 0) == len(actions) == moves
        assert [game.kernels.nth(game.tables, states, 0, 0, k) for k in range(moves)] == actions
