"""Declared fields become one record, and state who sees what."""

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
    with pytest.raises(TypeError, match="one secret row"):
        Layout("test", turn=public("u1"), bag=secret("u1", 2, 4, pool="tiles"))
    with pytest.raises(TypeError, match="one secret row"):
        Layout("test", turn=public("u1"), laid=public("u1", 4, pool="tiles"))


# Rows that hold a single tile


def with_singles() -> Layout:
    return Layout(
        "test",
        turn=public("u1"),
        held=public("u1", 3),
        laid=public("u1", 4, pool="tiles"),
        hand=owner("u1", 3, pool="tiles", size="held", single=True),
        bag=secret("u1", 4, pool="tiles"),
    )


def test_a_single_field_has_a_byte_a_row_and_the_others_a_byte_a_kind() -> None:
    made = with_singles()
    first = made.offsets["hand"]
    assert list(made.rows("hand")) == [(0, first), (1, first + 1), (2, first + 2)]
    assert list(made.rows("laid")) == [(0, made.offsets["laid"])]
    counted = layout()
    first = counted.offsets["hand"]
    assert list(counted.rows("hand")) == [(0, first), (1, first + 4)]
    assert made.pools() == {"tiles": ["laid", "hand", "bag"]}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_single_tile_is_granted_to_its_seat(viewer: int | None) -> None:
    made = with_singles()
    granted = made.empty(1)
    granted.view(np.uint8)[made.grants(viewer)] = 1
    assert granted["hand"][0].tolist() == [int(seat == viewer) for seat in range(3)]
    assert granted["held"][0].tolist() == [1, 1, 1]
    assert not granted["bag"].any()


def test_a_single_field_needs_to_say_which_rows_hold_a_tile() -> None:
    with pytest.raises(TypeError, match="size"):
        Layout(
            "test",
            turn=public("u1"),
            hand=owner("u1", 3, pool="tiles", single=True),
            bag=secret("u1", 4, pool="tiles"),
        )
    with pytest.raises(TypeError, match="u1"):
        Layout(
            "test",
            turn=public("u1"),
            held=public("u1", 3),
            hand=owner("u2", 3, pool="tiles", size="held", single=True),
            bag=secret("u1", 4, pool="tiles"),
        )


def test_names_that_numpy_uses_itself_are_refused() -> None:
    """Plain Python would find NumPy's `size` where compiled code finds the field."""
    with pytest.raises(TypeError, match="size has a meaning of its own"):
        Layout("sizes", turn=public("u1"), size=public("u1"))
