"""Anubixx's parts: from sheets typed in letters to the tables that the kernels use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.games.anubixx.layout import FIELDS, NAMES, QUARRY, tables_dtype
from spielwerk.games.anubixx.notation import COLOURS, SHEETS, SYMBOLS
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
# What a sheet's entries hold: as many stones as these names, in this order.
PYRAMID = [[f"P{level}{place}" for place in range(1, 8 - level)] for level in range(1, 7)]
PILLARS = {
    side: [f"A{side[0].upper()}{level}" for level in range(1, 6)] for side in ("left", "right")
}
RELIEF = [[f"{column}{row}" for column in "abcd"] for row in (3, 2, 1)]  # the top row first
ENTRIES = ("pyramid", "left", "right", "closing", "relief", "quarry")
MOST_POINTS = 100


def load(source: PartsSource | None) -> States:
    """Return the tables of the parts in `source`, or of the box's own."""
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
        raise file.refuse(reason, name, "quarry")
    tables["stones"][0, sheet] = len(quarry)
    for place, colour in enumerate(quarry):
        tables["quarry"][0, sheet, COLOURS.index(colour)] |= np.uint64(1 << place)


def _stones(file: PartsFile, sheet: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a sheet and their colours."""
    for key, fields in (("pyramid", PYRAMID), ("relief", RELIEF)):
        rows = file.tables[sheet][key]
        if not isinstance(rows, list) or len(rows) != len(fields):
            reason = f"{key} must be a list of {len(fields)} rows of colours"
            raise file.refuse(reason, sheet, key)
        for row, names in zip(rows, fields, strict=True):
            yield from zip(names, _colours(file, sheet, key, row, len(names)), strict=True)
    for key, pillar in PILLARS.items():
        yield from zip(pillar, _row(file, sheet, key, len(pillar)), strict=True)
    yield "AT", _row(file, sheet, "closing", 1)


def _row(file: PartsFile, sheet: str, key: str, size: int | None) -> str:
    return _colours(file, sheet, key, file.tables[sheet][key], size)


def _colours(file: PartsFile, sheet: str, key: str, row: Any, size: int | None) -> str:
    """Return a row of colours, refused if it is none or not of that size."""
    if not isinstance(row, str) or not set(row) <= set(COLOURS):
        reason = f"{key}: {quoted(row)} is no row of colours ({', '.join(COLOURS)})"
        raise file.refuse(reason, sheet, key)
    if size is not None and len(row) != size:
        raise file.refuse(f"{key}: {quoted(row)} must be {size} long, not {len(row)}", sheet, key)
    return row


def _set_symbols(tables: States, file: PartsFile) -> None:
    """AN-5: each symbol's fields, the same on every sheet."""
    taken: dict[str, str] = {}
    for number, symbol in enumerate(SYMBOLS):
        fields = file.table("symbols", SYMBOLS)[symbol]
        if not isinstance(fields, list) or not fields:
            raise file.refuse(f"{symbol}: name the fields that show it", "symbols", symbol)
        for field in fields:
            if field not in NAMES:
                reason = f"{symbol}: {quoted(field)} is no field"
                raise file.refuse(reason, "symbols", symbol)
            if field in taken:
                reason = f"{symbol}: {field} already shows the {taken[field]}"
                raise file.refuse(reason, "symbols", symbol)
            taken[field] = symbol
            tables["symbols"][0, number] |= np.uint64(1 << FIELDS[field])


def _set_points(tables: States, file: PartsFile) -> None:
    """AN-23 to AN-25: what levels, pillars and pairs of relief fields are worth."""
    file.table("points", ("pyramid", "arch", "relief"))
    for key, n in (("pyramid", 6), ("arch", 6), ("relief", 6)):
        points = file.tables["points"][key]
        if (
            not isinstance(points, list)
            or len(points) != n
            or not all(type(p) is int and 0 <= p <= MOST_POINTS for p in points)
            or sorted(points) != points
        ):
            reason = f"{key} must be {n} numbers from 0 to {MOST_POINTS}, none below the one before"
            raise file.refuse(reason, "points", key)
        tables[f"{key}_points"][0, 1:] = points
