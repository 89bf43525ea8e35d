"""Decide ranks one comparison at a time, in the order that a rulebook gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    """A criterion for comparing seats; among tied seats, either all have a value or none has."""

    name: str
    values: Sequence[int | None]  # one per seat; None if the criterion does not apply to it
    lower_wins: bool = False


@dataclass(frozen=True)
class Tiebreak:
    """A comparison of the seats that were tied before it, and the ranks it leads to."""

    name: str
    values: list[int | None]  # None if the seat takes no part in this comparison
    ranks: list[int]  # seats that are still tied share a rank


def decide(comparisons: Iterable[Comparison], seats: int) -> list[Tiebreak]:
    """Return the comparisons that were needed; after the last, all ranks are decided or shared."""
    ranks, told = [1] * seats, []
    for comparison in comparisons:
        values = [
            value if ranks.count(ranks[seat]) > 1 else None
            for seat, value in enumerate(comparison.values)
        ]
        if all(value is None for value in values):
            continue
        ranks = [
            rank + sum(_beats(comparison, other, seat, ranks) for other in range(seats))
            for seat, rank in enumerate(ranks)
        ]
        told.append(Tiebreak(comparison.name, values, ranks))
    return told


def _beats(comparison: Comparison, one: int, other: int, ranks: list[int]) -> bool:
    mine, theirs = comparison.values[one], comparison.values[other]
    if ranks[one] != ranks[other] or mine is None or theirs is None:
        return False
    return mine < theirs if comparison.lower_wins else mine > theirs
