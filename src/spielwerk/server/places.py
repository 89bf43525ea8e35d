"""A table in memory: who follows it, who waits for an act there, and what happens by itself."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, get_args

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, refusals
from spielwerk.server.bookkeeping import Standing, standing
from spielwerk.server.metrics import Metrics
from spielwerk.server.refusals import NotReady
from spielwerk.server.settings import Settings
from spielwerk.server.store.log import Line, now
from spielwerk.server.table import LiveTable
from spielwerk.server.thinkers import Thinkers
from spielwerk.server.wire import Form

_log = logging.getLogger(__name__)
_THINKING_AGAIN = 1.0  # seconds after a thought that failed


@dataclass(eq=False)
class Place:
    """A table in memory."""

    table: LiveTable
    line: Line
    owned: bool
    followers: dict[tuple[int | None, Form], set[Follower]] = field(default_factory=dict)
    noted: Standing = field(init=False)  # as lists know it, or are about to
    written: asyncio.Future[None] | None = None  # the latest commit under way
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    alarm: asyncio.TimerHandle | None = None
    touched: float = field(default_factory=time.monotonic)
    setting_up: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.noted = standing(self.table)

    async def settled(self) -> LiveTable:
        """The table, once all that it shows is on disk; refused if that could not be written."""
        self.touched = time.monotonic()
        while self.written is not None and not self.written.done():
            await asyncio.wait([self.written])
        if self.written is not None and (self.written.cancelled() or self.written.exception()):
            raise refusals.not_written()
        return self.table

    def hearing(self) -> dict[Form, list[Hearing]]:
        """Who is told what each seat, or a spectator, sees, by the form in which they want it.

        Before the start there is no secret.
        """
        table = self.table
        found: dict[Form, list[Hearing]] = {}
        for (viewer, form), followers in self.followers.items():
            may = [one for one in followers if not table.match or one.may_see(table, viewer)]
            if may:
                found.setdefault(form, []).append(Hearing(viewer, may, followers))
        return found

    def follow(self, follower: Follower, viewer: int | None, form: Form) -> None:
        """Tell a follower news in that form from now on, and in no other."""
        self.unfollow(follower, viewer)
        self.followers.setdefault((viewer, form), set()).add(follower)

    def unfollow(self, follower: Follower, viewer: int | None) -> None:
        """Tell a follower no more."""
        for form in get_args(Form):
            self.followers.get((viewer, form), set()).discard(follower)

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


class Follower(Protocol):
    """Somebody who wants to hear a table's news."""

    def hear(self, news: bytes) -> None:
        """Take what is new; must not wait."""

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Return whether a table may still be seen so: the seat may be another's by now."""


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


class Waiting(Protocol):
    """Somebody who has done something at a table; is told once how that ended."""

    @property
    def follower(self) -> Follower | None:
        """Who hears tables' news where the answer goes to, if anybody does."""

    def acknowledge(self, answer: dict[str, Any], news: bytes | None) -> None:
        """It is on disk; `news` is what the follower hears of it, which comes with the answer."""

    def refuse(self, error: SpielwerkError) -> None:
        """It is not."""


class Awaited:
    """The answer as something to await."""

    follower = None

    def __init__(self) -> None:
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def acknowledge(self, answer: dict[str, Any], news: bytes | None) -> None:
        if not self.answer.done():  # who asked may have left
            self.answer.set_result(answer)

    def refuse(self, error: SpielwerkError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Acting(NamedTuple):
    """An act under way: who waits for it, and what there is to say of it."""

    waiting: Waiting
    kind: str  # of act, as metrics count it; nothing if no client asked for it
    began: float
    number: int  # of entries, with it

    def acknowledge(self, news: Sequence[tuple[Hearing, bytes]]) -> None:
        """Say that it is on disk. A follower who waits hears the news of it in the same breath."""
        own = None
        if (follower := self.waiting.follower) is not None:
            for hearing, frame in news:
                if follower in hearing.told and follower in hearing.following:
                    hearing.told.remove(follower)
                    own = frame
                    break
        self.waiting.acknowledge({"number": self.number}, own)


class Attendant:
    """Sees to the tables that this worker owns."""

    def __init__(
        self,
        thinkers: Thinkers,
        metrics: Metrics,
        settings: Settings,
        commit: Callable[[Place, int], Awaitable[None]],
        is_here: Callable[[Place], bool],
    ) -> None:
        self._thinkers = thinkers
        self._metrics = metrics
        self._settings = settings
        self._commit = commit  # what has happened at a table since an entry
        self._is_here = is_here  # or was it forgotten, and read anew?
        self._ringing: set[asyncio.Task[None]] = set()
        self.is_closing = False

    def close(self) -> None:
        """Begin nothing more."""
        self.is_closing = True

    def watch_over(self, place: Place) -> None:
        """Let bots think whose turn it is, and set the alarm for who may be late."""
        if self.is_closing or not place.owned or not self._is_here(place):
            return
        table = place.table
        for seat in table.to_act:
            if (bot := table.bot_for(seat)) and seat not in place.thinking:
                task = asyncio.create_task(self._think(place, seat, bot))
                place.thinking[seat] = task
        if place.alarm is not None:
            place.alarm.cancel()
            place.alarm = None
        times = [time_ for seat in table.to_act if (time_ := table.deadline(seat)) is not None]
        if times:
            wait = max(0.0, (min(times) - now()) / 1000)
            place.alarm = asyncio.get_running_loop().call_later(wait, self._ring, place)

    def _ring(self, place: Place) -> None:
        place.alarm = None
        task = asyncio.create_task(self._late(place))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _late(self, place: Place) -> None:
        table, at = place.table, now()
        for seat in range(table.terms.seats):
            by = table.deadline(seat)
            if seat in table.to_act and by is not None and by <= at:
                before = table.number
                acts.late(table, seat, at)
                try:
                    await self._commit(place, before)
                except NotReady:
                    return  # the table comes again as its log tells it
        self.watch_over(place)

    async def _think(self, place: Place, seat: int, bot: str) -> None:
        table = place.table
        try:
            at = table.number
            await place.settled()
            if table.terms.pace:
                done = table.log[-1].at + self._settings.pace_ms
                await asyncio.sleep(max(0, done - now()) / 1000)
            if seat not in table.to_act or table.match is None:
                return
            began = time.perf_counter()
            move = await self._thinkers.choose(table.match, seat, bot)
            self._metrics.thought(bot, time.perf_counter() - began)
            if seat in table.to_act and table.bot_for(seat) and table.answers(seat, at):
                before = table.number
                acts.move(table, seat, at, move, now())
                place.thinking.pop(seat, None)
                await self._commit(place, before)
        except SpielwerkError:
            _log.info("a thought at table %s came too late", table.id)
        except Exception:  # noqa: BLE001 (a bot that fails must not stop its table)
            _log.exception("a thought at table %s failed", table.id)
            await asyncio.sleep(_THINKING_AGAIN)
        finally:
            if place.thinking.get(seat) is asyncio.current_task():
                del place.thinking[seat]
            self.watch_over(place)
