"""The page: one shell for all its addresses, and the files that it loads."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(str(files("spielwerk.web")))
router = APIRouter(include_in_schema=False)


class _Files(StaticFiles):
    """Files that browsers keep, asking each time whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


@router.get("/")
@router.get("/table/{rest}")
@router.get("/replay/{rest}")
@router.get("/replay")
@router.get("/rules/{rest}")
@router.get("/account")
async def shell() -> FileResponse:
    """The page finds out by its address what to show."""
    return FileResponse(WEB / "index.html", headers={"Cache-Control": "no-cache"})


@router.get("/offline.js")
async def offline() -> FileResponse:
    """The worker that opens the page without a connection; it must lie at the root."""
    return FileResponse(WEB / "offline.js", headers={"Cache-Control": "no-cache"})


def serve_pages(app: FastAPI) -> None:
    """Serve the page beside the API."""
    app.include_router(router)
    app.mount("/web", GZipMiddleware(_Files(directory=WEB), minimum_size=500, compresslevel=6))
