"""Refusals sent to clients: one JSON shape, and one HTTP status per type."""

from __future__ import annotations

import math
from typing import Any

from spielwerk.rules.errors import (
    BadSetting,
    IllegalMove,
    PartsError,
    RecordError,
    SpielwerkError,
    UndoRefused,
    UnknownBot,
    UnknownGame,
)


class NotFound(SpielwerkError):
    """No such table, person or page exists, or the client may not know of it."""


class NotAllowed(SpielwerkError):
    """The person is signed in but may not do that."""


class NotSignedIn(SpielwerkError):
    """The request needs a signed-in person."""


class TooMany(SpielwerkError):
    """A limit on requests, tables or tokens is exceeded."""


class Malformed(SpielwerkError):
    """The message is invalid."""


class TooLarge(SpielwerkError):
    """The request is larger than the server accepts."""


class Conflict(SpielwerkError):
    """The request conflicts with the current state."""


class Unreadable(SpielwerkError):
    """A stored table can't be read; it is set aside, and all others go on."""


class NotReady(SpielwerkError):
    """The server can't do that yet, or can't do it right now."""


class Unavailable(NotReady):
    """The database is currently unavailable."""


CONFLICT = 409
_AGAIN_SECONDS = 2
_STATUS: dict[type[SpielwerkError], int] = {
    SpielwerkError: 400,
    NotSignedIn: 401,
    NotAllowed: 403,
    NotFound: 404,
    Conflict: CONFLICT,
    Unreadable: CONFLICT,
    IllegalMove: CONFLICT,
    UndoRefused: CONFLICT,
    TooLarge: 413,
    BadSetting: 422,
    Malformed: 422,
    PartsError: 422,
    RecordError: 422,
    UnknownBot: 422,
    UnknownGame: 422,
    TooMany: 429,
    NotReady: 503,
}


def status(error: SpielwerkError) -> int:
    """Return the HTTP status of a refusal: that of its type, or of its nearest base type."""
    if isinstance(error, Retold):
        return error.status
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def body(error: SpielwerkError) -> dict[str, Any]:
    """Return a refusal as JSON; the details include the position in a record or file, if any."""
    where = {name: getattr(error, name, None) for name in ("ply", "line")}
    told = {name: place for name, place in where.items() if place is not None}
    return {"code": error.code, "reason": error.reason, "details": error.details | told}


def failed(request: str) -> dict[str, Any]:
    """Return the body for an internal error, with the request id to search for in the logs."""
    reason = "an internal error occurred"
    return {"code": "failed", "reason": reason, "details": {"request": request}}


class Retold(SpielwerkError):
    """A refusal passed on from another worker."""

    def __init__(self, code: str, reason: str, status: int, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.status = status


def retold(told: dict[str, Any]) -> Retold:
    """Rebuild a refusal received from another worker."""
    return Retold(told["code"], told["reason"], told["status"], **told["details"])


def not_written() -> NotReady:
    """Return the refusal for an act that could not be written."""
    return NotReady("not_written", "that could not be saved: try again", seconds=_AGAIN_SECONDS)


def unavailable() -> Unavailable:
    """Return the refusal for a request that needs the database while it is unavailable."""
    reason = "the database is unavailable: try again"
    return Unavailable("no_database", reason, seconds=_AGAIN_SECONDS)


def headers(error: SpielwerkError) -> dict[str, str]:
    """Return the headers of a refusal: when to retry, if known."""
    seconds = error.details.get("seconds")
    return {} if seconds is None else {"Retry-After": str(math.ceil(seconds))}
