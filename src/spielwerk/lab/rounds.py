"""Medians of interleaved rounds, because the load on a machine varies."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# A thread's own time excludes other work on the machine. On Windows it advances in steps of 16 ms.
own_time = time.perf_counter if sys.platform == "win32" else time.thread_time


@dataclass(frozen=True)
class Measurement:
    """One measured number."""

    name: str
    value: float
    unit: str
    note: str = ""

    def as_dict(self) -> dict[str, str | float]:
        """Return the measurement, ready for JSON."""
        told: dict[str, str | float] = {"name": self.name, "value": self.value, "unit": self.unit}
        return told | ({"note": self.note} if self.note else {})


@dataclass(frozen=True)
class Sample:
    """The result of one round."""

    value: float
    by_clock: float | None = None  # the same by the clock, if `value` is by a thread's own time

    def gain_over(self, other: Sample) -> float:
        """Return the ratio of both values, measured by the same clock."""
        if self.by_clock is None and other.by_clock is not None:
            return self.value / other.by_clock
        return self.value / other.value


class Stopwatch:
    """Measure work from now on: one thread's by its own time, that of several by the clock."""

    def __init__(self, threads: int = 1) -> None:
        self._alone = threads == 1
        self._clock, self._own = time.perf_counter(), own_time()

    def rate(self, times: int) -> Sample:
        """Return the speed of `times` repetitions, per second."""
        own, clock = self._spent()
        return Sample(times / own, times / clock) if self._alone else Sample(times / clock)

    def cost(self, times: int, scale: float) -> Sample:
        """Return the duration of one of `times` repetitions, in seconds times `scale`."""
        own, clock = (scale * seconds / times for seconds in self._spent())
        return Sample(own, clock) if self._alone else Sample(clock)

    def _spent(self) -> tuple[float, float]:
        own = own_time() - self._own
        return own, time.perf_counter() - self._clock


@dataclass(frozen=True)
class Case:
    """Something to measure in every round."""

    name: str
    unit: str
    run: Callable[[], Sample]
    gain_over: str | None = None  # the case whose rounds this one's are compared with
    tell_best: bool = False  # also report the best gain
    shown: bool = True  # otherwise only gains involve it


def medians(cases: list[Case], rounds: int, watch: Callable[[str], None]) -> Iterator[Measurement]:
    """Yield the medians of cases that are measured in turns, for that many rounds."""
    samples = _samples(cases, rounds, watch)
    for case in cases:
        found = samples[case.name]
        if case.shown:
            yield Measurement(case.name, statistics.median(one.value for one in found), case.unit)
        if case.gain_over:  # round by round
            pairs = zip(found, samples[case.gain_over], strict=True)
            gains = [one.gain_over(other) for one, other in pairs]
            yield Measurement(f"{case.name}/gain", statistics.median(gains), "x")
            if case.tell_best:
                yield Measurement(f"{case.name}/gain-at-best", max(gains), "x")


def _samples(
    cases: list[Case], rounds: int, watch: Callable[[str], None]
) -> dict[str, list[Sample]]:
    samples: dict[str, list[Sample]] = {case.name: [] for case in cases}
    for number in range(rounds):
        for case in cases:
            watch(f"{case.name}: round {number + 1} of {rounds}")
            samples[case.name].append(case.run())
    return samples
