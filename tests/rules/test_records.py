"""What the records of all games share."""

import pytest

from spielwerk.rules.errors import RecordError
from spielwerk.rules.given import expect_keys, normal


def test_only_the_order_of_words_is_free() -> None:
    free = {"drew", "hands"}
    assert normal({"drew": ["rb", "gg"]}, free) == {"drew": ["gg", "rb"]}
    assert normal({"hands": [["rb", "gg"], ["bo"]]}, free) == {"hands": [["gg", "rb"], ["bo"]]}
    assert normal({"start": ["8C", "8A"]}, free) == {"start": ["8C", "8A"]}
    assert normal({"drew": 3}, free) == {"drew": 3}


def test_keys_are_needed_allowed_or_refused() -> None:
    expect_keys({"a": 1, "b": 2}, ("a",), ("b",), "it")
    with pytest.raises(RecordError, match="it lacks 'a'"):
        expect_keys({"b": 2}, ("a",), ("b",), "it")
    with pytest.raises(RecordError, match="it does not know 'c'"):
        expect_keys({"a": 1, "c": 3}, ("a",), ("b",), "it")
