"""Refusals, as the server tells them: one JSON shape, and an HTTP status a kind."""

from __future__ import annotations

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
    """There is no such table, person or page, or none that the asker may know of."""


class NotAllowed(SpielwerkError):
    """The asker is known, and may not do that."""


class NotSignedIn(SpielwerkError):
    """Only somebody who has a name may do that."""


class TooMany(SpielwerkError):
    """More requests, tables or tokens than one is given."""


class Malformed(SpielwerkError):
    """A message that can't be read."""


class TooLarge(SpielwerkError):
    """A request with more bytes than the server reads."""


class Conflict(SpielwerkError):
    """Something has changed meanwhile, or is taken."""


class NotReady(SpielwerkError):
    """The server can't do that yet, or at the moment."""


CONFLICT = 409
_STATUS: dict[type[SpielwerkError], int] = {
    SpielwerkError: 400,
    NotSignedIn: 401,
    NotAllowed: 403,
    NotFound: 404,
    Conflict: CONFLICT,
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
    """Return the HTTP status of a refusal: that of its type, or of the nearest type above it."""
    if isinstance(error, Retold):
        return error.status
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def body(error: SpielwerkError) -> dict[str, Any]:
    """Return what the asker is told. Where in a record or file it was belongs to the details."""
    where = {name: getattr(error, name, None) for name in ("ply", "line")}
    told = {name: place for name, place in where.items() if place is not None}
    return {"code": error.code, "reason": error.reason, "details": error.details | told}


class Retold(SpielwerkError):
    """A refusal by another worker, told on."""

    def __init__(self, code: str, reason: str, status: int, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.status = status


def retold(told: dict[str, Any]) -> Retold:
    """Return a refusal as another worker has told it."""
    return Retold(told["code"], told["reason"], told["status"], **told["details"])


def not_written() -> NotReady:
    """Refuse what the store could not write."""
    return NotReady("not_written", "that could not be written: try again")
