"""The page: one shell for all its addresses, and the files that it loads."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

WEB = Path(str(files("spielwerk.web")))
router = APIRouter(include_in_schema=False)


class _Files(StaticFiles):
    """Files that browsers keep, asking each time whether they are still the same.

    They are sent packed to whoever can unpack them: the page is text, a quarter of its size then.
    """

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        if isinstance(response, FileResponse) and _unpacks(Headers(scope=scope)):
            body = _packed(Path(full_path), stat_result.st_mtime_ns)
            weak = f"W/{response.headers['ETag']}"  # other bytes than the file's, the same meaning
            headers = {"Content-Encoding": "gzip", "ETag": weak}
            response = Response(body, status_code, headers, response.media_type)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        return response


def _unpacks(asked: Headers) -> bool:
    """Whether who asks takes gzip: named, and not with a weight of nothing."""
    for one in asked.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


@lru_cache(maxsize=256)
def _packed(path: Path, changed: int) -> bytes:
    """A file, packed once for as long as it stays the same (`changed`: when it last did)."""
    return gzip.compress(path.read_bytes(), mtime=0)


_files = _Files(directory=WEB)


@router.get("/")
@router.get("/table/{rest}")
@router.get("/replay/{rest}")
@router.get("/replay")
@router.get("/rules/{rest}")
@router.get("/account")
async def shell(request: Request) -> Response:
    """The page finds out by its address what to show."""
    return await _files.get_response("index.html", request.scope)


@router.get("/offline.js")
async def offline(request: Request) -> Response:
    """The worker that opens the page without a connection; it must lie at the root."""
    return await _files.get_response("offline.js", request.scope)


def serve_pages(app: FastAPI) -> None:
    """Serve the page beside the API."""
    app.include_router(router)
    app.mount("/web", _files)
