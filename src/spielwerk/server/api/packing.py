"""Compress and cache responses: gzip where accepted, and 304 for unchanged content."""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response

ASKED_AGAIN = "no-cache"  # cached, but revalidated each time
FOR_GOOD = "max-age=31536000, immutable"


def _unpacks(asked: Headers) -> bool:
    """Return whether the client accepts gzip, with a weight above 0."""
    for one in asked.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


def packed(asked: Headers, body: bytes, media: str | None, keeping: str) -> Response:
    """Return a response, compressed if the client accepts it; `keeping` is its Cache-Control."""
    headers = {"Cache-Control": keeping, "Vary": "Accept-Encoding"}
    if _unpacks(asked):
        headers["Content-Encoding"] = "gzip"
        body = _packed(body)
    return Response(body, headers=headers, media_type=media)


def packed_json(asked: Headers, body: bytes, digest: str) -> Response:
    """Return JSON, compressed if accepted; 304 if the client already has that digest."""
    tag = f'W/"{digest}"'  # weak: compressed or not, the content is the same
    if tag in asked.get("If-None-Match", ""):
        response = Response(status_code=304, headers={"Cache-Control": ASKED_AGAIN})
    else:
        response = packed(asked, body, "application/json", ASKED_AGAIN)
    response.headers["ETag"] = tag
    return response


@lru_cache(maxsize=512)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
