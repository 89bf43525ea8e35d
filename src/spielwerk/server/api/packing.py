"""Packing what is sent: gzip for whoever takes it, and what stays the same sent once."""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response

ASKED_AGAIN = "no-cache"  # kept, and asked for each time whether it is still the same
FOR_GOOD = "public, max-age=31536000, immutable"


def _unpacks(asked: Headers) -> bool:
    """Return whether who asks takes gzip: named, and not with a weight of nothing."""
    for one in asked.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


def packed(asked: Headers, body: bytes, media: str | None, keeping: str) -> Response:
    """Return a body, packed for who takes it, and how long it may be kept."""
    headers = {"Cache-Control": keeping, "Vary": "Accept-Encoding"}
    if _unpacks(asked):
        headers["Content-Encoding"] = "gzip"
        body = _packed(body)
    return Response(body, headers=headers, media_type=media)


def packed_json(asked: Headers, body: bytes, digest: str) -> Response:
    """Return JSON of that digest, packed for who takes it; nothing but that for who has it."""
    tag = f'W/"{digest}"'  # packed or not, the same meaning
    if tag in asked.get("If-None-Match", ""):
        response = Response(status_code=304, headers={"Cache-Control": ASKED_AGAIN})
    else:
        response = packed(asked, body, "application/json", ASKED_AGAIN)
    response.headers["ETag"] = tag
    return response


@lru_cache(maxsize=512)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
