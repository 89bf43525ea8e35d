"""Assemble the ASGI application and the services it runs on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Scope

from spielwerk import __version__
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import guard, logs, refusals, wire
from spielwerk.server.actions import Actions
from spielwerk.server.answering import Answering
from spielwerk.server.api import (
    answers,
    boxes,
    games,
    health,
    links,
    lists,
    live,
    pages,
    people,
    tables,
)
from spielwerk.server.api.dependencies import Services
from spielwerk.server.bot_pool import BotPool
from spielwerk.server.due import DueTables
from spielwerk.server.journal import Journal
from spielwerk.server.limits import Limits, Networks
from spielwerk.server.metrics import Measured, Metrics
from spielwerk.server.people import COOKIE, People
from spielwerk.server.preparing import Preparing
from spielwerk.server.presence import Presence
from spielwerk.server.refusals import Unavailable
from spielwerk.server.registry import TableRegistry
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.sole_server import sole_server
from spielwerk.server.store.store import Store
from spielwerk.server.turns import TurnDriver
from spielwerk.server.uptime import Uptime
from spielwerk.server.webhooks import Webhooks

if TYPE_CHECKING:
    from spielwerk.server.cluster import Cluster  # needs psycopg, which is an extra

_log = logging.getLogger(__name__)
_TIDY_SECONDS = 60.0
_LOOK_SECONDS = 3.0
# At shutdown: how long to wait for commits, for webhook calls, and for the writer thread.
_SETTLING_SECONDS, _CALLING_SECONDS, _CLOSING_SECONDS = 1.5, 2.0, 1.0
_REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Refusal} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def application(settings: Settings, clock: Callable[[], float] = time.monotonic) -> ASGIApp:
    """Return the application with all its middleware; rate limits use `clock`."""
    metrics, limits = Metrics(), Limits(on=settings.limits, clock=clock)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with sole_server(settings.database, settings.address):
            async with running_services(settings, metrics, limits) as services:
                app.state.services = services
                yield

    app = FastAPI(
        title="Spielwerk",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for part in (people, games, boxes, lists, tables, links):
        app.include_router(part.router, prefix="/api", responses=_REFUSED)
    app.include_router(pages.router)
    app.include_router(health.health)
    if settings.metrics:
        app.include_router(health.metrics)
    app.add_exception_handler(SpielwerkError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)
    # Outermost, so that they also cover the framework's own responses.
    door: ASGIApp = guard.Origin(guard.BodyLimit(live.beside(app)), frozenset(settings.origins))
    if settings.limits:
        door = guard.Rates(door, limits["requests"], limits["requests_of_network"], _who)
    return Answering(Measured(guard.Headers(door), metrics))


@contextlib.asynccontextmanager
async def running_services(
    settings: Settings, metrics: Metrics, limits: Limits | None = None
) -> AsyncIterator[Services]:
    """Start all services of a server, and stop them at the end."""
    limits = limits or Limits(on=settings.limits)
    engine = await asyncio.to_thread(open_database, settings.database)
    shared = engine.dialect.name == "postgresql"
    store = Store(engine, metrics.committed, _spread() if shared else None)
    networks = Networks()
    bots = BotPool(settings.thinkers, networks.of)
    preparing = Preparing()
    webhooks = Webhooks(settings.webhooks, heard=metrics.called)
    loop_tasks: list[asyncio.Task[None]] = []
    others: Cluster | None = None
    try:
        secret = await store.write(queries.secret, "cookies", secrets.token_bytes(32))
        uptime = Uptime(store)
        await uptime.start()
        registry = TableRegistry(store, preparing, settings, uptime)
        journal = Journal(store, registry, metrics, _caller(store, webhooks))
        registry.attended = TurnDriver(registry, journal, bots, metrics, settings, uptime).attend
        everything = Services(
            settings,
            store,
            People(store, secret),
            registry,
            Actions(store, registry, journal, limits),
            Presence(registry),
            bots,
            preparing,
            metrics,
            webhooks,
            limits,
            networks,
        )
        if settings.compile:
            loop_tasks.append(asyncio.create_task(preparing.all()))
        if shared:
            others = await _join(everything)
        loop_tasks.append(asyncio.create_task(uptime.run()))
        due = DueTables(store, registry)
        loop_tasks.append(asyncio.create_task(due.run(settings.attend_seconds)))
        loop_tasks.append(asyncio.create_task(_tidy(registry, metrics)))
        loop_tasks.append(asyncio.create_task(_look_after(everything.presence, store)))
        loop_tasks.append(asyncio.create_task(everything.presence.watch(settings.patience)))
        yield everything
        for socket in list(everything.presence.sockets):
            socket.hang_up()
        with contextlib.suppress(TimeoutError):  # unwritten acts were not acknowledged
            async with asyncio.timeout(_SETTLING_SECONDS):
                await registry.close()
        await webhooks.stop(_CALLING_SECONDS)
        everything.close()
    finally:
        for task in loop_tasks:
            task.cancel()
        await asyncio.gather(*loop_tasks, return_exceptions=True)
        if others is not None:
            await others.stop()
        preparing.stop()
        bots.close()
        await asyncio.to_thread(store.close, _CLOSING_SECONDS)


def _spread() -> Callable[[Connection, set[str]], None]:
    from spielwerk.server.cluster import spread

    return spread


async def _join(services: Services) -> Cluster:
    """Join the other workers on the same database."""
    from spielwerk.server.cluster import Cluster

    address = make_url(services.settings.database).set(drivername="postgresql")
    url = address.render_as_string(hide_password=False)
    joined = Cluster(url, services.store, services.actions.act_for, services.presence.hear)
    joined.lost = services.presence.hang_up_all
    await joined.start()
    services.registry.cluster = joined
    return joined


def _caller(store: Store, webhooks: Webhooks) -> Callable[[int, str, int], None] | None:
    """Return a function that calls a person's webhook; None if the host has disabled webhooks."""
    tasks: set[asyncio.Task[None]] = set()

    async def call(person: int, table: str, seat: int) -> None:
        try:
            row = await store.read(queries.person, person)
        except Unavailable:  # no webhook address can be read
            return
        if row is not None and row.webhook is not None:
            webhooks.put(row.webhook, row.webhook_secret, {"table": table, "seat": seat}, person)

    def begin(person: int, table: str, seat: int) -> None:
        task = asyncio.create_task(call(person, table, seat))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return begin if webhooks.allow else None


