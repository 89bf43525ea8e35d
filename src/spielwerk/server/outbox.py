"""Queue frames for a WebSocket client, in order and up to a limit."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass

from starlette.types import Send

MOST_BEHIND = 1 << 20  # bytes that may be queued for a slow client
MOST_TOGETHER = 16 << 20  # bytes that may be queued for all clients of one network
_ALWAYS = 1 << 16  # bytes that may always be queued for a client, whatever its neighbours do


@dataclass
class Backlog:
    """The number of bytes queued for the clients of one network."""

    size: int = 0


class Outbox:
    """Frames queued for one client; `run` sends them one after the other.

    The ASGI server's `send` waits for a slow client; `put` never does.
    """

    def __init__(self, backlog: Backlog | None = None) -> None:
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._backlog = backlog or Backlog()
        self._filled = asyncio.Event()
        self._sending_since: float | None = None

    def put(self, frame: bytes) -> bool:
        """Queue a frame; return False if the client is too far behind."""
        crowded = self._backlog.size > MOST_TOGETHER and self._size > _ALWAYS
        if self._size > MOST_BEHIND or crowded:
            return False
        self._frames.append(frame)
        self._count(len(frame))
        self._filled.set()
        return True

    async def run(self, send: Send) -> None:
        """Send queued frames until the task is cancelled or the client has disconnected."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._frames:
                frame = self._frames.popleft()
                self._sending_since = time.monotonic()
                await send({"type": "websocket.send", "text": frame.decode()})
                self._sending_since = None
                self._count(-len(frame))

    def is_stuck(self, patience: float) -> bool:
        """Return whether sending one frame has taken longer than `patience` seconds."""
        since = self._sending_since
        return since is not None and since + patience < time.monotonic()

    def clear(self) -> None:
        """Discard all unsent frames."""
        self._frames.clear()
        self._count(-self._size)

    def _count(self, size: int) -> None:
        self._size += size
        self._backlog.size += size
