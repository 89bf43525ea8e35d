"""What is sent to one client: at once, or in order once the client can take it."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Generator
from typing import Any

from starlette.types import Send

_WAITING = 256  # messages that a slow client may be behind


class Outbox:
    """Sends texts in the order in which they are put.

    A server writes to a socket without waiting, unless the client is slow. So sending begins right
    away; a task is made, and others wait in line, only if it does not end there.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._line: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None

    def put(self, text: str) -> bool:
        """Send a text; False if the client has gone, or is too far behind."""
        if self._sending is not None and not self._sending.done():
            self._line.append(text)
            return len(self._line) <= _WAITING
        steps = self._send({"type": "websocket.send", "text": text}).__await__()
        try:
            waits_for = next(steps)
        except StopIteration:
            return True
        except (RuntimeError, OSError):
            return False
        self._sending = asyncio.create_task(self._go_on(steps, waits_for))
        return True

    async def _go_on(self, steps: Generator[Any, Any, None], waits_for: Any) -> None:
        try:
            await _resume(steps, waits_for)
            while self._line:
                await self._send({"type": "websocket.send", "text": self._line.popleft()})
        except (RuntimeError, OSError):
            return  # whoever reads the socket notices that the client has gone

    async def close(self) -> None:
        """Send nothing more."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)


@types.coroutine
def _resume(steps: Generator[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of something that was begun outside a task, and waits for a future."""
    try:
        while True:
            yield waits_for
            waits_for = next(steps)
    except StopIteration:
        return
    finally:
        steps.close()
