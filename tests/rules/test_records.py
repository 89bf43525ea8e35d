"""What all games' records share."""

import pytest

from spielwerk.rules.errors import RecordError
from spielwerk.rules.records import expect_keys, normal


def test_only_the_order_of_words_is_free() -> None:
    assert normal({"drew": ["rb", "gg"]}) == {"drew": ["gg", "rb"]}
    assert normal([["rb", "gg"], ["bo"]]) == [["gg", "rb"], ["bo"]]
    assert normal([[1, "5B"], [0, "5A"]]) == [[1, "5B"], [0, "5A"]]
    assert normal([3, 1, 2]) == [3, 1, 2]


def test_keys_are_needed_allowed_or_refused() -> None:
    expect_keys({"a": 1, "b": 2}, ("a",), ("b",), "it")
    with pytest.raises(RecordError, match="it lacks 'a'"):
        expect_keys({"b": 2}, ("a",), ("b",), "it")
    with pytest.raises(RecordError, match="it does not know 'c'"):
        expect_keys({"a": 1, "c": 3}, ("a",), ("b",), "it")
