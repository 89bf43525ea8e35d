"""A table's log: what happened, in order, never changed; and how it waits to be written."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

import orjson
from sqlalchemy import Connection

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.store.fixed import Note

T = TypeVar("T")
Work = Callable[[Connection], T]

MOST_TOGETHER = 500  # writes that share a commit

Kind = Literal[
    "sit", "stand", "bot", "start", "move", "undo", "ask_back", "agree", "decline", "back",
    "leave", "return", "resign", "late", "say", "next",
]  # fmt: skip


def now() -> int:
    """Return the time as entries tell it: milliseconds since 1970."""
    return int(time.time() * 1000)


@dataclass(slots=True)
class Entry:
    """One thing that happened at a table."""

    number: int
    kind: Kind
    at: int
    seat: int | None = None
    person: int | None = None
    key: str | None = None
    data: dict[str, Any] = field(default_factory=dict)

    def row(self, table: str) -> dict[str, Any]:
        """As the database keeps it."""
        return {
            "table_id": table,
            "number": self.number,
            "kind": self.kind,
            "seat": self.seat,
            "person": self.person,
            "key": self.key,
            "at": self.at,
            "data": self.data,
        }

    @classmethod
    def of(cls, row: Any) -> Entry:
        """From a row of the database."""
        return cls(row.number, row.kind, row.at, row.seat, row.person, row.key, row.data)


_patient = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def dumps(value: Any) -> str:
    """Return what `data` and `terms` are written with; texts of people may hold half a letter."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return _patient.encode(value)


class LogBroken(SpielwerkError):
    """An earlier entry of this log could not be written, so later ones must not be either."""


@dataclass(eq=False)
class Line:
    """The entries that one process adds to one log: in order, and none after one that failed."""

    table: str
    broken: bool = False


@dataclass(eq=False, slots=True)
class Write(Generic[T]):
    """Something to write: work of any kind, or entries of a log and what to note with them."""

    loop: asyncio.AbstractEventLoop
    work: Work[T] | None = None
    line: Line | None = None
    rows: Sequence[dict[str, Any]] = ()
    notes: Sequence[Note] = ()
    done: asyncio.Future[T] = field(init=False)
    result: Any = None
    error: Exception | None = None

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()

    def settle(self) -> None:
        """Tell whoever waits; runs in the event loop."""
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


def settle(group: list[Write[Any]]) -> None:
    """Tell all who wait for these; runs in the event loop."""
    for write in group:
        write.settle()
