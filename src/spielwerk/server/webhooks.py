"""Webhooks: "your turn" calls to a URL that a person has chosen."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Hashable
from ipaddress import ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpcore

from spielwerk.rules.errors import BadSetting
from spielwerk.server.addresses import Address, Outside, Resolver, is_global, resolve
from spielwerk.server.call_slots import Call, CallSlots
from spielwerk.server.refusals import NotAllowed

LONGEST = 500  # characters of a URL
MOST_WAITING = 1000  # unfinished calls
MOST_OF_PERSON = 20  # of these, for one person
MOST_OF_HOST = 200  # of these, to one host
WAITS = (1.0, 5.0, 25.0)  # seconds between attempts
SECONDS = 5.0  # per attempt, from the DNS lookup to the status of the response
AGAIN = frozenset({408, 425, 429})  # retried, like all from 500 on

_log = logging.getLogger(__name__)


def signature(secret: str, body: bytes, seconds: int) -> str:
    """Return a signature that proves to the receiver who sent this body, and when."""
    digest = hmac.digest(secret.encode(), b"%d." % seconds + body, "sha256").hex()
    return f"t={seconds},v1={digest}"


class Webhooks:
    """Call receivers outside the host's network; slow ones don't delay the others.

    `plain`, `reachable`, `resolve` and `tls` are for tests, which call the loopback address.
    `heard` receives each call's outcome: delivered, failed, refused or dropped.
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
        self._most = most
        self._slots = CallSlots()
        self._calls: dict[asyncio.Task[None], Call] = {}  # unfinished, oldest first
        # No redirects, no proxy from the environment, no keep-alive.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or ssl.create_default_context(),
            max_connections=None,  # the slots limit them
            max_keepalive_connections=0,
            network_backend=Outside(reachable, resolve),
        )

    def check(self, url: str) -> None:
        """Refuse a URL that the server will not call."""
        if not self.allow:
            raise BadSetting("webhooks_off", "webhooks are disabled on this server")
        if len(url) > LONGEST:
            raise BadSetting("webhook_long", f"a webhook may have at most {LONGEST} characters")
        if not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}'):
            reason = "a webhook must be plain ASCII: write other characters as %20 or xn--"
            raise BadSetting("webhook_unreadable", reason)
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, _port(parts)
        except ValueError:
            raise BadSetting("webhook_unreadable", "a webhook needs a host and a port") from None
        if parts.scheme != "https" and not (self._plain and parts.scheme == "http"):
            raise BadSetting("webhook_scheme", "a webhook must begin with https://")
        if "@" in parts.netloc:
            raise BadSetting("webhook_user", "a webhook must not contain a user or password")
        if not host:
            raise BadSetting("webhook_unreadable", "a webhook needs a host")
        if port != 443 and port < 1024:
            raise BadSetting("webhook_port", "a webhook's port must be 443, or 1024 or above")
        try:
            reachable = self._reachable(ip_address(host))
        except ValueError:  # a host name, which is resolved at each call
            return
        if not reachable:
            raise BadSetting("webhook_inside", f"{host} is not a public address")

    async def call(
        self, url: str, secret: str, payload: dict[str, Any], person: Hashable = None
    ) -> bool:
        """Call a person's receiver, with a few retries; return whether the call was delivered.

        Between attempts, the slot is released.
        """
        body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
        outcome = "failed"
        try:
            self.check(url)
            for wait in (*WAITS, None):
                async with self._slots.slot(Call(_host(url), person)):
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
        """Return the status of the response, or None without one; its body is never read."""
        headers: list[tuple[str | bytes, str | bytes]] = [
            ("Host", urlsplit(url).netloc),
            ("Content-Type", "application/json"),
            ("User-Agent", "spielwerk"),
            ("Spielwerk-Signature", signature(secret, body, int(self._clock()))),
        ]
        try:
            # One limit for the whole attempt, so that a response can't trickle in forever.
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

    def put(self, url: str, secret: str, payload: dict[str, Any], person: Hashable = None) -> None:
        """Queue a call. If too many are unfinished, drop the oldest."""
        new = Call(_host(url), person)
        of_person = [one for one, call in self._calls.items() if call.person == person]
        of_host = [one for one, call in self._calls.items() if call.host == new.host]
        if person is not None and len(of_person) >= MOST_OF_PERSON:
            self._drop(of_person[0])
        elif len(of_host) >= MOST_OF_HOST:
            self._drop(of_host[0])
        elif len(self._calls) >= self._most:
            self._drop(next(iter(self._calls)))
        task = asyncio.create_task(self._work(url, secret, payload, person))
        self._calls[task] = new
        task.add_done_callback(lambda done: self._calls.pop(done, None))

    def _drop(self, task: asyncio.Task[None]) -> None:
        del self._calls[task]
        task.cancel()
        self.dropped += 1
        self._heard("dropped")

    async def stop(self, patience: float = 0) -> None:
        """Stop all calls, after waiting up to `patience` seconds for unfinished ones."""
        if self._calls and patience:
            await asyncio.wait(self._calls, timeout=patience)
        if left := list(self._calls):
            _log.warning("%d webhooks were not called, or not to the end", len(left))
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._pool.aclose()

    async def _work(self, url: str, secret: str, payload: dict[str, Any], person: Hashable) -> None:
        try:
            await self.call(url, secret, payload, person)
        except Exception:  # noqa: BLE001 (one failing call must not affect the others)
            _log.exception("a webhook broke")


def _host(url: str) -> str:
    """Return the name or address of the host that slots are counted by; ports share it."""
    return (urlsplit(url).hostname or "").removesuffix(".")


def _port(parts: SplitResult) -> int:
    return parts.port if parts.port is not None else {"http": 80}.get(parts.scheme, 443)
