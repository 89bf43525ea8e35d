"""Convert Anubixx's sheets, written in letters, to tables for the kernels."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.games.anubixx.layout import FIELDS, NAMES, QUARRY, tables_dtype
from spielwerk.games.anubixx.notation import COLOURS, SHEETS, SYMBOLS
from spielwerk.rules.controls import Cells, Control, Numbers, Places, Row, Sheet
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
# The fields of a sheet's entries: an entry has as many stones as there are names, in this order.
PYRAMID = [[f"P{level}{place}" for place in range(1, 8 - level)] for level in range(1, 7)]
PILLARS = {
    side: [f"A{side[0].upper()}{level}" for level in range(1, 6)] for side in ("left", "right")
}
RELIEF = [[f"{column}{row}" for column in "abcd"] for row in (3, 2, 1)]  # the top row first
ENTRIES = ("pyramid", "left", "right", "closing", "relief", "quarry")
POINTS = ("pyramid", "arch", "relief")  # six numbers each
MOST_POINTS = 100
BLANK = "."  # a stone without a colour yet: a sheet that has one cannot be used
STONES: dict[str, Cells] = {
    "pyramid": tuple(map(tuple, PYRAMID)),
    "relief": tuple(map(tuple, RELIEF)),
    "left": tuple(PILLARS["left"]),
    "right": tuple(PILLARS["right"]),
    "closing": ("AT",),
}


def _controls(sheet: int, name: str) -> tuple[Control, ...]:
    return (
        Sheet(name, COLOURS, STONES, shows={"sheet": sheet}),
        Row(name, "quarry", COLOURS, 1, QUARRY),
    )


CONTROLS = (
    *itertools.chain.from_iterable(itertools.starmap(_controls, enumerate(SHEETS))),
    Places("symbols", SYMBOLS, tuple(NAMES), 2, lists=True),
    Numbers("points", POINTS, 0, MOST_POINTS, length=6),
)


def load(source: PartsSource | None) -> States:
    """Return the tables for the parts in `source`, or for those in the box."""
    file = PartsFile(source or OWN)
    file.only(("symbols", "points", *SHEETS))
    tables = np.zeros(1, tables_dtype)
    for field, bit in enumerate(FIELDS.values()):
        tables["bit"][0, field] = bit
        tables["field"][0, bit] = field
    for sheet, name in enumerate(SHEETS):
        _set_sheet(tables, file, sheet, name)
    _set_symbols(tables, file)
    _set_points(tables, file)
    return tables


def _set_sheet(tables: States, file: PartsFile, sheet: int, name: str) -> None:
    file.table(name, ENTRIES)
    for field, colour in _stones(file, name):
        number = COLOURS.index(colour)
        tables["colour"][0, sheet, NAMES.index(field)] = number
        tables["fields"][0, sheet, number] |= np.uint64(1 << FIELDS[field])
    quarry = _row(file, name, "quarry", None)
    if not 1 <= len(quarry) <= QUARRY:
        reason = f"a quarry has 1 to {QUARRY} stones, not {len(quarry)}"
        raise file.refuse("quarry", reason, name, "quarry", most=QUARRY, found=len(quarry))
    tables["stones"][0, sheet] = len(quarry)
    for place, colour in enumerate(quarry):
        tables["quarry"][0, sheet, COLOURS.index(colour)] |= np.uint64(1 << place)


def _stones(file: PartsFile, sheet: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a sheet and their colours."""
    for key, fields in (("pyramid", PYRAMID), ("relief", RELIEF)):
        rows = file.tables[sheet][key]
        if not isinstance(rows, list) or len(rows) != len(fields):
            reason = f"{key} must be a list of {len(fields)} rows of colours"
            raise file.refuse("rows", reason, sheet, key, needed=len(fields))
        for row, names in zip(rows, fields, strict=True):
            yield from zip(names, _colours(file, sheet, key, row, len(names)), strict=True)
    for key, pillar in PILLARS.items():
        yield from zip(pillar, _row(file, sheet, key, len(pillar)), strict=True)
    yield "AT", _row(file, sheet, "closing", 1)


def _row(file: PartsFile, sheet: str, key: str, size: int | None) -> str:
    return _colours(file, sheet, key, file.tables[sheet][key], size)


def _colours(file: PartsFile, sheet: str, key: str, row: Any, size: int | None) -> str:
    """Return a row of colours; refuse anything else, or a row of another length."""
    if not isinstance(row, str) or not set(row) <= {*COLOURS, BLANK}:
        reason = f"{key}: {quoted(row)} is no row of colours ({', '.join(COLOURS)})"
        raise file.refuse("colours", reason, sheet, key)
    if size is not None and len(row) != size:
        reason = f"{key}: {quoted(row)} must be {size} long, not {len(row)}"
        raise file.refuse("length", reason, sheet, key, needed=size, found=len(row))
    if BLANK in row:
        blank = str(file.tables[sheet][key]).count(BLANK)  # in all its rows
        reason = f"{key}: {blank} stones have no colour yet"
        raise file.refuse("blank", reason, sheet, key, blank=blank)
    return row


def _set_symbols(tables: States, file: PartsFile) -> None:
    """Set each symbol's fields, the same on every sheet (AN-5)."""
    taken: dict[str, str] = {}
    for number, symbol in enumerate(SYMBOLS):
        fields = file.table("symbols", SYMBOLS)[symbol]
        if not isinstance(fields, list) or not fields:
            reason = f"{symbol}: name the fields that show it"
            raise file.refuse("symbol", reason, "symbols", symbol)
        for field in fields:
            if field not in NAMES:
                reason = f"{symbol}: {quoted(field)} is no field"
                raise file.refuse("field", reason, "symbols", symbol, field=quoted(field))
            if field in taken:
                reason = f"{symbol}: {field} already shows the {taken[field]}"
                raise file.refuse("taken", reason, "symbols", symbol, field=field)
            taken[field] = symbol
            tables["symbols"][0, number] |= np.uint64(1 << FIELDS[field])


def _set_points(tables: States, file: PartsFile) -> None:
    """Set the points of levels, pillars and pairs of relief fields (AN-23 to AN-25)."""
    file.table("points", POINTS)
    n = 6
    for key in POINTS:
        points = file.tables["points"][key]
        if (
            not isinstance(points, list)
            or len(points) != n
            or not all(type(p) is int and 0 <= p <= MOST_POINTS for p in points)
            or sorted(points) != points
        ):
            reason = f"{key} must be {n} numbers from 0 to {MOST_POINTS}, none below the one before"
            raise file.refuse("points", reason, "points", key, n=n, most=MOST_POINTS)
        tables[f"{key}_points"][0, 1:] = points
