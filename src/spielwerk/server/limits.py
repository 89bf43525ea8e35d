"""Limits: how much anybody may ask for in a while, as buckets of tokens that refill steadily."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_KEPT = 100_000  # buckets: some 20 MB


class Limiter:
    """A bucket of `burst` tokens a key, refilled with `rate` tokens a second.

    A bucket is kept as the time at which it will be full again. A full one is like one that was
    never used, so it is forgotten. Buckets stand in the order of their last use: whatever was used
    longer ago than it takes to refill stands in front and is full.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_KEPT,
    ) -> None:
        if rate <= 0 or burst <= 0 or most < 1:
            raise ValueError("a limit needs a rate, a burst and room for one")
        self.rate = rate
        self.burst = burst
        self.most = most
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        """Return how many buckets are kept: those that were not full when last looked at."""
        return len(self._full_at)

    def take(self, who: Hashable, cost: float = 1) -> float:
        """Take tokens: 0.0 if there were enough, else the seconds until there would be."""
        if not 0 < cost <= self.burst:
            raise ValueError(f"a bucket of {self.burst:g} never gives {cost:g} at once")
        now = self._clock()
        self._forget_full(now)
        lacking = max(0.0, self._full_at.get(who, now) - now)  # seconds until it is full
        wait = lacking + (cost - self.burst) / self.rate
        granted = wait < 1e-6  # clocks are no finer, and a refilled bucket must not seem empty
        if granted:
            self._full_at[who] = now + lacking + cost / self.rate
        # Whoever is refused goes on asking: that bucket must not be the next to be dropped.
        self._full_at.move_to_end(who)
        if len(self._full_at) > self.most:
            # Somebody has that many keys. A newcomer is not made to pay for it; the bucket that
            # was idle for longest gets its tokens back early, at the price of `most` requests.
            self._full_at.popitem(last=False)
        return 0.0 if granted else wait

    def _forget_full(self, now: float) -> None:
        while self._full_at:
            who, full_at = next(iter(self._full_at.items()))
            if full_at > now:
                break
            del self._full_at[who]
