"""What the records of all games have in common: checks of the JSON they are made of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from spielwerk.rules.errors import RecordError
from spielwerk.rules.numbers import quoted, whole


def expect_keys(
    found: dict[str, Any], needed: Collection[str], allowed: Collection[str], what: str
) -> None:
    """Refuse an object that lacks a needed key, or has one that is neither needed nor allowed."""
    for key in needed:
        if key not in found:
            raise RecordError("missing_key", f"{what} lacks {key!r}")
    for key in found:
        if key not in needed and key not in allowed:
            raise RecordError("unknown_key", f"{what} does not know {quoted(key)}")


def read_first(setup: dict[str, Any], seats: int) -> int:
    """Who starts, as `setup` tells; refused if there is no such seat."""
    first = whole(setup["first"])
    if first is None or first not in range(seats):
        raise RecordError("bad_setup", f"'first' must be a seat from 0 to {seats - 1}")
    return first


def own_hand(hands: list[Any], viewer: int | None) -> list[Any]:
    """Hands as a seat sees them that sees its own."""
    return [hand if seat == viewer else None for seat, hand in enumerate(hands)]


def normal(found: dict[str, Any], unordered: Collection[str]) -> dict[str, Any]:
    """The same JSON with the words sorted in all lists under keys whose order is free."""
    return {key: _sorted(item) if key in unordered else item for key, item in found.items()}


def _sorted(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if all(isinstance(item, str) for item in value):
        return sorted(value)
    return [_sorted(item) for item in value]


def copied(value: Any) -> Any:
    """The same JSON, sharing no list or object; `copy.deepcopy` takes many times as long."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value
