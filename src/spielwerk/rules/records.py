"""What the records of all games have in common: checks of the JSON they are made of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from spielwerk.rules.errors import RecordError
from spielwerk.rules.numbers import quoted


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


def normal(value: Any) -> Any:
    """The same JSON with every list of nothing but words sorted: their order is free."""
    if isinstance(value, dict):
        return {key: normal(item) for key, item in value.items()}
    if isinstance(value, list):
        items = [normal(item) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return value