async def _tidy(registry: TableRegistry, metrics: Metrics) -> None:
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        registry.tidy()
        metrics.tables.set(len(registry))


async def _look_after(presence: Presence, store: Store) -> None:
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            await presence.look_after(store)
            await presence.announce()
        except (SQLAlchemyError, SpielwerkError):
            _log.debug("the database is unavailable, so nothing was looked after")


def _who(scope: Scope) -> Any:
    """Return the cookie or token whose requests are counted together."""
    headers = dict(scope.get("headers", ()))
    return headers.get(b"authorization") or _cookie(headers.get(b"cookie", b"").decode("latin-1"))


def _cookie(told: str) -> str | None:
    for pair in told.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE:
            return value
    return None


class _Refusal(JSONResponse):
    """A refusal in ASCII: it may quote a lone surrogate, which UTF-8 can't encode."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, SpielwerkError)
    return _Refusal(refusals.body(error), refusals.status(error), headers=refusals.headers(error))


async def _malformed(_: Request, error: Exception) -> Response:
    body = {"code": "malformed", "reason": wire.told(error), "details": {}}
    return _Refusal(body, 422)


async def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (page := pages.nowhere(request)) is not None:
        return page
    code = {400: "malformed", 404: "no_page", 405: "wrong_method"}.get(error.status_code, "refused")
    body = {"code": code, "reason": str(error.detail), "details": {}}
    return _Refusal(body, error.status_code, headers=error.headers)


async def _failed(_: Request, error: Exception) -> Response:
    return _Refusal(refusals.failed(logs.request_id.get()), 500)
