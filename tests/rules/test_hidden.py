"""Dealing the unseen anew: possible, and every possibility as likely as it should be."""

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
    """Ten tiles: one laid, two each with seats 0 and 1, one with seat 2, four in the bag."""
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
    """Two truths that look the same to the seat are imagined alike."""
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
