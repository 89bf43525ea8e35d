"""A table's log: its entries in order, never changed."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson

from spielwerk.server.store import chain

FORGOTTEN = "–"  # replaces a deleted person's name and chat

Kind = Literal[
    "sit", "stand", "bot", "name", "ready", "open", "start", "move", "undo", "ask_back", "agree",
    "decline", "back", "leave", "return", "resign", "late", "say", "next", "record",
]  # fmt: skip


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * 1000)


@dataclass(slots=True)
class Entry:
    """One entry of a table's log."""

    number: int
    kind: Kind
    at: int
    seat: int | None = None
    person: int | None = None
    key: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    hash: bytes | None = None  # None until it is part of a log

    def chained(self, before: bytes) -> bytes:
        """Return the entry's hash; `before` is the previous entry's hash."""
        of = self.seat, self.person
        return chain.link(before, self.number, self.kind, self.at, *of, self.data)

    def continues(self, before: bytes) -> bool:
        """Return whether the stored hash is that of this entry after `before`."""
        try:
            return self.hash == self.chained(before)
        except chain.NotChained:
            return False

    def row(self, table: str) -> dict[str, Any]:
        """Return the entry as a database row."""
        return {
            "table_id": table,
            "number": self.number,
            "kind": self.kind,
            "seat": self.seat,
            "person": self.person,
            "key": self.key,
            "at": self.at,
            "data": self.data,
            "hash": self.hash,
        }

    @classmethod
    def of(cls, row: Any) -> Entry:
        """Build an entry from a database row."""
        hash_ = bytes(row.hash or b"")
        return cls(row.number, row.kind, row.at, row.seat, row.person, row.key, row.data, hash_)


_patient = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def loads(text: str | bytes) -> Any:
    """Parse JSON; return None if it is invalid, so that other rows can still be read."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def dumps(value: Any) -> str:
    """Encode `data` and `terms` as JSON; people's texts may contain lone surrogates."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return _patient.encode(value)
