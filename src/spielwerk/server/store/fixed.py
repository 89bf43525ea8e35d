"""Statements that are written once and run often, by SQLAlchemy or by SQLite itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import UpdateBase


class Fixed:
    """A statement that changes rows."""

    def __init__(self, clause: UpdateBase) -> None:
        self.clause = clause
        compiled = clause.compile(dialect=sqlite.dialect())
        self.text = str(compiled)  # as SQLite reads it, a question mark for each value
        self._names = compiled.positiontup or ()

    def values(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """What the question marks stand for."""
        return tuple([row[name] for name in self._names])


Note = tuple[Fixed, dict[str, Any]]  # a statement, and what to put into it
