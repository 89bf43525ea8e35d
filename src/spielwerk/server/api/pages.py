"""The page: one shell for all its addresses, and the files that it loads."""

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
_NO_PAGES = {"api", "at", "healthz", "metrics", "offline.js"}  # what these refuse, programs read


@router.get("/")
@router.get("/table/{rest}")
@router.get("/replay/{rest}")
@router.get("/replay")
@router.get("/rules/{rest}")
@router.get("/account")
@router.get("/games")
async def shell(request: Request) -> Response:
    """The page finds out by its address what to show."""
    return _now(request, "web/index.html")


def nowhere(request: Request) -> Response | None:
    """Return the page, to say itself that there is nothing; None where no page was asked for."""
    first = request.url.path.split("/")[1]
    if request.method != "GET" or first in _NO_PAGES or not _prefers_page(request):
        return None
    page = _now(request, "web/index.html")
    page.status_code = 404
    return page


def _prefers_page(request: Request) -> bool:
    """Return whether who asks takes HTML, and nothing rather than that."""
    weights: dict[str, float] = {}
    for one in request.headers.get("Accept", "").lower().replace(" ", "").split(","):
        media, _, weight = one.partition(";q=")
        with contextlib.suppress(ValueError):
            weights[media] = float(weight or 1)
    page = weights.get("text/html", 0.0)
    return page > 0 and page >= max(weights.values())


@router.get("/offline.js")
async def offline(request: Request) -> Response:
    """The worker that opens the page without a connection; it must lie at the root."""
    return _now(request, "web/offline.js")


def _now(request: Request, address: str) -> Response:
    """Return a file that names the digest below which all others lie: asked for each time."""
    return packed(request.headers, _files.now().files[address], _media(address), ASKED_AGAIN)


@router.get("/at/{digest}/{address:path}")
async def file(digest: str, address: str, request: Request) -> Response:
    """Return a file of the page or of a game; it never changes below the same digest."""
    body = _files.of(digest).files.get(address)
    if body is None:
        raise HTTPException(404)
    return packed(request.headers, body, _media(address), FOR_GOOD)


def _media(address: str) -> str | None:
    return mimetypes.guess_type(address)[0]
