"""Refusals: one type a kind, each with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any


class SpielwerkError(ValueError):
    """The base of all refusals. `details` holds what a translation of the sentence needs."""

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
    """There is no game of that name."""


class UnknownBot(SpielwerkError):
    """There is no bot of that name."""


class BadSetting(SpielwerkError):
    """A seat count, seed, starting seat or rule option that the game does not know."""


class MissingExtra(SpielwerkError, ImportError):
    """A package that only some need, and that is not installed; the sentence says how to."""


class PartsError(SpielwerkError):
    """A parts file that can't be played with; `line` says where (None: the whole file)."""

    def __init__(self, code: str, reason: str, line: int | None = None, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.line = line


class IllegalMove(SpielwerkError):
    """A move that can't be read, or that the rules do not allow now."""


class UndoRefused(SpielwerkError):
    """A ply that can't be taken back any more."""


class RecordError(SpielwerkError):
    """A record that does not hold; `ply` counts from 0 (None: before the first ply)."""

    def __init__(self, code: str, reason: str, ply: int | None = None, **details: Any) -> None:
        super().__init__(code, reason, **details)
        self.ply = ply
