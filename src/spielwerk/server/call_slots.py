"""Limit concurrent calls to other servers, so that slow ones delay only themselves."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import NamedTuple

AT_ONCE = 64  # concurrent calls
HOST_AT_ONCE = 4  # of these, to one host
SLOW_AT_ONCE = 16  # of these, to hosts or for people that were slow the last time
SLOW_SECONDS = 1.0  # beyond which an answer counts as slow
_MOST_REMEMBERED = 10_000  # slow hosts and people


class Call(NamedTuple):
    """Whom a call goes to, and whose it is (None: nobody's)."""

    host: str
    person: Hashable


class CallSlots:
    """Start calls in order of arrival, a few at a time per host, and one at a time per person.

    Slow hosts and people share a limited part of the slots, so that the others always find one.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Call, asyncio.Future[None]]] = []
        self._busy: Counter[Call] = Counter()
        self._slow: OrderedDict[Hashable, None] = OrderedDict()

    @asynccontextmanager
    async def slot(self, call: Call) -> AsyncIterator[None]:
        """Wait for a slot, and hold it."""
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((call, granted))
        self._grant()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.cancelled():
                self._waiting.remove((call, granted))
            else:  # granted and cancelled at the same time
                self._release(call)
            raise
        began = time.monotonic()
        try:
            yield
        finally:
            self._note(call, is_slow=time.monotonic() - began > SLOW_SECONDS)
            self._release(call)

    def _note(self, call: Call, *, is_slow: bool) -> None:
        for one in (call.host, call.person):
            self._slow.pop(one, None)
            if is_slow and one is not None:
                self._slow[one] = None
                if len(self._slow) > _MOST_REMEMBERED:
                    self._slow.popitem(last=False)

    def _release(self, call: Call) -> None:
        self._busy -= Counter({call: 1})
        self._grant()

    def _is_slow(self, call: Call) -> bool:
        return call.host in self._slow or call.person in self._slow

    def _grant(self) -> None:
        """Grant a slot to every waiting call that may start."""
        left: list[tuple[Call, asyncio.Future[None]]] = []
        hosts, people, slow = Counter[str](), set[Hashable](), 0
        for call, count in self._busy.items():
            hosts[call.host] += count
            people.add(call.person)
            slow += count * self._is_slow(call)
        for call, granted in self._waiting:
            is_slow = self._is_slow(call)
            is_free = hosts.total() < AT_ONCE and (not is_slow or slow < SLOW_AT_ONCE)
            is_busy = hosts[call.host] >= HOST_AT_ONCE or call.person in people - {None}
            if granted.cancelled() or is_busy or not is_free:
                left.append((call, granted))
                continue
            self._busy[call] += 1
            hosts[call.host] += 1
            people.add(call.person)
            slow += is_slow
            granted.set_result(None)
        self._waiting = left
