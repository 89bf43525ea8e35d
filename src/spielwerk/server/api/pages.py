"""Serve the page: one shell for all its URLs, and the files it loads."""

from __future__ import annotations

import contextlib
import mimetypes

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from spielwerk.server.api.packing import ASKED_AGAIN, FOR_GOOD, packed
from spielwerk.server.page_files import PageFiles

router = APIRouter(include_in_schema=False)
_files = PageFiles()
_NO_PAGES = {"api", "at", "healthz", "metrics", "offline.js"}  # programs read these refusals


@router.get("/")
@router.get("/table/{rest}")
@router.get("/board/{rest}")
@router.get("/replay/{rest}")
@router.get("/replay")
@router.get("/rules/{rest}")
@router.get("/lesson/{rest}")
@router.get("/box/{rest}")
@router.get("/account")
@router.get("/games")
async def shell(request: Request) -> Response:
    """Return the shell; the page decides by its URL what to show."""
    return _now(request, "web/index.html")


def nowhere(request: Request) -> Response | None:
    """Return the page with status 404; None if the client did not ask for a page."""
    first = request.url.path.split("/")[1]
    if request.method != "GET" or first in _NO_PAGES or not _prefers_page(request):
        return None
    page = _now(request, "web/index.html")
    page.status_code = 404
    return page


def _prefers_page(request: Request) -> bool:
    """Return whether the client accepts HTML and prefers nothing else."""
    weights: dict[str, float] = {}
    for one in request.headers.get("Accept", "").lower().replace(" ", "").split(","):
        media, _, weight = one.partition(";q=")
        with contextlib.suppress(ValueError):
            weights[media] = float(weight or 1)
    page = weights.get("text/html", 0.0)
    return page > 0 and page >= max(weights.values())


@router.get("/offline.js")
async def offline(request: Request) -> Response:
    """Return the service worker that opens the page offline; it must be at the root."""
    return _now(request, "web/offline.js")


def _now(request: Request, address: str) -> Response:
    """Return a current file that contains the digest; it is revalidated each time."""
    return packed(request.headers, _files.now().files[address], _media(address), ASKED_AGAIN)


@router.get("/at/{digest}/{address:path}")
async def file(digest: str, address: str, request: Request) -> Response:
    """Return a file of the page or of a game; under one digest it never changes."""
    body = _files.of(digest).files.get(address)
    if body is None:
        raise HTTPException(404)
    return packed(request.headers, body, _media(address), FOR_GOOD)


def _media(address: str) -> str | None:
    return mimetypes.guess_type(address)[0]
