"""Rank compare in words: what decides the ranks in the AXIO family, one colour after the other."""

from __future__ import annotations

from spielwerk.rules.deciding import Comparison


def rank_compare(tracks: list[list[int]]) -> list[Comparison]:
    """Each seat's lowest track, then its next one, and so on; colours don't matter."""
    columns = zip(*map(sorted, tracks), strict=True)
    return [
        Comparison("next" if number else "lowest", values) for number, values in enumerate(columns)
    ]
