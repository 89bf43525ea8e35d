"""Rate limits, as token buckets, and the networks they count by."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv4Address, ip_address, ip_network
from typing import NamedTuple

from spielwerk.server.refusals import TooMany

MOST_KEPT = 100_000  # buckets: about 20 MB; and people, of whom a network is known
_FINEST = 1e-6  # seconds: clocks are no finer; a refilled bucket must not look empty


class Rate(NamedTuple):
    """The size of a bucket, and how many tokens per second refill it."""

    burst: float
    per_second: float


# docs/limits.md explains what each limit counts, per whom, and what it protects.
RATES = {
    "requests": Rate(60, 20),
    "requests_of_network": Rate(200, 50),
    "messages": Rate(200, 50),
    "messages_of_network": Rate(400, 100),
    "chat": Rate(20, 0.5),
    "changes": Rate(40, 0.5),
    "guests": Rate(20, 0.1),
    "sign_ins": Rate(10, 0.1),
    "sign_ins_of_network": Rate(60, 0.5),
    "tables": Rate(30, 0.1),
    "tables_of_network": Rate(120, 0.5),
    "records": Rate(50, 0.001),
    "records_of_network": Rate(200, 0.01),
    "webhooks": Rate(10, 0.02),
    "computing": Rate(100, 2),
}


def network(host: str) -> Hashable:
    """Return the network an address is counted under: an IPv6 /64, or one IPv4 address."""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket, or a name from a proxy
        return host
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or ip_network((int(address), 64), strict=False)


class Networks:
    """The network from which each person was last seen, in memory only."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._of: OrderedDict[Hashable, Hashable] = OrderedDict()

    def note(self, person: Hashable, network: Hashable) -> None:
        """Note that a person was seen; beyond `most` people, the one seen longest ago goes."""
        self._of[person] = network
        self._of.move_to_end(person)
        if len(self._of) > self._most:
            self._of.popitem(last=False)

    def of(self, person: Hashable) -> Hashable:
        """Return a person's network; None, which they share, for all who have not been seen."""
        return self._of.get(person)


class Limiter:
    """A bucket of `burst` tokens per key, refilled at `rate` tokens per second.

    A bucket is stored as the time at which it will be full again. A full bucket is no different
    from an unused one, so it is dropped. Buckets are ordered by last use, so the ones that have had
    time to refill come first.
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
        """Return how many buckets are stored: those not full when last checked."""
        return len(self._full_at)

    def take(self, who: Hashable, cost: float = 1) -> float:
        """Take tokens; return 0.0 if there were enough, else the seconds until there will be."""
        if not 0 < cost <= self.burst:
            raise ValueError(f"a bucket of {self.burst:g} never gives {cost:g} at once")
        now = self._clock()
        self._forget_full(now)
        lacking = self._lacking(who, now)
        wait = lacking + (cost - self.burst) / self.rate
        granted = wait < _FINEST
        if granted:
            self._full_at[who] = now + lacking + cost / self.rate
        # A refused client keeps asking: its bucket must not be the next to be dropped.
        self._full_at.move_to_end(who)
        if len(self._full_at) > self.most:
            # Someone uses that many keys. New clients are still served; instead the bucket that was
            # idle longest gets its tokens back early, at the cost of `most` requests.
            self._full_at.popitem(last=False)
        return 0.0 if granted else wait

    def is_empty(self, who: Hashable) -> bool:
        """Return whether a token would be refused now."""
        wait = self._lacking(who, self._clock()) + (1 - self.burst) / self.rate
        return wait >= _FINEST

    def _lacking(self, who: Hashable, now: float) -> float:
        """Return in how many seconds a bucket will be full."""
        return max(0.0, self._full_at.get(who, now) - now)

    def _forget_full(self, now: float) -> None:
        while self._full_at:
            who, full_at = next(iter(self._full_at.items()))
            if full_at > now:
                break
            del self._full_at[who]


class Limits:
    """One limiter for each of `RATES`; if off, nothing is refused."""

    def __init__(self, *, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self._limiters = {
            name: Limiter(rate.per_second, rate.burst, clock) for name, rate in RATES.items()
        }

    def __getitem__(self, name: str) -> Limiter:
        return self._limiters[name]

    def take(self, name: str, who: Hashable, cost: float = 1) -> None:
        """Take tokens, at most a full bucket, or refuse."""
        if self.on and (wait := self[name].take(who, min(cost, self[name].burst))):
            raise TooMany("too_many", "too many requests: try again later", seconds=wait)
