"""The socket: messages in, answers and news out."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.types import Receive, Send

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, refusals, wire
from spielwerk.server.acts import Asker
from spielwerk.server.hall import Hall
from spielwerk.server.limits import Limiter
from spielwerk.server.outbox import Outbox
from spielwerk.server.people import Person
from spielwerk.server.refusals import Malformed, NotAllowed, TooMany
from spielwerk.server.table import LiveTable

_log = logging.getLogger(__name__)
_MOST_WATCHED = 64  # tables and seats over one socket
MOST_BYTES = 16_384  # of a message

_messages: TypeAdapter[wire.Message] = TypeAdapter(wire.Message)


class Socket:
    """One client's socket."""

    def __init__(self, person: Person | None, hall: Hall, rate: Limiter | None, send: Send) -> None:
        self.person = person
        self._asker = Asker(person.id if person else None, person.name if person else "")
        self._hall = hall
        self._rate = rate
        self._outbox = Outbox(send)
        self._watching: dict[tuple[str, int | None], str | None] = {}  # by which invitation
        self._lost = asyncio.Event()
        self._acting: _Answer | None = None  # to an act that is not on disk yet

    def hear(self, news: str) -> None:
        """Send news, or hang up on who can't keep up (it comes back and says what it has)."""
        if not news or not self._outbox.put(news):
            self._lost.set()

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Whether the person may still see a table from there."""
        if viewer is not None:
            return table.sitters[viewer].person == self._asker.person is not None
        return acts.may_watch(table, self._asker.person, self._watching.get((table.id, None)))

    def answered(self) -> None:
        """What was asked for last is done, or refused."""
        self._acting = None

    def rename(self, name: str) -> None:
        """The person is called otherwise from now on."""
        self._asker = Asker(self._asker.person, name)

    def hang_up(self) -> None:
        """End it: the person has signed out, or the server stops."""
        self._lost.set()

    async def run(self, receive: Receive) -> None:
        """Answer until the client leaves, or is hung up on."""
        ends = [asyncio.create_task(self._read(receive)), asyncio.create_task(self._lost.wait())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            await self._outbox.close()
            for table, seat in self._watching:
                self._hall.unfollow(self, table, seat)

    @property
    def is_lost(self) -> bool:
        """Whether the client is to be hung up on."""
        return self._lost.is_set()

    async def _read(self, receive: Receive) -> None:
        while (received := await receive())["type"] == "websocket.receive":
            if self._acting is not None:  # one thing after the other
                await self._acting.ended()
            await self._answer(received.get("text"))

    async def _answer(self, text: str | None) -> None:
        id_: int | None = None
        try:
            self._take()
            message = _read_message(text)
            id_ = message.id
            await self._do(message)
        except SpielwerkError as error:
            self.refuse(id_ if id_ is not None else _id_of(text), error)
        except Exception:  # noqa: BLE001 (one message that fails must not end the socket)
            _log.exception("a message could not be answered")
            failed = {"code": "failed", "reason": "something went wrong here", "details": {}}
            self._tell({"id": id_, "refused": failed})

    def _take(self) -> None:
        """Refuse who sends too much."""
        if self._rate is not None and (wait := self._rate.take(self._asker.person or id(self))):
            raise TooMany("too_many", "that is too much at once", seconds=wait)

    async def _do(self, message: wire.Message) -> None:
        if message.ping:
            self._tell({"id": message.id, "ok": {}})
        elif message.act is not None and message.table is not None:
            if self._asker.person is None:
                raise refusals.NotSignedIn("not_signed_in", "say who you are first")
            self._acting = _Answer(self, message.id)
            try:
                await self._hall.begin(message.table, self._asker, message.act, self._acting)
            except BaseException:
                self._acting = None
                raise
        elif message.watch is not None:
            await self._watch(message.id, message.watch)
        elif message.unwatch is not None:
            watched = (message.unwatch.table, message.unwatch.seat)
            self._hall.unfollow(self, *watched)
            self._watching.pop(watched, None)
            self._tell({"id": message.id, "ok": {}})

    async def _watch(self, id_: int, watch: wire.Watch) -> None:
        watched = (watch.table, watch.seat)
        if len(self._watching) >= _MOST_WATCHED and watched not in self._watching:
            raise NotAllowed("too_many_watched", f"one socket follows {_MOST_WATCHED} at most")
        table = await self._hall.table(watch.table)
        if watch.seat is not None:
            acts.holds(table, self._asker, watch.seat)
        elif not acts.may_watch(table, self._asker.person, watch.invite):
            raise NotAllowed("not_public", "this table is not open to spectators")
        self._watching[watched] = watch.invite
        news = await self._hall.follow(self, watch.table, watch.seat, watch.have)
        self.hear(f'{{"id":{id_},"ok":{news}}}')

    def refuse(self, id_: int | None, error: SpielwerkError) -> None:
        """Say why something was not done, and what could be."""
        refused = refusals.body(error)
        if "may" in error.details:
            refused["may"] = refused["details"].pop("may")
        self._tell({"id": id_, "refused": refused})

    def _tell(self, answer: dict[str, Any]) -> None:
        self.hear(orjson.dumps(answer).decode())


class _Answer:
    """The answer to one act. News that the client follows come in the same frame."""

    def __init__(self, socket: Socket, id_: int) -> None:
        self.follower = socket
        self._id = id_
        self._ended: asyncio.Future[None] | None = None

    def acknowledge(self, answer: dict[str, Any], news: str | None) -> None:
        told = orjson.dumps(answer).decode()
        with_news = f',"news":{news}' if news else ""
        self.follower.hear(f'{{"id":{self._id},"ok":{told}{with_news}}}')
        self._end()

    def refuse(self, error: SpielwerkError) -> None:
        self.follower.refuse(self._id, error)
        self._end()

    async def ended(self) -> None:
        """Wait until it was given."""
        self._ended = asyncio.get_running_loop().create_future()
        await self._ended

    def _end(self) -> None:
        self.follower.answered()
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)


def _read_message(text: str | None) -> wire.Message:
    if text is None:
        raise Malformed("malformed", "messages are JSON texts")
    if len(text) > MOST_BYTES:
        raise Malformed("too_large", f"a message has {MOST_BYTES} bytes at most")
    try:
        return _messages.validate_json(text)
    except ValidationError as error:
        raise Malformed("malformed", wire.told(error)) from None


def _id_of(text: str | None) -> int | None:
    """The number of a message that can't be read otherwise, so that its sender knows which."""
    try:
        told = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return None
    id_ = told.get("id") if isinstance(told, dict) else None
    return id_ if type(id_) is int and 0 <= id_ < 1 << 53 else None
