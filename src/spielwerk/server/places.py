"""A table in memory, who follows it, and what is under way there."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from spielwerk.server.refusals import NotReady
from spielwerk.server.store.writer import Line
from spielwerk.server.table import LiveTable


class Follower(Protocol):
    """Somebody who wants to hear a table's news."""

    def hear(self, news: bytes) -> None:
        """Take what is new; must not wait."""

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Whether a table may still be seen so: the seat may be another's by now."""


class Hearing(NamedTuple):
    """Those who hear what one seat, or a spectator (None), sees."""

    viewer: int | None
    told: list[Follower]
    following: set[Follower]  # who is here still

    def hear(self, news: bytes) -> None:
        """Tell them; who has left meanwhile hears no more."""
        for follower in self.told:
            if follower in self.following:
                follower.hear(news)


@dataclass(eq=False)
class Place:
    """A table in memory."""

    table: LiveTable
    line: Line
    owned: bool
    followers: dict[int | None, set[Follower]] = field(default_factory=dict)
    written: asyncio.Future[None] | None = None  # the latest commit under way
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    alarm: asyncio.TimerHandle | None = None
    touched: float = field(default_factory=time.monotonic)
    setting_up: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def settled(self) -> LiveTable:
        """The table, once all that it shows is on disk; refused if that could not be written."""
        self.touched = time.monotonic()
        while self.written is not None and not self.written.done():
            await asyncio.wait([self.written])
        if self.written is not None and (self.written.cancelled() or self.written.exception()):
            raise not_written()
        return self.table

    def hearing(self) -> list[Hearing]:
        """Who is told what each seat, or a spectator, sees. Before the start there is no secret."""
        table = self.table
        found = []
        for viewer, followers in self.followers.items():
            may = [one for one in followers if not table.match or one.may_see(table, viewer)]
            if may:
                found.append(Hearing(viewer, may, followers))
        return found

    def rest(self) -> None:
        """Let go of timers and thoughts."""
        if self.alarm is not None:
            self.alarm.cancel()
        for task in self.thinking.values():
            task.cancel()

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens here unless somebody comes."""
        return not any(self.followers.values()) and not self.thinking and self.alarm is None


def not_written() -> NotReady:
    """What is said when the store has failed."""
    return NotReady("not_written", "that could not be written: try again")
