"""Accept and close WebSocket connections."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk.server import descriptors
from spielwerk.server.api.dependencies import network_of, services, whoever
from spielwerk.server.guard import refuse
from spielwerk.server.live import Socket
from spielwerk.server.refusals import NotReady, TooMany

PATH = "/api/live"
ABORT = "spielwerk.abort"  # in a connection's state: resets it immediately, if the server can
_COME_AGAIN = 4008  # close code: the client fell behind, or must authenticate again
_log = logging.getLogger(__name__)


def beside(app: FastAPI) -> ASGIApp:
    """Return the application with the WebSocket endpoint added."""

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == PATH:
            scope["app"] = app
            await _live(HTTPConnection(scope), receive, send)
        else:
            await app(scope, receive, send)

    return door


async def _live(connection: HTTPConnection, receive: Receive, send: Send) -> None:
    """Serve one WebSocket connection: news of tables, and acts."""
    server, here = services(connection), network_of(connection)
    presence = server.presence
    try:
        person = await whoever(connection)
    except NotReady as error:
        await refuse(connection.scope, receive, send, error)
        return
    await receive()  # the connect event
    if presence.count_of(here) >= descriptors.of_network(server.settings.connections):
        many = TooMany("too_many_sockets", "too many connections are open from your network")
        await refuse(connection.scope, receive, send, many)
        return
    backlog = presence.backlog_of(here)
    one = Socket(person, server.registry, server.actions, server.limits, here, backlog)
    presence.add(one)
    server.metrics.sockets.set(len(presence.sockets))
    try:
        await send({"type": "websocket.accept"})
        await one.run(receive, send)
        if one.is_lost:
            abort = connection.scope.get("state", {}).get(ABORT)
            await _hang_up(one, receive, send, abort, server.settings.patience)
    except (RuntimeError, OSError):
        _log.debug("the socket was closed already")
    finally:
        presence.remove(one)
        server.metrics.sockets.set(len(presence.sockets))


async def _hang_up(
    one: Socket,
    receive: Receive,
    send: Send,
    abort: Callable[[], None] | None,
    patience: float,
) -> None:
    """Close the connection; reset it immediately if the client has stopped reading.

    What the client sent before it learns of this is read and discarded: some servers don't close a
    connection until the application has taken everything that arrived.
    """
    if abort is not None:
        if one.is_behind:
            abort()
            return
        asyncio.get_running_loop().call_later(patience, abort)
    try:
        async with asyncio.timeout(patience):
            await send({"type": "websocket.close", "code": _COME_AGAIN})
            while (await receive())["type"] != "websocket.disconnect":
                pass
    except TimeoutError:
        _log.debug("a client did not answer the close frame")
