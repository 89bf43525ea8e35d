"""Distributions and shares of samples, and tests of what the samples can show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from spielwerk.lab.arena import SURE

SMOOTHED = 16  # a distribution is smoothed over a sixteenth of its range to each side
LEAST_HUMP = 0.1  # of all values
POWER = 0.84  # standard errors beyond those of the test: then it detects eight of ten
CLEARLY = 1.5  # times an interval's width


@dataclass(frozen=True)
class Spread:
    """A sample of values, and its statistics."""

    values: npt.NDArray[np.int64]

    def counts(self) -> dict[int, int]:
        """Return how often each value occurs."""
        return dict(sorted(Counter(self.values.tolist()).items()))

    @property
    def mean(self) -> float:
        """The mean; NaN without values."""
        return float(self.values.mean()) if len(self.values) else math.nan

    def at(self, percent: float) -> float:
        """Return the value at a percentile."""
        return float(np.percentile(self.values, percent))

    def humps(self) -> tuple[int, int] | None:
        """Return the two values around which the others cluster, if there are two such humps.

        Counts are smoothed, so that differences between odd and even values do not count as peaks.
        Both humps must have at least a tenth of all values, and twice the height of the valley.
        """
        low, high = int(self.values.min()), int(self.values.max())
        counts = np.bincount(self.values - low, minlength=high - low + 1).astype(np.float64)
        reach = max(1, len(counts) // SMOOTHED)
        window = np.ones(2 * reach + 1) / (2 * reach + 1)
        smooth = np.convolve(np.pad(counts, reach), window, "valid")
        best = None
        for valley in range(1, len(smooth) - 1):
            left, right = int(smooth[:valley].argmax()), int(smooth[valley:].argmax()) + valley
            lower = min(smooth[left], smooth[right])
            share = min(counts[:valley].sum(), counts[valley:].sum()) / counts.sum()
            deep = smooth[valley] <= lower / 2 and share >= LEAST_HUMP
            if deep and right - left > 2 * reach and (best is None or smooth[valley] < best[0]):
                best = smooth[valley], low + left, low + right
        return None if best is None else (best[1], best[2])


@dataclass(frozen=True)
class Share:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float

    def is_off(self, fair: float) -> bool:
        """Return whether it differs significantly from the fair share."""
        return not self.low <= fair <= self.high

    def is_clearly_off(self, fair: float) -> bool:
        """Return the same for one of many shares, some of which differ significantly by chance."""
        margin = (self.high - self.low) * (CLEARLY - 1) / 2
        return not self.low - margin <= fair <= self.high + margin


def visible(fair: float, games: int, sure: float = SURE) -> tuple[float, float]:
    """Return the shares below and above `fair` that a test detects eight times in ten.

    Both are `sure + POWER` standard errors away from it. As in the test's intervals, these are the
    errors of the share itself: (p - fair)² = (sure + POWER)² p (1 - p) / games has two roots.
    """
    extra = (sure + POWER) ** 2 / games
    centre = (fair + extra / 2) / (1 + extra)
    gap = math.sqrt(centre**2 - fair**2 / (1 + extra))
    return centre - gap, centre + gap


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Return shares of 1 in whole percents that add up to 100: the largest remainders round up."""
    exact = [100 * share for share in shares]
    found = [math.floor(one) for one in exact]
    by_rest = sorted(range(len(exact)), key=lambda k: found[k] - exact[k])
    for k in by_rest[: 100 - sum(found)]:
        found[k] += 1
    return found
