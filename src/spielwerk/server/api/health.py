"""Health checks and metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from spielwerk import __version__
from spielwerk.server.api.dependencies import Server

health = APIRouter(include_in_schema=False)
metrics = APIRouter(include_in_schema=False)


@health.get("/healthz/live")
async def live() -> dict[str, Any]:
    """Report that the process answers; if it does not, restart it."""
    return {"ok": True, "version": __version__}


@health.get("/healthz/ready")
@health.get("/healthz")
async def ready(server: Server, response: Response) -> dict[str, Any]:
    """Return whether the server can serve requests, and which games are ready."""
    stopping = server.registry.is_closing
    database = not stopping and await server.store.is_well()
    if not database:
        response.status_code = 503
    told = {"ok": database, "database": database, "stopping": stopping}
    return told | {"version": __version__, "games": server.preparing.states}


@metrics.get("/metrics")
async def figures(server: Server) -> Response:
    """Return metrics for Prometheus."""
    server.metrics.tables.set(len(server.registry))
    server.metrics.waiting.set(server.store.waiting)
    return Response(server.metrics.render(), media_type=server.metrics.content_type)
