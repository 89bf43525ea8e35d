"""Serve one client's WebSocket: messages in, answers and news out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Hashable
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.types import Receive, Send

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, logs, refusals, wire
from spielwerk.server.actions import Actions
from spielwerk.server.acts import Asker
from spielwerk.server.limits import Limits
from spielwerk.server.outbox import Backlog, Outbox
from spielwerk.server.people import Person
from spielwerk.server.receipt import Receipt
from spielwerk.server.refusals import Malformed, NotAllowed
from spielwerk.server.registry import TableRegistry
from spielwerk.server.table import LiveTable

_log = logging.getLogger(__name__)
_MOST_WATCHED = 64  # tables and seats per socket
MOST_BYTES = 16_384  # per message

_messages: TypeAdapter[wire.Message] = TypeAdapter(wire.Message)


class Socket:
    """One client's socket."""

    def __init__(
        self,
        person: Person | None,
        registry: TableRegistry,
        actions: Actions,
        limits: Limits,
        network: Hashable = None,
        backlog: Backlog | None = None,
    ) -> None:
        """Serve a client from `network`; without a person, it is anonymous."""
        self.person = person
        self.network = network
        self._asker = Asker(person.id, person.name, person.guest) if person else Asker(None)
        self._registry = registry
        self._actions = actions
        self._limits = limits
        self._outbox = Outbox(backlog)
        self._opened: float | None = time.monotonic()  # until the client's first message
        self._watching: dict[tuple[str, int | None], str | None] = {}  # with the invitation used
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_behind = False

    def hear(self, news: bytes) -> None:
        """Queue news; disconnect a client that can't keep up (it reconnects for the rest)."""
        if not news:
            self.hang_up()
        elif not self._outbox.put(news):
            self._give_up()

    def may_see(self, table: LiveTable, viewer: int | None) -> bool:
        """Return whether the person may still see the table as that viewer."""
        if viewer is not None:
            return table.sitters[viewer].person == self._asker.person is not None
        return acts.may_watch(table, self._asker.person, self._watching.get((table.id, None)))

    @property
    def name(self) -> str:
        """The name under which the person acts."""
        return self._asker.name

    def rename(self, name: str, *, guest: bool) -> None:
        """Change the name under which the person acts."""
        self._asker = Asker(self._asker.person, name, guest)

    def hang_up(self) -> None:
        """Disconnect the client: after a sign-out, at shutdown, or so that it reconnects."""
        if not self._lost.done():
            self._lost.set_result(None)

    def check(self, patience: float) -> None:
        """Disconnect a client that has stopped reading, or has never sent a message."""
        if self._outbox.is_stuck(patience):
            self._give_up()
        elif self._opened is not None and self._opened + patience < time.monotonic():
            self.hang_up()

    def _give_up(self) -> None:
        self.is_behind = True
        self.hang_up()

    async def run(self, receive: Receive, send: Send) -> None:
        """Serve messages until the client leaves or is disconnected."""
        reading = asyncio.create_task(self._read(receive))
        sending = asyncio.create_task(self._outbox.run(send))
        try:
            await asyncio.wait([reading, sending, self._lost], return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            sending.cancel()
            await asyncio.gather(reading, sending, return_exceptions=True)
            self._outbox.clear()
            for table, seat in self._watching:
                self._registry.unfollow(self, table, seat)

    @property
    def is_lost(self) -> bool:
        """Whether the client is to be disconnected."""
        return self._lost.done()

    async def _read(self, receive: Receive) -> None:
        """Answer messages one at a time; the next is read only after an answer."""
        while (received := await receive())["type"] == "websocket.receive":
            self._opened = None
            await self._answer(received.get("text"))

    async def _answer(self, text: str | None) -> None:
        id_: int | None = None
        try:
            # Check the person's limit first, so that a flood doesn't exhaust the network's limit.
            self._limits.take("messages", self._asker.person or self.network)
            message = _read_message(text)
            id_ = message.id
            if not message.ping:  # open pages ping every second, also hundreds behind one address
                self._limits.take("messages_of_network", self.network)
            await self._do(message)
        except SpielwerkError as error:
            self.refuse(id_ if id_ is not None else _id_of(text), error)
        except Exception:  # noqa: BLE001 (one message that fails must not end the socket)
            _log.exception("a message could not be answered")
            failed = refusals.failed(logs.request_id.get())
            self._tell({"id": id_ if id_ is not None else _id_of(text), "refused": failed})

    async def _do(self, message: wire.Message) -> None:
        """Perform the request in a message, and answer it."""
        if message.act is not None and message.table is not None:
            if self._asker.person is None:
                raise refusals.NotSignedIn("not_signed_in", "sign in first")
            receipt = _SocketReceipt(self, message.id)
            await self._actions.act(message.table, self._asker, message.act, receipt)
            return
        if message.watch is not None:
            await self._watch(message.id, message.watch)
            return
        if message.unwatch is not None:
            watched = (message.unwatch.table, message.unwatch.seat)
            self._registry.unfollow(self, *watched)
            self._watching.pop(watched, None)
        self._tell({"id": message.id, "ok": {}})

    async def _watch(self, id_: int, watch: wire.Watch) -> None:
        watched = (watch.table, watch.seat)
        if len(self._watching) >= _MOST_WATCHED and watched not in self._watching:
            raise NotAllowed("too_many_watched", f"one socket can follow at most {_MOST_WATCHED}")
        table = await self._registry.table(watch.table)
        if watch.seat is not None:
            acts.holds(table, self._asker, watch.seat)
        elif not acts.may_watch(table, self._asker.person, watch.invite):
            raise NotAllowed("not_public", "this table is not open to spectators")
        if watch.rules is not None:
            acts.agree(table, watch.rules)
        self._watching[watched] = watch.invite
        news = await self._registry.follow(self, watch.table, watch.seat, watch.have, watch.form)
        self.hear(b'{"id":%d,"ok":%b}' % (id_, news))

    def refuse(self, id_: int | None, error: SpielwerkError) -> None:
        """Send a refusal, with the seat's legal moves if known."""
        refused = refusals.body(error)
        if "may" in error.details:
            refused["may"] = refused["details"].pop("may")
        self._tell({"id": id_, "refused": refused})

    def _tell(self, answer: dict[str, Any]) -> None:
        self.hear(orjson.dumps(answer))


class _SocketReceipt(Receipt):
    """The answer to one act; news of a table the client follows goes in the same frame.

    It is queued when the act is acknowledged, and therefore before any later news.
    """

    def __init__(self, socket: Socket, id_: int) -> None:
        super().__init__(socket)
        self._socket = socket
        self._id = id_

    def acknowledge(self, answer: dict[str, Any], news: bytes | None = None) -> None:
        with_news = b',"news":%b' % news if news else b""
        self._socket.hear(b'{"id":%d,"ok":%b%b}' % (self._id, orjson.dumps(answer), with_news))
        super().acknowledge(answer, news)


def _read_message(text: str | None) -> wire.Message:
    if text is None:
        raise Malformed("malformed", "a message must be JSON text")
    if len(text) > MOST_BYTES:
        raise Malformed("too_large", f"a message may have at most {MOST_BYTES} bytes")
    try:
        message = _messages.validate_json(text)
    except ValidationError as error:
        raise Malformed("malformed", wire.told(error)) from None
    asked = [message.watch, message.unwatch, message.act, message.ping]
    one = sum(what is not None for what in asked) == 1
    if not one or (message.act is None) != (message.table is None):
        reason = "a message needs one of: watch, unwatch, act (with its table), ping"
        raise Malformed("malformed", reason)
    return message


def _id_of(text: str | None) -> int | None:
    """Return the id of an invalid message, so that its sender can match the refusal."""
    try:
        told = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return None
    id_ = told.get("id") if isinstance(told, dict) else None
    return id_ if type(id_) is int and 0 <= id_ < 1 << 53 else None
