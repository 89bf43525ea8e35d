"""What people and programs hand in: whole numbers, NumPy's among them, JSON, and quoting both."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Collection
from typing import Any

from spielwerk.rules.errors import RecordError


def whole(value: object) -> int | None:
    """Return the whole number that `value` is, or None; True and False are none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def quoted(value: object) -> str:
    """Return a value as a refusal quotes it: on one line, and short whatever a stranger wrote."""
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # numbers of thousands of digits
        return "something too long to tell"


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


def normal(found: dict[str, Any], unordered: Collection[str]) -> dict[str, Any]:
    """Return the same JSON with the words sorted in all lists under keys whose order is free."""
    return {key: _sorted(item) if key in unordered else item for key, item in found.items()}


def _sorted(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if all(isinstance(item, str) for item in value):
        return sorted(value)
    return [_sorted(item) for item in value]


def copied(value: Any) -> Any:
    """Return the same JSON, sharing no list or object; `copy.deepcopy` takes many times as long."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value
