"""Prometheus metrics."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SLOW = (0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """All metrics of one app, in their own registry.

    Label values are never taken from client input, so that their number stays bounded.
    """

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Histogram(
            "spielwerk_http_request_seconds",
            "HTTP requests by method, route and status, and how long they took",
            ("method", "route", "status"),
            buckets=_QUICK,
            registry=registry,
        )
        self._acts = Counter(
            "spielwerk_acts",
            "Acts at tables, by kind and outcome (done, or the code of the refusal)",
            ("kind", "outcome"),
            registry=registry,
        )
        self._act_seconds = Histogram(
            "spielwerk_act_seconds",
            "From receiving an act to acknowledging it",
            ("kind",),
            buckets=_QUICK,
            registry=registry,
        )
        self._acted = functools.cache(
            lambda kind, outcome: (self._acts.labels(kind, outcome), self._act_seconds.labels(kind))
        )
        self.sockets = Gauge(
            "spielwerk_open_sockets",
            "Sockets that are open",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.tables = Gauge(
            "spielwerk_live_tables",
            "Tables that are held in memory",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.waiting = Gauge(
            "spielwerk_waiting_writes",
            "Writes that wait for the database",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._commit_size = Histogram(
            "spielwerk_commit_entries",
            "Entries of logs that were committed together",
            buckets=_SIZES,
            registry=registry,
        )
        self._commit_seconds = Histogram(
            "spielwerk_commit_seconds",
            "How long a commit took",
            buckets=_QUICK,
            registry=registry,
        )
        self._thinking = Histogram(
            "spielwerk_bot_seconds",
            "How long bots thought about a move",
            ("bot",),
            buckets=_SLOW,
            registry=registry,
        )
        self._webhooks = Counter(
            "spielwerk_webhooks",
            "Webhooks by outcome: delivered, failed, refused, dropped",
            ("outcome",),
            registry=registry,
        )

    def requested(self, method: str, route: str, status: str, seconds: float) -> None:
        """Record an answered HTTP request."""
        known = method if method in METHODS else "other"
        self._requests.labels(known, route, status).observe(seconds)

    def acted(self, kind: str, outcome: str, seconds: float) -> None:
        """Record an act that was done or refused."""
        counted, timed = self._acted(kind, outcome)
        counted.inc()
        timed.observe(seconds)

    def committed(self, entries: int, seconds: float) -> None:
        """Record a commit and its number of entries."""
        self._commit_size.observe(entries)
        self._commit_seconds.observe(seconds)

    def thought(self, bot: str, seconds: float) -> None:
        """Record a bot's thinking time, without its budget, which clients may choose freely."""
        self._thinking.labels(bot.partition("@")[0]).observe(seconds)

    def called(self, outcome: str) -> None:
        """Record the outcome of a webhook call."""
        self._webhooks.labels(outcome).inc()

    def render(self) -> bytes:
        """Return all metrics as text; those of all workers if they share a folder for them."""
        registry = self.registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


class Measured:
    """Middleware that counts and times every HTTP request by its route, never by its path."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.app = app
        self.metrics = metrics
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = self._clock()
        status = "none"  # the client has disconnected

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            status = "500"
            raise
        finally:
            taken = self._clock() - began
            self.metrics.requested(scope["method"], _template(scope), status, taken)


def _template(scope: Scope) -> str:
    """Return the path of the matched route, as declared."""
    # FastAPI exposes the prefix of an included router only here.
    included = scope.get("fastapi", {}).get("effective_route_context")
    path: str = getattr(included or scope.get("route"), "path", "other")
    return path or "/"
