"""Webhooks: "your turn" calls to an address that a person has chosen."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import ssl
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpcore

from spielwerk.rules.errors import BadSetting
from spielwerk.server.addresses import Address, Outside, Resolver, is_global, resolve
from spielwerk.server.refusals import NotAllowed

LONGEST = 500  # characters of an address
MOST_WAITING = 1000  # calls in the queue
AT_ONCE = 8  # calls under way
WAITS = (1.0, 5.0, 25.0)  # seconds between attempts
SECONDS = 5.0  # an attempt may take, from the name's look-up to the status of the answer
AGAIN = frozenset({408, 425, 429})  # and all from 500 on: may be better later

_log = logging.getLogger(__name__)

Call = tuple[str, str, dict[str, Any]]


def signature(secret: str, body: bytes, seconds: int) -> str:
    """Return what the receiver compares: nobody else can have sent this body, at this time."""
    digest = hmac.digest(secret.encode(), b"%d." % seconds + body, "sha256").hex()
    return f"t={seconds},v1={digest}"


class Webhooks:
    """Calls out, a few at a time, and never into the host's own network.

    `plain`, `reachable`, `resolve` and `tls` are there for tests, which call the loopback.
    `heard` is told how each call ended: delivered, failed, refused, dropped.
    """

    def __init__(
        self,
        allow: bool,
        *,
        plain: bool = False,
        reachable: Callable[[Address], bool] = is_global,
        resolve: Resolver = resolve,
        tls: ssl.SSLContext | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.time,
        heard: Callable[[str], None] = lambda outcome: None,
        most: int = MOST_WAITING,
        seconds: float = SECONDS,
    ) -> None:
        self.allow = allow
        self.dropped = 0
        self._plain = plain
        self._reachable = reachable
        self._sleep = sleep
        self._clock = clock
        self._heard = heard
        self._seconds = seconds
        self._waiting: asyncio.Queue[Call] = asyncio.Queue(most)
        self._workers: list[asyncio.Task[None]] = []
        # No redirect is followed, no proxy of the environment used, no connection kept.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or ssl.create_default_context(),
            max_keepalive_connections=0,
            network_backend=Outside(reachable, resolve),
        )

    def check(self, url: str) -> None:
        """Refuse an address that will not be called, when somebody wants to set it."""
        if not self.allow:
            raise BadSetting("webhooks_off", "this server calls nobody")
        if len(url) > LONGEST:
            raise BadSetting("webhook_long", f"a webhook has up to {LONGEST} characters")
        if not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}'):
            reason = "a webhook is written in plain characters, others as %20 or xn--"
            raise BadSetting("webhook_unreadable", reason)
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, _port(parts)
        except ValueError:
            raise BadSetting("webhook_unreadable", "a webhook needs a host and a port") from None
        if parts.scheme != "https" and not (self._plain and parts.scheme == "http"):
            raise BadSetting("webhook_scheme", "a webhook begins with https://")
        if "@" in parts.netloc:
            raise BadSetting("webhook_user", "a webhook names no user and no password")
        if not host:
            raise BadSetting("webhook_unreadable", "a webhook needs a host")
        if port != 443 and port < 1024:
            raise BadSetting("webhook_port", "a webhook's port is 443, or 1024 and above")
        try:
            reachable = self._reachable(ip_address(host))
        except ValueError:  # a name, which is looked up when it is called
            return
        if not reachable:
            raise BadSetting("webhook_inside", f"{host} is not an address out in the world")

    async def call(self, url: str, secret: str, payload: dict[str, Any]) -> bool:
        """Call until somebody has taken it, or a few times; tell whether somebody has."""
        body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
        outcome = "failed"
        try:
            self.check(url)
            for wait in (*WAITS, None):
                status = await self._attempt(url, secret, body)
                if status is not None and 200 <= status < 300:
                    outcome = "delivered"
                if wait is None or not (status is None or status >= 500 or status in AGAIN):
                    break
                await self._sleep(wait)
        except (BadSetting, NotAllowed) as error:
            _log.info("a webhook was not called: %s", error.reason)
            outcome = "refused"
        self._heard(outcome)
        return outcome == "delivered"

    async def _attempt(self, url: str, secret: str, body: bytes) -> int | None:
        """The status of one answer, or None if there was none. What it says is never read."""
        headers: list[tuple[str | bytes, str | bytes]] = [
            ("Host", urlsplit(url).netloc),
            ("Content-Type", "application/json"),
            ("User-Agent", "spielwerk"),
            ("Spielwerk-Signature", signature(secret, body, int(self._clock()))),
        ]
        try:
            # One limit for all of it: an answer that drips a byte a second is none.
            async with asyncio.timeout(self._seconds):
                async with self._pool.stream("POST", url, headers=headers, content=body) as answer:
                    return answer.status
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            OSError,  # TimeoutError is one
        ) as error:
            _log.info("a webhook did not answer: %s", type(error).__name__)
            return None

    def put(self, url: str, secret: str, payload: dict[str, Any]) -> None:
        """Have somebody called soon. If too many calls wait, the oldest is dropped."""
        if self._waiting.full():
            self._waiting.get_nowait()
            self._waiting.task_done()
            self.dropped += 1
            self._heard("dropped")
        self._waiting.put_nowait((url, secret, payload))

    def start(self) -> None:
        """Begin to call."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def stop(self, patience: float = 0) -> None:
        """Stop calling; what waits has so many seconds to get out."""
        if self._workers and patience:
            try:
                async with asyncio.timeout(patience):
                    await self._waiting.join()
            except TimeoutError:
                _log.warning(
                    "some webhooks were not called, and %d not begun", self._waiting.qsize()
                )
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers = []
        await self._pool.aclose()

    async def _work(self) -> None:
        while True:
            url, secret, payload = await self._waiting.get()
            try:
                await self.call(url, secret, payload)
            except Exception:  # noqa: BLE001 (one call that breaks must not end all others)
                _log.exception("a webhook broke")
            finally:
                self._waiting.task_done()


def _port(parts: SplitResult) -> int:
    return parts.port if parts.port is not None else {"http": 80}.get(parts.scheme, 443)
