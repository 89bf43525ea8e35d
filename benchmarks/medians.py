"""Medians of several rounds of the load, and the ratios within each round."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

from drive import Result

Key = tuple[str, str, str]  # server, store, load
MEMORY = "memory"


@dataclass(frozen=True)
class Ratio:
    """How two rows compare: the median of the rounds' ratios, and the quartiles."""

    name: str
    low: float
    median: float
    high: float


def medians(results: Sequence[Result]) -> list[Result]:
    """Return one row per server, store and load, each figure being the median of its rounds."""
    rows: dict[Key, list[Result]] = {}
    for result in results:
        rows.setdefault((result.server, result.store, result.load), []).append(result)
    return [_median(rounds) for rounds in rows.values()]


def _median(rounds: list[Result]) -> Result:
    last = rounds[-1]
    figures = {
        field.name: statistics.median(getattr(one, field.name) for one in rounds)
        for field in fields(Result)
        if isinstance(getattr(last, field.name), int | float)
    }
    errors: dict[str, int] = {}
    for one in rounds:
        for name, count in one.errors.items():
            errors[name] = errors.get(name, 0) + count
    notes = [note for one in rounds for note in one.notes]
    return replace(last, **figures, errors=errors, notes=notes)


def ratios(rounds: Sequence[Sequence[Result]]) -> list[Ratio]:
    """Return how our server compares with the peer in memory, and with itself while bots think."""

    def rate(result: Result) -> float:
        return result.mean_per_second

    def p99(result: Result) -> float:
        return result.p99_ms

    compared = (
        ("fast: moves/s over boardgame.io in memory", rate, _ours("fast"), _peers("fast")),
        ("steady: p99 over boardgame.io in memory", p99, _ours("steady"), _peers("steady")),
        ("p99 of thinking over steady", p99, _ours("thinking"), _ours("steady")),
    )
    told = []
    for name, figure, one, other in compared:
        found = [
            figure(a) / figure(b)
            for results in rounds
            if (a := _first(results, one)) and (b := _first(results, other)) and figure(b)
        ]
        if found:
            low, middle, high = statistics.quantiles(found) if len(found) > 1 else found * 3
            told.append(Ratio(name, round(low, 2), round(middle, 2), round(high, 2)))
    return told


def _ours(load: str) -> Callable[[Result], bool]:
    return lambda one: one.load == load and one.store.startswith("SQLite")


def _peers(load: str) -> Callable[[Result], bool]:
    return lambda one: one.load == load and one.store == MEMORY


def _first(results: Sequence[Result], fits: Callable[[Result], bool]) -> Result | None:
    return next((one for one in results if fits(one)), None)
