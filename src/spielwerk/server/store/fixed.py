"""Statements that are written once and run often, by SQLAlchemy or by SQLite itself."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import UpdateBase


class Fixed:
    """A statement that changes rows."""

    def __init__(self, clause: UpdateBase) -> None:
        self.clause = clause
        compiled = clause.compile(dialect=sqlite.dialect())
        self.text = str(compiled)  # as SQLite reads it, a question mark for each value
        # What they stand for, out of a row.
        self.values: Callable[[Mapping[str, Any]], tuple[Any, ...]]
        self.values = operator.itemgetter(*compiled.positiontup or ())


Note = tuple[Fixed, dict[str, Any]]  # a statement, and what to put into it
