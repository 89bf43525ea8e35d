"""Give every request an id, in its response and in the logs, even if it is cancelled."""

from __future__ import annotations

import asyncio
import secrets

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.server import logs, refusals
from spielwerk.server.refusals import NotReady

HEADER = "X-Request-Id"


class Answering:
    """Middleware that gives every request and every WebSocket an id."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        # Never reset: each request has its own context, and the server logs after it ends.
        logs.request_id.set(secrets.token_hex(6))
        has_begun = False

        async def identified(message: Message) -> None:
            nonlocal has_begun
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                has_begun = True
                headers = MutableHeaders(scope=message)
                if "immutable" not in headers.get("Cache-Control", ""):  # else the id would be kept
                    headers[HEADER] = logs.request_id.get()
            await send(message)

        try:
            await self.app(scope, receive, identified)
        except asyncio.CancelledError:
            if has_begun or scope["type"] == "websocket":
                raise
            # The server is shutting down and has cancelled the request.
            error = NotReady("stopping", "the server is shutting down: send the request again")
            headers = {"Connection": "close", "Retry-After": "1"}
            answer = JSONResponse(refusals.body(error), refusals.status(error), headers)
            await answer(scope, receive, identified)
