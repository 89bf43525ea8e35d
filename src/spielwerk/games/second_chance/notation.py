"""Second Chance's notation: a card and the cells that it is drawn into, or a 1 and its cell."""

from __future__ import annotations

import re

from spielwerk.games.second_chance import table
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.numbers import quoted
from spielwerk.rules.state import States

COLUMNS = "abcdefghi"
CELL_NAMES = [f"{column}{row}" for row in range(1, 10) for column in COLUMNS]
ONE = "1"  # how a written one is called
_CELLS = {name: cell for cell, name in enumerate(CELL_NAMES)}

_DRAWING = re.compile(r"([1-8][A-Z]):([a-i][1-9](?:,[a-i][1-9])*)")
_ONE = re.compile(r"1:([a-i][1-9])")


class Notation:
    """How moves with one set of parts are written."""

    def __init__(self, tables: States) -> None:
        self.shapes = [bytes(name).decode() for name in tables["name"][0].tolist()]
        self._offsets: list[list[list[int]]] = []  # by shape and way
        self._ways: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        for shape in range(table.SHAPES):
            ways, size = int(tables["ways"][0, shape]), int(tables["cells"][0, shape])
            offsets = tables["offsets"][0, shape, :ways, :size].tolist()
            aside = tables["aside"][0, shape, :ways, :size].tolist()
            self._offsets.append(offsets)
            for way in range(ways):
                self._ways[shape, tuple(offsets[way]), tuple(aside[way])] = way
        self._written: dict[int, str] = {}

    def cells_of(self, action: int) -> list[int]:
        """The cells that a ply fills."""
        if action >= table.ONE:
            return [action - table.ONE]
        shape_and_way, anchor = divmod(action, table.CELLS)
        shape, way = divmod(shape_and_way, table.WAYS)
        return [anchor + offset for offset in self._offsets[shape][way]]

    def write(self, action: int) -> str:
        """An action in notation."""
        if action not in self._written:
            cells = ",".join(sorted(CELL_NAMES[cell] for cell in self.cells_of(action)))
            drawn = self.shapes[shape_of(action)] if action < table.ONE else ONE
            self._written[action] = f"{drawn}:{cells}"
        return self._written[action]

    def read(self, move: str) -> int:
        """The action that `move` notates, legal or not."""
        if one := _ONE.fullmatch(move):
            return table.ONE + _CELLS[one[1]]
        parsed = _DRAWING.fullmatch(move)
        if not parsed:
            reason = f"{quoted(move)} is no move; write one like '3B:d4,d5,e4', or '1:c7'"
            raise IllegalMove("malformed", reason, move=move)
        card, names = parsed[1], parsed[2].split(",")
        if card not in self.shapes:
            raise IllegalMove("unknown_card", f"there is no card {card}", card=card)
        if names != sorted(set(names)):
            better = f"{card}:{','.join(sorted(set(names)))}"
            reason = f"cells are named once each, by letter and then by number: '{better}'"
            raise IllegalMove("cells_in_wrong_order", reason, better=better)
        cells = sorted(_CELLS[name] for name in names)
        shape = self.shapes.index(card)
        offsets = tuple(cell - cells[0] for cell in cells)
        aside = tuple(cell % table.SIDE - cells[0] % table.SIDE for cell in cells)
        way = self._ways.get((shape, offsets, aside))
        if way is None:
            raise IllegalMove("wrong_shape", f"these cells do not have the shape of {card}")
        return (shape * table.WAYS + way) * table.CELLS + cells[0]


def shape_of(action: int) -> int:
    """The shape that a ply draws."""
    return action // (table.WAYS * table.CELLS)
