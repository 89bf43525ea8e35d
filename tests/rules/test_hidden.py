"""Redealing the unseen: only possible hands, and each as likely as it should be."""

import math

import numpy as np
import pytest

from spielwerk.rules.hidden import Imagination, view
from spielwerk.rules.state import Layout, States, owner, public, secret

LAYOUT = Layout(
    "test hidden",
    turn=public("u1"),
    held=public("u1", 3),
    lacks=public("u1", 3),
    laid=public("u1", 3, pool="tiles"),
    hand=owner("u1", 3, 3, pool="tiles", size="held", lacks="lacks"),
    bag=secret("u1", 3, pool="tiles"),
)
TABLES = np.zeros(1, np.dtype((np.record, [("tiles", "u1", (3,))])))
TABLES["tiles"][0] = (3, 3, 4)


def table() -> States:
    """Return ten tiles: one laid, two each with seats 0 and 1, one with seat 2, four in the bag."""
    states = LAYOUT.empty(1)
    states["laid"][0] = (1, 0, 0)
    states["hand"][0] = ((1, 1, 0), (1, 0, 1), (0, 0, 1))
    states["held"][0] = (2, 2, 1)
    states["bag"][0] = (0, 2, 2)
    return states


def test_only_the_unseen_is_dealt_and_all_of_it() -> None:
    imagination = Imagination(LAYOUT, TABLES, 0)
    stream = np.array([1], np.uint64)
    others = set()
    for _ in range(200):
        states = table()
        imagination.deal(states, 0, stream)
        state = states[0]
        assert state.hand[0].tolist() == [1, 1, 0]
        assert state.laid.tolist() == [1, 0, 0]
        assert state.hand.sum(axis=1).tolist() == [2, 2, 1]
        everything = state.laid + state.hand.sum(axis=0) + state.bag
        assert everything.tolist() == [3, 3, 4]
        others.add(tuple(state.hand[1:].ravel().tolist()))
    # Seat 1 holds one of six pairs of kinds but not both... kind 0 has only one tile left.
    assert {other[:3] for other in others} == {
        (1, 1, 0),
        (1, 0, 1),
        (0, 1, 1),
        (0, 2, 0),
        (0, 0, 2),
    }


def test_what_is_hidden_is_not_looked_at() -> None:
    """Two states that look the same to the seat are redealt alike."""
    one, two = table(), table()
    two["hand"][0, 1:] = ((0, 2, 0), (0, 0, 1))
    two["bag"][0] = (1, 0, 3)
    for states in (one, two):
        Imagination(LAYOUT, TABLES, 0).deal(states, 0, np.array([7], np.uint64))
    assert one.tobytes() == two.tobytes()


def test_hands_are_as_likely_as_dealing_makes_them() -> None:
    """Unseen are one tile of kind 0, two of kind 1, four of kind 2; seat 1 holds two of seven."""
    imagination = Imagination(LAYOUT, TABLES, 0)
    stream = np.array([5], np.uint64)
    runs = 3000
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(runs):
        states = table()
        imagination.deal(states, 0, stream)
        hand = tuple(states["hand"][0, 1].tolist())
        counts[hand] = counts.get(hand, 0) + 1
    for hand, seen in counts.items():
        ways = math.prod(math.comb(n, k) for n, k in zip((1, 2, 4), hand, strict=True))
        expected = runs * ways / math.comb(7, 2)
        assert abs(seen - expected) < 5 * math.sqrt(expected)
    assert sum(counts.values()) == runs


def test_only_the_state_asked_for_is_seen_and_dealt() -> None:
    states = LAYOUT.empty(3)
    states[0], states[1] = table()[0], table()[0]
    states["laid"][1] = (0, 1, 0)
    states["hand"][1, 2] = (1, 0, 0)
    before = states.copy()
    seen = view(LAYOUT, states, 1, 2)
    assert seen["laid"][0].tolist() == [0, 1, 0]
    assert seen["hand"][0].tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    Imagination(LAYOUT, TABLES, 2).deal(states, 1, np.array([1], np.uint64))
    assert states[[0, 2]].tobytes() == before[[0, 2]].tobytes()
    assert states["hand"][1].sum(axis=1).tolist() == [2, 2, 1]
    assert states["bag"][1].sum() == 4


def test_what_cannot_be_dealt_anew_is_refused() -> None:
    layout = Layout("test", turn=public("u1"), plan=secret("u1", 4))
    with pytest.raises(TypeError, match="plan is hidden"):
        Imagination(layout, TABLES, 0)


@pytest.mark.parametrize("lacked", [0b001, 0b100, 0b101])
def test_a_hand_known_to_lack_kinds_lacks_them(lacked: int) -> None:
    imagination = Imagination(LAYOUT, TABLES, 0)
    stream = np.array([lacked], np.uint64)
    for _ in range(50):
        states = table()
        states["lacks"][0, 2] = lacked
        imagination.deal(states, 0, stream)
        for kind in range(3):
            assert not (lacked >> kind & 1 and states["hand"][0, 2, kind])
        assert states["hand"][0, 2].sum() == 1


# Rows that hold a single tile, by the number of its kind

SINGLES = Layout(
    "test singles",
    turn=public("u1"),
    held=public("u1", 3),
    lacks=public("u1", 3),
    laid=public("u1", 3, pool="tiles"),
    hand=owner("u1", 3, pool="tiles", size="held", lacks="lacks", single=True),
    bag=secret("u1", 3, pool="tiles"),
)


