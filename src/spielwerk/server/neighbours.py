"""Several workers on one PostgreSQL: a table is one worker's at a time, and news reach all."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import Connection, text

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import refusals
from spielwerk.server.acts import Asker
from spielwerk.server.refusals import NotReady
from spielwerk.server.store.store import Store

_log = logging.getLogger(__name__)

NEWS = "spielwerk_news"
_LOCKS = 0x5357  # advisory locks of this class are held by workers, each for its number
_ANSWER_SECONDS = 3.0
_AGAIN_SECONDS = 0.5

# The numbers of the workers that run: each holds a lock, which PostgreSQL frees when it dies.
_RUNNING = f"""
    SELECT objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {_LOCKS} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""  # noqa: S608
_CLAIM = text(f"""
    UPDATE tables SET owner = :me
    WHERE id = :table AND (owner IS NULL OR owner = :me OR owner NOT IN ({_RUNNING}))
""")  # noqa: S608
_OWNER = text("SELECT owner FROM tables WHERE id = :table")
_ORPHANS = text(f"""
    SELECT id FROM tables
    WHERE status = 'running' AND (owner IS NULL OR owner NOT IN ({_RUNNING})) LIMIT 200
""")  # noqa: S608

Do = Callable[[str, Asker, dict[str, Any]], Awaitable[dict[str, Any]]]


def spread(connection: Connection, tables: set[str]) -> None:
    """With a commit: tell all workers which tables have news."""
    notify = text("SELECT pg_notify(:channel, :table)")
    connection.execute(notify, [{"channel": NEWS, "table": table} for table in sorted(tables)])


class Neighbours:
    """One worker among others."""

    def __init__(self, url: str, store: Store, do: Do, news: Callable[[str], None]) -> None:
        self._url = url
        self._store = store
        self._do = do
        self._news = news
        self._numbers = itertools.count()
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._doing: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()
        self._ears: psycopg.AsyncConnection[Any] | None = None
        self._mouth: psycopg.AsyncConnection[Any] | None = None
        self.me = 0
        self.lost: Callable[[], None] = lambda: None  # our tables may be somebody else's now

    async def start(self) -> None:
        """Become a worker with a number of its own."""
        try:
            await self._join()
        except BaseException:
            await self.stop()
            raise
        self._listening = asyncio.create_task(self._listen())

    async def _join(self) -> None:
        if self._ears is not None:
            await self._ears.close()
        name = f"spielwerk worker, process {os.getpid()}"
        ears = self._ears = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, application_name=name
        )
        now = int(time.time() * 1000)
        made = await ears.execute("INSERT INTO workers (started) VALUES (%s) RETURNING id", [now])
        row = await made.fetchone()
        assert row is not None
        self.me = row[0]
        await ears.execute("SELECT pg_advisory_lock(%s, %s)", [_LOCKS, self.me])
        for channel in (NEWS, _channel(self.me)):
            await ears.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))

    async def _listen(self) -> None:
        while True:
            assert self._ears is not None
            try:
                async for notice in self._ears.notifies():
                    self._hear(notice.channel, notice.payload)
            except psycopg.Error:
                _log.warning("worker %s has lost the database", self.me)
            self.lost()
            while True:  # with a new number: the old one's tables may be others' by now
                await asyncio.sleep(_AGAIN_SECONDS)
                with contextlib.suppress(psycopg.Error):
                    await self._join()
                    break
            self.lost()  # what was claimed meanwhile bears the old number

    def _hear(self, channel: str, payload: str) -> None:
        if channel == NEWS:
            self._news(payload)
            return
        told = json.loads(payload)
        if "answer" in told or "refused" in told:
            asked = self._asked.pop(told["id"], None)
            if asked is not None and not asked.done():
                asked.set_result(told)
            return
        task = asyncio.create_task(self._answer(told))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _answer(self, told: dict[str, Any]) -> None:
        try:
            asker = Asker(told["person"], told["name"])
            answer = {"answer": await self._do(told["table"], asker, told["act"])}
        except SpielwerkError as error:
            answer = {"refused": refusals.body(error) | {"status": refusals.status(error)}}
        except Exception:  # noqa: BLE001 (who asks must be answered)
            _log.exception("a neighbour could not be answered")
            answer = {"refused": {"code": "failed", "reason": "", "details": {}, "status": 503}}
        await self._tell(told["from"], {"id": told["id"], **answer})

    async def _tell(self, worker: int, message: dict[str, Any]) -> None:
        payload = json.dumps(message, ensure_ascii=False)
        async with self._sending:
            await self._speak(_channel(worker), payload)

    async def tell_all(self, payload: str) -> None:
        """Something that all workers, this one too, should know."""
        async with self._sending:
            await self._speak(NEWS, payload)

    async def _speak(self, channel: str, payload: str) -> None:
        if self._mouth is None or self._mouth.closed:
            if self._mouth is not None:
                await self._mouth.close()
            self._mouth = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        await self._mouth.execute("SELECT pg_notify(%s, %s)", [channel, payload])

    # What the hall asks

    async def claim(self, table: str) -> int | None:
        """Own a table; the owner's number if that is another worker, and it runs."""

        def claim(connection: Connection) -> int | None:
            if connection.execute(_CLAIM, {"me": self.me, "table": table}).rowcount:
                return None
            owner: int | None = connection.scalar(_OWNER, {"table": table})
            return owner

        return await self._store.write(claim)

    async def orphans(self) -> list[str]:
        """Tables that play, and whose worker has ended."""

        def find(connection: Connection) -> list[str]:
            return list(connection.scalars(_ORPHANS))

        return await self._store.read(find)

    async def ask(
        self, owner: int, table: str, asker: Asker, act: dict[str, Any]
    ) -> dict[str, Any]:
        """Let the owner of a table do something there."""
        number = next(self._numbers)
        answer = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        question = {"person": asker.person, "name": asker.name, "table": table, "act": act}
        try:
            await self._tell(owner, {"id": number, "from": self.me, **question})
            told = await asyncio.wait_for(answer, _ANSWER_SECONDS)
        except (TimeoutError, psycopg.Error):
            raise NotReady("no_answer", "the table's worker does not answer: try again") from None
        finally:
            self._asked.pop(number, None)
        if "refused" in told:
            raise refusals.retold(told["refused"])
        done: dict[str, Any] = told["answer"]
        return done

    async def stop(self) -> None:
        """Leave the others; our tables are theirs now."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._doing:  # whoever asked waits no longer than that
            _, late = await asyncio.wait(self._doing, timeout=_ANSWER_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for connection in (self._ears, self._mouth):
            if connection is not None:
                await connection.close()


def _channel(worker: int) -> str:
    return f"spielwerk_worker_{worker}"
