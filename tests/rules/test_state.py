"""Declared fields become one record, and say who sees what."""

import numpy as np
import pytest

from spielwerk.rules.state import Layout, owner, public, secret


def layout(stamp: str = "test") -> Layout:
    return Layout(
        stamp,
        turn=public("u1"),
        board=public("u1", 3),
        words=public("u8", 2),
        held=public("u1", 2),
        laid=public("u1", 4, pool="tiles"),
        hand=owner("u1", 2, 4, pool="tiles", size="held"),
        bag=secret("u1", 4, pool="tiles"),
    )


def test_a_record_has_no_holes_and_keeps_words_aligned() -> None:
    made = layout()
    sizes = sum(np.dtype(made.dtype[name]).itemsize for name in made.dtype.names or ())
    assert made.dtype.itemsize == sizes
    assert sizes % 8 == 0
    assert made.offsets["words"] % 8 == 0


def test_copies_keep_every_byte() -> None:
    states = layout().empty(3)
    states.view(np.uint8)[:] = np.arange(states.nbytes, dtype=np.uint8)
    assert states.copy().tobytes() == states.tobytes()


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [(None, set()), (0, {("hand", 0)}), (1, {("hand", 1)})],
)
def test_grants_are_those_declared(viewer: int | None, seen: set[tuple[str, int]]) -> None:
    made = layout()
    granted = made.empty(1)
    granted.view(np.uint8)[made.grants(viewer)] = 1
    state = granted[0]
    for name in ("turn", "board", "held", "laid"):
        assert np.all(state[name] == 1)
    assert not state.bag.any()
    assert {("hand", row) for row in range(2) if state.hand[row].any()} == seen


def test_the_stamp_is_part_of_the_type() -> None:
    assert layout("one").dtype != layout("two").dtype
    assert layout("one").dtype == layout("one").dtype


def test_declarations_that_cannot_work_are_refused() -> None:
    with pytest.raises(TypeError, match="turn"):
        Layout("test", board=public("u1", 3))
    with pytest.raises(TypeError, match="u1"):
        Layout("test", turn=public("u1"), bag=secret("u2", 4, pool="tiles"))
    with pytest.raises(TypeError, match="size"):
        Layout(
            "test",
            turn=public("u1"),
            hand=owner("u1", 2, 4, pool="tiles"),
            bag=secret("u1", 4, pool="tiles"),
        )
    with pytest.raises(TypeError, match="nowhere else"):
        Layout("test", turn=public("u1"), bag=secret("u1", 2, 4, pool="tiles"))
    with pytest.raises(TypeError, match="nowhere else"):
        Layout("test", turn=public("u1"), laid=public("u1", 4, pool="tiles"))
