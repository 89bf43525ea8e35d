"""What happens at a table by itself: bots move, and clocks ring."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts
from spielwerk.server.metrics import Metrics
from spielwerk.server.people import now
from spielwerk.server.places import Place
from spielwerk.server.refusals import NotReady
from spielwerk.server.settings import Settings
from spielwerk.server.thinkers import Thinkers

_log = logging.getLogger(__name__)
_THINKING_AGAIN = 1.0  # seconds after a thought that failed


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
