"""The socket: messages in, answers and news out."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.types import Receive

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, refusals, wire
from spielwerk.server.acts import Asker
from spielwerk.server.connection import Client
from spielwerk.server.hall import Hall
from spielwerk.server.limits import Limiter
from spielwerk.server.people import Person
from spielwerk.server.refusals import Malformed, NotAllowed, TooMany
from spielwerk.server.table import LiveTable

_log = logging.getLogger(__name__)
_MOST_WATCHED = 64  # tables and seats over one socket
MOST_BYTES = 16_384  # of a message

_messages: TypeAdapter[wire.Message] = TypeAdapter(wire.Message)


class Socket:
    """One client's socket."""

    def __init__(
        self, person: Person | None, hall: Hall, rate: Limiter | None, client: Client
    ) -> None:
        self.person = person
        self._asker = Asker(person.id if person else None, person.name if person else "")
        self._hall = hall
        self._rate = rate
        self._client = client
        self._watching: dict[tuple[str, int | None], str | None] = {}  # by which invitation
        self._lost = asyncio.Event()
        self._line: deque[str | None] = deque()  # messages that were not looked at yet
        self._acting: _Answer | None = None  # to an act that is not on disk yet
        self._answering: asyncio.Task[None] | None = None  # where something is waited for first
        self._is_going_on = False

    def hear(self, news: bytes) -> None:
        """Send news, or hang up on who can't keep up (it comes back and says what it has)."""
        if not news or not self._client.tell(news):
            self._lost.set()

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Return whether the person may still see a table from there."""
        if viewer is not None:
            return table.sitters[viewer].person == self._asker.person is not None
        return acts.may_watch(table, self._asker.person, self._watching.get((table.id, None)))

    def answered(self) -> None:
        """What was asked for last is done, or refused."""
        self._acting = None
        if self._line:
            self._go_on()

    def rename(self, name: str) -> None:
        """The person is called otherwise from now on."""
        self._asker = Asker(self._asker.person, name)

    def hang_up(self) -> None:
        """End it: the person has signed out, or the server stops."""
        self._lost.set()

    async def run(self, receive: Receive) -> None:
        """Answer until the client leaves, or is hung up on."""
        self._client.listen(self.take)
        ends = [asyncio.create_task(self._read(receive)), asyncio.create_task(self._lost.wait())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._client.listen(_ignore)
            self._line.clear()
            if self._answering is not None:
                ends.append(self._answering)
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            for table, seat in self._watching:
                self._hall.unfollow(self, table, seat)

    @property
    def is_lost(self) -> bool:
        """Whether the client is to be hung up on."""
        return self._lost.is_set()

    async def _read(self, receive: Receive) -> None:
        """Wait until the client has left; what it said before somebody listened comes here too."""
        while (received := await receive())["type"] == "websocket.receive":
            self.take(received.get("text"))

    def take(self, text: str | None) -> None:
        """A message has come."""
        self._line.append(text)
        self._go_on()

    def _go_on(self) -> None:
        """Answer what has come, one thing after the other."""
        if self._is_going_on:
            return
        self._is_going_on = True
        try:
            while self._line and self._acting is None and self._answering is None:
                self._answer(self._line.popleft())
        finally:
            self._is_going_on = False
        self._client.read(not self._line)

    def _answer(self, text: str | None) -> None:
        id_: int | None = None
        try:
            self._take()
            message = _read_message(text)
            id_ = message.id
            later = self._do(message)
        except Exception as error:  # noqa: BLE001 (one message that fails must not end the socket)
            self._failed(id_ if id_ is not None else _id_of(text), error)
            return
        if later is not None:
            self._answering = asyncio.create_task(self._answer_later(message.id, later))

    async def _answer_later(self, id_: int, later: Coroutine[Any, Any, None]) -> None:
        try:
            await later
        except Exception as error:  # noqa: BLE001 (see above)
            self._failed(id_, error)
        self._answering = None
        self._go_on()

    def _failed(self, id_: int | None, error: Exception) -> None:
        self._acting = None
        if isinstance(error, SpielwerkError):
            self.refuse(id_, error)
            return
        _log.error("a message could not be answered", exc_info=error)
        failed = {"code": "failed", "reason": "something went wrong here", "details": {}}
        self._tell({"id": id_, "refused": failed})

    def _take(self) -> None:
        """Refuse who sends too much."""
        if self._rate is not None and (wait := self._rate.take(self._asker.person or id(self))):
            raise TooMany("too_many", "that is too much at once", seconds=wait)

    def _do(self, message: wire.Message) -> Coroutine[Any, Any, None] | None:
        """Do what is asked for, or return what has to be waited for to do it."""
        if message.act is not None and message.table is not None:
            if self._asker.person is None:
                raise refusals.NotSignedIn("not_signed_in", "say who you are first")
            self._acting = _Answer(self, message.id)
            return self._hall.begin(message.table, self._asker, message.act, self._acting)
        if message.watch is not None:
            return self._watch(message.id, message.watch)
        if message.unwatch is not None:
            watched = (message.unwatch.table, message.unwatch.seat)
            self._hall.unfollow(self, *watched)
            self._watching.pop(watched, None)
        self._tell({"id": message.id, "ok": {}})
        return None

    async def _watch(self, id_: int, watch: wire.Watch) -> None:
        watched = (watch.table, watch.seat)
        if len(self._watching) >= _MOST_WATCHED and watched not in self._watching:
            raise NotAllowed("too_many_watched", f"one socket follows {_MOST_WATCHED} at most")
        table = await self._hall.table(watch.table)
        if watch.seat is not None:
            acts.holds(table, self._asker, watch.seat)
        elif not acts.may_watch(table, self._asker.person, watch.invite):
            raise NotAllowed("not_public", "this table is not open to spectators")
        if watch.rules is not None:
            acts.agree(table, watch.rules)
        self._watching[watched] = watch.invite
        news = await self._hall.follow(self, watch.table, watch.seat, watch.have, watch.form)
        self.hear(b'{"id":%d,"ok":%b}' % (id_, news))

    def refuse(self, id_: int | None, error: SpielwerkError) -> None:
        """Say why something was not done, and what could be."""
        refused = refusals.body(error)
        if "may" in error.details:
            refused["may"] = refused["details"].pop("may")
        self._tell({"id": id_, "refused": refused})

    def _tell(self, answer: dict[str, Any]) -> None:
        self.hear(orjson.dumps(answer))


class _Answer:
    """The answer to one act. News that the client follows come in the same frame."""

    def __init__(self, socket: Socket, id_: int) -> None:
        self.follower = socket
        self._id = id_

    def acknowledge(self, answer: dict[str, Any], news: bytes | None) -> None:
        with_news = b',"news":%b' % news if news else b""
        told = orjson.dumps(answer)
        self.follower.hear(b'{"id":%d,"ok":%b%b}' % (self._id, told, with_news))
        self.follower.answered()

    def refuse(self, error: SpielwerkError) -> None:
        self.follower.refuse(self._id, error)
        self.follower.answered()


def _ignore(text: str | None) -> None:
    """Nobody listens any more."""


def _read_message(text: str | None) -> wire.Message:
    if text is None:
        raise Malformed("malformed", "messages are JSON texts")
    if len(text) > MOST_BYTES:
        raise Malformed("too_large", f"a message has {MOST_BYTES} bytes at most")
    try:
        message = _messages.validate_json(text)
    except ValidationError as error:
        raise Malformed("malformed", wire.told(error)) from None
    asked = [message.watch, message.unwatch, message.act, message.ping]
    one = sum(what is not None for what in asked) == 1
    if not one or (message.act is None) != (message.table is None):
        reason = "a message asks one thing: watch, unwatch, act (with its table) or ping"
        raise Malformed("malformed", reason)
    return message


def _id_of(text: str | None) -> int | None:
    """The number of a message that can't be read otherwise, so that its sender knows which."""
    try:
        told = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return None
    id_ = told.get("id") if isinstance(told, dict) else None
    return id_ if type(id_) is int and 0 <= id_ < 1 << 53 else None
