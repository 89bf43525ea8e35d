"""Exception types: one per kind of refusal, each with a code for programs and a message."""

from __future__ import annotations

from typing import Any


class SpielwerkError(ValueError):
    """The base class of all refusals."""

    code: str
    """Names the kind of refusal; programs can rely on it."""
    reason: str
    """A sentence for people, in English."""
    details: dict[str, Any]
    """The values that a translated message needs."""

    def __init__(self, code: str, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.__dict__)


def _restore(kind: type[SpielwerkError], state: dict[str, Any]) -> SpielwerkError:
    error = kind(state["code"], state["reason"])
    error.__dict__.update(state)
    return error


class UnknownGame(SpielwerkError):
    """No game has this name."""


class UnknownBot(SpielwerkError):
    """No bot has this name."""


class BadSetting(SpielwerkError):
    """A seat count, seed, starting seat or rule option that the game does not support."""


class MissingExtra(SpielwerkError, ImportError):
    """An optional package is not installed; the message names the extra to install."""


class PartsError(SpielwerkError):
    """A parts file that cannot be used."""

    line: int | None
    """The line number; None: the whole file."""

    def __init__(self, code: str, reason: str, line: int | None = None, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.line = line


class IllegalMove(SpielwerkError):
    """A move that cannot be parsed, or that the rules do not allow now."""


class UndoRefused(SpielwerkError):
    """A ply that can no longer be taken back."""


class RecordError(SpielwerkError):
    """A record that fails verification."""

    ply: int | None
    """The number of the ply, from 0; None: before the first ply."""

    def __init__(self, code: str, reason: str, ply: int | None = None, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.ply = ply
