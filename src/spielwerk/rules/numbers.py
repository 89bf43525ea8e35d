"""Whole numbers as people and programs hand them in, NumPy's among them, and short quotations."""

from __future__ import annotations

import operator
import reprlib


def whole(value: object) -> int | None:
    """The whole number that `value` is, or None; True and False are none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def quoted(value: object) -> str:
    """A value as a refusal quotes it: on one line, and short whatever a stranger wrote."""
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # numbers of thousands of digits
        return "something too long to tell"
