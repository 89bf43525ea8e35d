"""The socket's door: who comes is let in here; what they say does not come this way."""

from __future__ import annotations

import logging

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk.server.api.asking import house, whoever
from spielwerk.server.connection import EXTENSION, Client
from spielwerk.server.live import Socket

PATH = "/api/live"
_FALLEN_BEHIND = 4008
_log = logging.getLogger(__name__)


def beside(app: FastAPI) -> ASGIApp:
    """Return the application, and its socket beside it."""

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == PATH:
            scope["app"] = app
            await _live(HTTPConnection(scope), receive, send)
        else:
            await app(scope, receive, send)

    return door


async def _live(connection: HTTPConnection, receive: Receive, send: Send) -> None:
    """News of tables, and acts."""
    server = house(connection)
    client: Client = connection.scope["extensions"][EXTENSION]
    one = Socket(await whoever(connection), server.hall, server.messages, client)
    await receive()  # that somebody wants to connect
    await send({"type": "websocket.accept"})
    server.sockets.add(one)
    server.metrics.sockets.set(len(server.sockets))
    try:
        await one.run(receive)
        if one.is_lost:
            await send({"type": "websocket.close", "code": _FALLEN_BEHIND})
    except (RuntimeError, OSError):
        _log.debug("the socket was closed already")
    finally:
        server.sockets.discard(one)
        server.metrics.sockets.set(len(server.sockets))
