"""Drive the turns of bots, and of players whose time runs out."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts
from spielwerk.server.bot_pool import BotPool
from spielwerk.server.journal import Journal
from spielwerk.server.loaded_table import LoadedTable
from spielwerk.server.metrics import Metrics
from spielwerk.server.refusals import NotReady
from spielwerk.server.registry import TableRegistry
from spielwerk.server.settings import Settings
from spielwerk.server.store.log import now
from spielwerk.server.uptime import Uptime

_log = logging.getLogger(__name__)
_OPENING = 10.0  # seconds for clients to open their shares
_THINKING_AGAIN = 1.0  # seconds to wait after a failed thought
_TICK = 0.001  # how early an alarm may ring


class TurnDriver:
    """Play bots' turns and enforce clocks at the tables this worker owns."""

    def __init__(
        self,
        registry: TableRegistry,
        journal: Journal,
        bots: BotPool,
        metrics: Metrics,
        settings: Settings,
        uptime: Uptime,
    ) -> None:
        self._registry = registry
        self._journal = journal
        self._bots = bots
        self._metrics = metrics
        self._settings = settings
        self._uptime = uptime
        self._ringing: set[asyncio.Task[None]] = set()
        uptime.back = self.resume

    def attend(self, loaded: LoadedTable) -> None:
        """Start the bots whose turn it is, and set the alarm for the next deadline."""
        if self._registry.is_closing or not loaded.owned or not self._registry.has(loaded):
            return
        table = loaded.table
        if table.is_opening:
            if loaded.alarm is None:
                loop = asyncio.get_running_loop()
                loaded.alarm = loop.call_later(_OPENING, self._ring, loaded)
            return
        for seat, task in list(loaded.thinking.items()):
            if seat not in table.to_act or not table.bot_for(seat):  # no longer needed
                task.cancel()
        if loaded.is_deserted:
            return
        for seat in table.to_act:
            if (bot := table.bot_for(seat)) and seat not in loaded.thinking:
                task = asyncio.create_task(self._think(loaded, seat, bot))
                loaded.thinking[seat] = task
                task.add_done_callback(functools.partial(self._end_thought, loaded, seat))
        self._set_alarm(loaded)

    def resume(self) -> None:
        """Add the time for which the database was unavailable to all clocks."""
        at = now()
        for loaded in self._registry:
            if loaded.table.terms.clock is not None and loaded.table.to_act:
                loaded.table.pause(lambda since: self._uptime.missed(since, at))
                self.attend(loaded)
                self._registry.spawn(loaded.tell_info())

    def _set_alarm(self, loaded: LoadedTable) -> None:
        """Set the alarm for the earliest deadline, on the monotonic clock."""
        loop, table = asyncio.get_running_loop(), loaded.table
        if loaded.alarm is not None:
            loaded.alarm.cancel()
            loaded.alarm = None
        before, loaded.deadlines = loaded.deadlines, {}
        for seat in table.to_act:
            by = table.deadline(seat)
            if by is None or table.terms.clock is None:
                continue
            known = before.get(seat)
            if known is None or known[0] != by:  # another turn
                known = by, loop.time() + _seconds(by - now(), table.terms.clock.milliseconds)
            loaded.deadlines[seat] = known
        if loaded.deadlines:
            first = min(when for _, when in loaded.deadlines.values())
            loaded.alarm = loop.call_at(first, self._ring, loaded)

    def _ring(self, loaded: LoadedTable) -> None:
        loaded.alarm = None
        if self._uptime.is_away and not loaded.table.is_opening:
            return  # clocks stand still until it is back
        task = asyncio.create_task(self._late(loaded))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _late(self, loaded: LoadedTable) -> None:
        table, ringing = loaded.table, asyncio.get_running_loop().time() + _TICK
        if table.is_opening:
            before = table.number
            acts.start_anyhow(table, now())
            with contextlib.suppress(NotReady):
                await self._journal.commit(loaded, before)
            return
        if self._uptime.is_late:  # nobody could act meanwhile: first give that time back
            try:
                await self._uptime.beat()
            except (SQLAlchemyError, SpielwerkError):
                return  # clocks stand still until the database is back
        for seat, (by, when) in sorted(loaded.deadlines.items()):
            if seat in table.to_act and table.deadline(seat) == by and when <= ringing:
                before = table.number
                acts.late(table, seat, now())
                try:
                    await self._journal.commit(loaded, before)
                except NotReady:
                    return  # the table is reloaded from its log
        self.attend(loaded)

    async def _think(self, loaded: LoadedTable, seat: int, bot: str) -> None:
        table = loaded.table
        try:
            at = table.number
            await loaded.settled()
            if table.terms.pace:
                pace = self._settings.pace_ms
                await asyncio.sleep(_seconds(table.log[-1].at + pace - now(), pace))
            if seat not in table.to_act or table.match is None:
                return
            began = time.perf_counter()
            move = await self._bots.choose(table.match, seat, bot, table.host)
            self._metrics.thought(bot, time.perf_counter() - began)
            if seat in table.to_act and table.bot_for(seat) and table.answers(seat, at):
                before = table.number
                acts.move(table, seat, at, move, now())
                loaded.thinking.pop(seat, None)
                await self._journal.commit(loaded, before)
        except SpielwerkError:
            _log.info("a thought at table %s came too late", table.id)
        except Exception:  # noqa: BLE001 (a bot that fails must not stop its table)
            _log.exception("a thought at table %s failed", table.id)
            await asyncio.sleep(_THINKING_AGAIN)

    def _end_thought(self, loaded: LoadedTable, seat: int, task: asyncio.Task[None]) -> None:
        """Start what comes next. A task that is cancelled before it begins ends here, too."""
        if loaded.thinking.get(seat) is task:
            del loaded.thinking[seat]
        self.attend(loaded)


def _seconds(left_ms: int, most_ms: int) -> float:
    """Return how long to wait, capped in case the wall clock was set back."""
    return min(max(left_ms, 0), most_ms) / 1000
