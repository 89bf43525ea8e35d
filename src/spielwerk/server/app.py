"""The application: all parts of a server, put together."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Scope

from spielwerk import __version__
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import guard, refusals, wire
from spielwerk.server.api import answers, lists, live, pages, people, tables
from spielwerk.server.api.asking import House
from spielwerk.server.hall import Hall
from spielwerk.server.limits import Limiter
from spielwerk.server.metrics import Measured, Metrics
from spielwerk.server.people import COOKIE, People
from spielwerk.server.preparing import Preparing
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.database import open_database
from spielwerk.server.store.store import Store
from spielwerk.server.thinkers import Thinkers
from spielwerk.server.webhooks import Webhooks

if TYPE_CHECKING:
    from spielwerk.server.neighbours import Neighbours  # needs psycopg, which is an extra

_log = logging.getLogger(__name__)
_TIDY_SECONDS = 60.0
_CALLING_SECONDS = 2.0
_REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Refusal} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def application(settings: Settings) -> ASGIApp:
    """Return a server with these settings, behind its door; uvicorn runs it."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with _house(settings, metrics) as house:
            app.state.house = house
            yield

    app = FastAPI(
        title="Spielwerk",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(people.router, prefix="/api", responses=_REFUSED)
    app.include_router(lists.router, prefix="/api", responses=_REFUSED)
    app.include_router(tables.router, prefix="/api", responses=_REFUSED)
    app.include_router(pages.router)
    app.get("/healthz", include_in_schema=False)(_health)
    if settings.metrics:
        app.get("/metrics", include_in_schema=False)(_metrics)
    app.add_exception_handler(SpielwerkError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)
    # Around everything, the framework's own answers included.
    door: ASGIApp = guard.Origin(guard.BodyLimit(live.beside(app)), frozenset(settings.origins))
    if settings.limits:
        door = guard.Rates(door, Limiter(20, 60), Limiter(50, 200), _who)
    return Measured(guard.Headers(door), metrics)


@contextlib.asynccontextmanager
async def _house(settings: Settings, metrics: Metrics) -> AsyncIterator[House]:
    engine = await asyncio.to_thread(open_database, settings.database)
    shared = engine.dialect.name == "postgresql"
    store = Store(engine, metrics.committed, _spread() if shared else None)
    thinkers = Thinkers(settings.thinkers)
    preparing = Preparing()
    webhooks = Webhooks(settings.webhooks, heard=metrics.called)
    loop_tasks: list[asyncio.Task[None]] = []
    others: Neighbours | None = None
    try:
        await store.hire()
        secret = await store.write(queries.secret, "cookies", secrets.token_bytes(32))
        hall = Hall(store, thinkers, preparing, metrics, settings, _caller(store, webhooks))
        everything = House(
            settings,
            store,
            People(store, secret),
            hall,
            thinkers,
            preparing,
            metrics,
            webhooks,
            messages=Limiter(50, 200) if settings.limits else None,
            welcomes=Limiter(1 / 10, 20),
            sign_ins=Limiter(1 / 10, 10),
            sockets=set(),
        )
        if settings.compile:
            loop_tasks.append(asyncio.create_task(preparing.all()))
        if shared:
            others = await _join(everything)
            loop_tasks.append(asyncio.create_task(_attend(hall, settings.attend_seconds)))
        else:
            loop_tasks.append(asyncio.create_task(hall.attend_all()))
        loop_tasks.append(asyncio.create_task(_tidy(hall, metrics)))
        webhooks.start()
        yield everything
        for socket in list(everything.sockets):
            socket.hang_up()
        await hall.close()
        await webhooks.stop(_CALLING_SECONDS)
    finally:
        for task in loop_tasks:
            task.cancel()
        await asyncio.gather(*loop_tasks, return_exceptions=True)
        if others is not None:
            await others.stop()
        preparing.stop()
        thinkers.close()
        await store.dismiss()
        await asyncio.to_thread(store.close)


def _spread() -> Callable[[Connection, set[str]], None]:
    from spielwerk.server.neighbours import spread

    return spread


async def _join(house: House) -> Neighbours:
    """Become one of several workers."""
    from spielwerk.server.neighbours import Neighbours

    address = make_url(house.settings.database).set(drivername="postgresql")
    url = address.render_as_string(hide_password=False)
    joined = Neighbours(url, house.store, house.hall.act_for, house.hear)
    joined.lost = house.hall.disown
    await joined.start()
    house.hall.neighbours = joined
    return joined


async def _attend(hall: Hall, seconds: float) -> None:
    while True:
        try:
            await hall.attend_orphans()
        except Exception:  # noqa: BLE001 (whatever it was, the next round may do better)
            _log.exception("orphaned tables could not be taken over")
        await asyncio.sleep(seconds)


def _caller(store: Store, webhooks: Webhooks) -> Callable[[int, str, int], None] | None:
    """Calls people whose turn has come, where the host allows that and they want it."""
    tasks: set[asyncio.Task[None]] = set()

    async def call(person: int, table: str, seat: int) -> None:
        row = await store.read(queries.person, person)
        if row is not None and row.webhook is not None:
            webhooks.put(row.webhook, row.webhook_secret, {"table": table, "seat": seat})

    def begin(person: int, table: str, seat: int) -> None:
        task = asyncio.create_task(call(person, table, seat))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    return begin if webhooks.allow else None


async def _tidy(hall: Hall, metrics: Metrics) -> None:
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        hall.tidy()
        metrics.tables.set(hall.size)


async def _health(request: Request) -> dict[str, Any]:
    """Return whether the server answers, and which games can be played."""
    house: House = request.app.state.house
    return {"ok": True, "version": __version__, "games": house.preparing.states}


async def _metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    house: House = request.app.state.house
    house.metrics.tables.set(house.hall.size)
    return Response(house.metrics.render(), media_type=house.metrics.content_type)


def _who(scope: Scope) -> Any:
    """Whose requests are counted together: a cookie's or a token's."""
    headers = dict(scope.get("headers", ()))
    return headers.get(b"authorization") or _cookie(headers.get(b"cookie", b"").decode("latin-1"))


def _cookie(told: str) -> str | None:
    for pair in told.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE:
            return value
    return None


class _Refusal(JSONResponse):
    """Written in ASCII: what it repeats may hold half a letter, which UTF-8 can't write."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, SpielwerkError)
    return _Refusal(refusals.body(error), refusals.status(error))


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
    body = {"code": "failed", "reason": "something went wrong here", "details": {}}
    return _Refusal(body, 500)
