"""The log of a table: what happened, in order, never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "sit", "stand", "bot", "start", "move", "undo", "ask_back", "agree", "decline", "back",
    "leave", "return", "resign", "late", "say", "next",
]  # fmt: skip


@dataclass(slots=True)
class Entry:
    """One thing that happened at a table."""

    number: int
    kind: Kind
    at: int  # milliseconds since 1970
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
