"""Convert Second Chance's shapes, drawn with X, to tables for the kernels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.games.second_chance.layout import (
    CARDS,
    CENTRE,
    SIDE,
    STARTS,
    tables_dtype,
)
from spielwerk.rules.controls import Shapes
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.state import States

OWN = Path(__file__).with_name("parts.toml")
LARGEST_CARD = 7  # SC-2
START_SIZE = 8
CONTROLS = (
    Shapes("cards", LARGEST_CARD, copies=True, shows={"own": None}),
    Shapes("start", START_SIZE, shows={"own": None}, first=CARDS),
)

Cells = frozenset[tuple[int, int]]  # columns and rows


def load(source: PartsSource | None) -> States:
    """Return the tables for the parts in `source`, or for those in the box."""
    file = PartsFile(source or OWN)
    file.only(("cards", "start"))
    tables = np.zeros(1, tables_dtype)
    known: dict[Cells, str] = {}
    in_all = 0
    cards = file.free_table("cards")
    if len(cards) > CARDS:
        reason = f"at most {CARDS} different cards are possible"
        raise file.refuse("shapes", reason, "cards", most=CARDS, found=len(cards))
    for number, name in enumerate(sorted(cards)):  # independent of the order in the file
        shape, copies = _shape_and_copies(file, name, cards[name])
        _set_shape(tables, number, name, _read(file, "cards", name, shape, known), centred=False)
        tables["copies"][0, number] = copies
        in_all += copies
    if in_all != CARDS:  # SC-2
        reason = f"{CARDS} cards are needed, not {in_all}"
        raise file.refuse("cards", reason, "cards", needed=CARDS, found=in_all)
    start = file.free_table("start")
    if len(start) != STARTS:  # SC-2
        reason = f"{STARTS} start cards are needed, not {len(start)}"
        raise file.refuse("starts", reason, "start", needed=STARTS, found=len(start))
    for number, name in enumerate(sorted(start), CARDS):
        _set_shape(
            tables, number, name, _read(file, "start", name, start[name], known), centred=True
        )
    return tables


def _shape_and_copies(file: PartsFile, name: str, entry: Any) -> tuple[Any, int]:
    if not isinstance(entry, dict) or set(entry) != {"shape", "copies"}:
        reason = f"{quoted(name)}: write it like {{ shape = 'XX/X.', copies = 2 }}"
        raise file.refuse("card", reason, "cards", name)
    copies = entry["copies"]
    if type(copies) is not int or not 1 <= copies <= CARDS:
        reason = f"{quoted(name)}: there must be 1 to {CARDS} copies, not {quoted(copies)}"
        raise file.refuse("copies", reason, "cards", name, most=CARDS)
    return entry["shape"], copies


def _read(file: PartsFile, section: str, name: str, drawn: Any, known: dict[Cells, str]) -> Cells:
    """Return the cells of a shape; refuse one that does not suit a card of this name."""

    def refuse(why: str, reason: str, **values: str | int) -> Exception:
        return file.refuse(why, f"{quoted(name)}: {reason}", section, name, **values)

    if not isinstance(drawn, str) or not re.fullmatch(r"[X.]+(/[X.]+)*", drawn):
        reason = f"{quoted(drawn)} is no shape; draw rows of X and . with / between them"
        raise refuse("shape", reason)
    rows = drawn.split("/")
    if len({len(row) for row in rows}) != 1:
        raise refuse("ragged", "all rows of a shape must be equally long")
    cells = _moved(
        frozenset(
            (x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"
        )
    )
    if len(rows) > SIDE or len(rows[0]) > SIDE or not _is_connected(cells):
        raise refuse("apart", "the cells must be connected edge to edge, within the grid")
    wanted = range(1, LARGEST_CARD + 1) if section == "cards" else range(START_SIZE, START_SIZE + 1)
    if len(cells) not in wanted:
        sizes = f"{wanted[0]} to {wanted[-1]}" if section == "cards" else str(START_SIZE)
        why = "size" if section == "cards" else "start_size"
        reason = f"it has {len(cells)} cells, not {sizes}"
        raise refuse(why, reason, found=len(cells), least=wanted[0], most=wanted[-1])
    if not re.fullmatch(f"{len(cells)}[A-Z]", name):
        reason = f"a card is named by its size and a letter, like {len(cells)}A"
        raise refuse("name", reason, like=f"{len(cells)}A")
    for way in ways(cells):
        if way in known:
            raise refuse("same", f"this is the same shape as {known[way]}", other=known[way])
    known[cells] = name
    return cells


def _is_connected(cells: Cells) -> bool:
    reached = set[tuple[int, int]]()
    to_see = [next(iter(cells))] if cells else []
    while to_see:
        x, y = to_see.pop()
        if (x, y) in cells and (x, y) not in reached:
            reached.add((x, y))
            to_see += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return bool(cells) and reached == cells


def ways(cells: Cells) -> list[Cells]:
    """Return all distinct rotations and reflections of a shape (SC-7)."""
    found: list[Cells] = []
    for mirrored in (False, True):
        turned = _moved(frozenset((-x, y) for x, y in cells)) if mirrored else cells
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = _moved(frozenset((y, -x) for x, y in turned))
    return found


def _moved(cells: Cells) -> Cells:
    """Return the same shape with its lowest row and column at 0."""
    left, bottom = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return frozenset((x - left, y - bottom) for x, y in cells)


def _set_shape(tables: States, shape: int, name: str, cells: Cells, *, centred: bool) -> None:
    tables["name"][0, shape] = list(name.encode())
    tables["cells"][0, shape] = len(cells)
    found = ways(cells)
    tables["ways"][0, shape] = len(found)
    for number, way in enumerate(found):
        upwards = sorted(way, key=lambda cell: (cell[1], cell[0]))
        anchor_column = upwards[0][0]  # in row 0
        offsets = [y * SIDE + x - anchor_column for x, y in upwards]
        tables["offsets"][0, shape, number, : len(offsets)] = offsets
        tables["aside"][0, shape, number, : len(offsets)] = [x - anchor_column for x, _ in upwards]
        width, height = max(x for x, _ in way) + 1, max(y for _, y in way) + 1
        anchors = [
            anchor_column + y * SIDE + x
            for x in range(SIDE - width + 1)
            for y in range(SIDE - height + 1)
        ]
        if centred:  # SC-4
            anchors = [a for a in anchors if CENTRE - a in offsets]
        bits = sum(1 << anchor for anchor in anchors)
        tables["anchors"][0, shape, number] = bits & (1 << 64) - 1, bits >> 64
