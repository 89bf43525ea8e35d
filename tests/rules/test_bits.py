"""Bits: compiled instructions and plain Python agree."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel

words = st.integers(1, 2**64 - 1)


@kernel
def count_and_find(word):  # type: ignore[no-untyped-def]
    return popcount(word), lowest(word)  # type: ignore[no-untyped-call]


@given(word=words)
def test_popcount_and_lowest(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert count_and_find(np.uint64(word)) == (len(places), places[0])


@given(word=words)
def test_nth_bit(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert [nth_bit(np.uint64(word), k) for k in range(len(places))] == places