def singles(held: tuple[int, int, int] = (1, 1, 1)) -> States:
    """Ten tiles: one of kind 0 laid; seat 0 holds kind 1, seat 1 kind 0, seat 2 kind 2, if any."""
    states = SINGLES.empty(1)
    states["laid"][0] = (1, 0, 0)
    states["held"][0] = held
    left = np.array((2, 3, 4))
    for seat, kind in enumerate((1, 0, 2)):
        states["hand"][0, seat] = kind * held[seat]
        left[kind] -= held[seat]
    states["bag"][0] = left
    return states


def test_single_tiles_are_dealt_by_their_numbers() -> None:
    """The own one stays; all others together are what is not in sight."""
    imagination = Imagination(SINGLES, TABLES, 0)
    stream = np.array([1], np.uint64)
    others = set()
    for _ in range(200):
        states = singles()
        imagination.deal(states, 0, stream)
        state = states[0]
        assert state.hand[0] == 1
        assert state.laid.tolist() == [1, 0, 0]
        everything = state.laid + state.bag + np.bincount(state.hand, minlength=3)
        assert everything.tolist() == [3, 3, 4]
        others.add(tuple(state.hand[1:].tolist()))
    assert others == {(one, two) for one in range(3) for two in range(3)}


def test_single_tiles_are_as_likely_as_dealing_makes_them() -> None:
    """Unseen are two tiles each of kinds 0 and 1, and four of kind 2."""
    imagination = Imagination(SINGLES, TABLES, 0)
    stream = np.array([5], np.uint64)
    runs, unseen = 3000, (2, 2, 4)
    counts = np.zeros((3, 3), int)
    for _ in range(runs):
        states = singles()
        imagination.deal(states, 0, stream)
        counts[tuple(states["hand"][0, 1:])] += 1
    for one in range(3):
        for two in range(3):
            expected = runs * unseen[one] * (unseen[two] - (one == two)) / (8 * 7)
            assert abs(counts[one, two] - expected) < 5 * math.sqrt(expected)


@pytest.mark.parametrize("held", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0)])
def test_a_row_without_its_single_tile_is_not_taken_for_one_of_the_first_kind(
    held: tuple[int, int, int],
) -> None:
    for viewer in range(3):
        states = singles(held)
        Imagination(SINGLES, TABLES, viewer).deal(states, 0, np.array([3], np.uint64))
        state = states[0]
        empty = [seat for seat in range(3) if not held[seat]]
        assert not state.hand[empty].any()
        full = [seat for seat in range(3) if held[seat]]
        everything = state.laid + state.bag + np.bincount(state.hand[full], minlength=3)
        assert everything.tolist() == [3, 3, 4]


def test_a_hidden_single_tile_is_not_looked_at() -> None:
    one, two = singles(), singles()
    two["hand"][0, 1] = 2
    two["bag"][0] += np.array((1, 0, -1)).astype(np.uint8)
    for states in (one, two):
        Imagination(SINGLES, TABLES, 0).deal(states, 0, np.array([7], np.uint64))
    assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize(("lacked", "kinds"), [(0b001, {1, 2}), (0b100, {0, 1}), (0b101, {1})])
def test_a_single_tile_known_to_be_of_other_kinds_is_of_others(
    lacked: int, kinds: set[int]
) -> None:
    imagination = Imagination(SINGLES, TABLES, 0)
    stream = np.array([lacked], np.uint64)
    seen = set()
    for _ in range(100):
        states = singles()
        states["lacks"][0, 2] = lacked
        imagination.deal(states, 0, stream)
        seen.add(int(states["hand"][0, 2]))
    assert seen == kinds


def test_only_the_own_single_tile_is_seen() -> None:
    states = singles()
    for viewer, hand in ((0, [1, 0, 0]), (2, [0, 0, 2]), (None, [0, 0, 0])):
        seen = view(SINGLES, states, 0, viewer)[0]
        assert seen.hand.tolist() == hand
        assert seen.held.tolist() == [1, 1, 1]
        assert not seen.bag.any()


DICE = Layout(
    "test dice",
    turn=public("u1"),
    held=public("u1", 3),
    cup=owner("u1", 3, 6, pool="faces", size="held", endless=True),
)
FACES = np.zeros(1, np.dtype((np.record, [("faces", "u1", (6,))])))
FACES["faces"][0] = 1


def test_dice_under_others_cups_are_rolled_anew() -> None:
    """Liar's dice: drawn with replacement, so what one holds tells nothing of the others'."""
    imagination = Imagination(DICE, FACES, 0)
    stream = np.array([1], np.uint64)
    counts, fives = np.zeros(6, int), 0
    for _ in range(2000):
        states = DICE.empty(1)
        states["held"][0] = (5, 5, 2)
        states["cup"][0, 0] = (0, 0, 0, 0, 0, 5)
        imagination.deal(states, 0, stream)
        cups = states["cup"][0]
        assert cups[0].tolist() == [0, 0, 0, 0, 0, 5]
        assert cups.sum(axis=1).tolist() == [5, 5, 2]
        counts += cups[1:].astype(int).sum(axis=0)
        fives += int(cups[1].max() == 5)
    assert np.abs(counts / counts.sum() - 1 / 6).max() < 0.02
    assert fives < 20  # of one face alone: rare, but possible
