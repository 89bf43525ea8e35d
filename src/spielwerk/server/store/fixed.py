"""Statements that are written once and run often, by SQLAlchemy or by SQLite itself."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
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


# A statement that updates the row of a `table`, or of its seat `number`, and what to put into it.
Note = tuple[Fixed, dict[str, Any]]


def gather(notes: Iterable[Note]) -> dict[Fixed, list[dict[str, Any]]]:
    """Return what notes come to in the end: one update per row, by statement.

    Of two statements for one row, one sets all that the other does: that one then says both.
    """
    found: dict[tuple[str, int | None], Note] = {}
    for statement, values in notes:
        row = values["table"], values.get("number")
        wider, before = found.get(row, (statement, {}))
        found[row] = (wider if len(before) > len(values) else statement, before | values)
    gathered: dict[Fixed, list[dict[str, Any]]] = {}
    for statement, values in found.values():
        gathered.setdefault(statement, []).append(values)
    return gathered
