"""A table in memory, with its followers, timers and pending writes."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, get_args

import orjson

from spielwerk.server import refusals
from spielwerk.server.bookkeeping import Standing, standing
from spielwerk.server.snapshot import Snapshot
from spielwerk.server.store.write_queue import Line
from spielwerk.server.table import LiveTable
from spielwerk.server.wire import Form


@dataclass(eq=False)
class LoadedTable:
    """A table in memory, with its followers, timers and pending writes."""

    table: LiveTable
    line: Line
    owned: bool = False  # whether this worker owns it
    followers: dict[tuple[int | None, Form], set[Follower]] = field(default_factory=dict)
    noted: Standing = field(init=False)  # as stored for lists, or about to be
    written: asyncio.Future[None] | None = None  # the latest pending commit
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    alarm: asyncio.TimerHandle | None = None
    # Per seat on the clock: its deadline in wall-clock time and in event-loop time
    deadlines: dict[int, tuple[int, float]] = field(default_factory=dict)
    watched_until: float = -math.inf  # as far as other workers' followers are known
    touched: float = field(default_factory=time.monotonic)
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.noted = standing(self.table)

    async def settled(self) -> LiveTable:
        """Return the table once all its entries are committed; refuse if the write failed."""
        while self.written is not None and not self.written.done():
            await asyncio.wait([self.written])
        if self.written is not None and (self.written.cancelled() or self.written.exception()):
            raise refusals.not_written()
        return self.table

    def _audiences(self) -> dict[Form, list[Audience]]:
        """Return the followers by requested form and by viewer (a seat, or None for spectators).

        Before the start there are no secrets, so nobody is left out.
        """
        table = self.table
        found: dict[Form, list[Audience]] = {}
        for (viewer, form), followers in self.followers.items():
            may = [one for one in followers if not table.match or one.may_see(table, viewer)]
            if may:
                found.setdefault(form, []).append(Audience(viewer, may, followers))
        return found

    def news(self, before: int, *, with_info: bool = False) -> list[tuple[Audience, bytes]]:
        """Return the news since an entry, for all followers who may see it."""
        found = []
        for form, audiences in self._audiences().items():
            viewers = [one.viewer for one in audiences]
            news = self.table.news_for(viewers, before, form, with_info=with_info)
            found += [(one, orjson.dumps(told)) for one, told in zip(audiences, news, strict=True)]
        return found

    def tell(self, before: int, *, with_info: bool = False) -> None:
        """Send all followers the news since an entry."""
        for audience, frame in self.news(before, with_info=with_info):
            audience.hear(frame)

    def follow(self, follower: Follower, viewer: int | None, form: Form) -> None:
        """Send a follower news in that form, and no other, from now on."""
        self.unfollow(follower, viewer)
        self.followers.setdefault((viewer, form), set()).add(follower)

    def unfollow(self, follower: Follower, viewer: int | None) -> None:
        """Stop sending news to a follower."""
        for form in get_args(Form):
            self.followers.get((viewer, form), set()).discard(follower)

    @property
    def followed_seats(self) -> set[int]:
        """The seats that have a follower."""
        return {seat for (seat, _), who in self.followers.items() if who and seat is not None}

    @property
    def is_deserted(self) -> bool:
        """Whether only bots play and nobody watches: they pause until someone does."""
        is_watched = any(self.followers.values()) or self.watched_until > time.monotonic()
        return not self.table.has_people and not is_watched

    def note_watched(self, seconds: float) -> None:
        """Note that somebody follows the table at another worker, for so long."""
        self.touched = time.monotonic()
        self.watched_until = self.touched + seconds

    def note(self, found: Snapshot) -> None:
        """Update what the log does not contain, which others may have changed."""
        before = self.table.invite
        found.note(self.table)
        if self.table.invite != before:
            self.disconnect_uninvited()

    def disconnect_uninvited(self) -> None:
        """Disconnect spectators who may not watch any more: their invitation was replaced."""
        for (viewer, _), followers in self.followers.items():
            for follower in list(followers) if viewer is None else []:
                if not follower.may_see(self.table, viewer):
                    follower.hear(b"")

    async def tell_info(self) -> None:
        """Send all followers the table's current info."""
        with contextlib.suppress(refusals.NotReady):  # else all followers reconnect anyway
            table = await self.settled()
            self.tell(table.number, with_info=True)

    def rest(self) -> None:
        """Cancel the alarm and the bots' thoughts."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        for task in self.thinking.values():
            task.cancel()

    def is_idle(self, seconds: float) -> bool:
        """Return whether nothing will happen here for that long unless a client connects."""
        soon = asyncio.get_running_loop().time() + seconds
        rings = self.alarm is not None and self.alarm.when() < soon
        return not any(self.followers.values()) and not self.thinking and not rings


class Follower(Protocol):
    """A receiver of a table's news."""

    def hear(self, news: bytes) -> None:
        """Receive news without blocking; empty news disconnects."""

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Return whether the follower may still see the table: the seat may have changed hands."""


class Audience(NamedTuple):
    """The followers who see the table as one seat, or as a spectator (None)."""

    viewer: int | None
    told: list[Follower]
    following: set[Follower]  # those still connected

    def hear(self, news: bytes) -> None:
        """Send news to those who are still connected."""
        for follower in self.told:
            if follower in self.following:
                follower.hear(news)

    def take_out(self, follower: Follower) -> bool:
        """Remove a follower who gets the news another way; return whether they were included."""
        was_here = follower in self.told and follower in self.following
        if was_here:
            self.told.remove(follower)
        return was_here
