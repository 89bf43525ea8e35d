"""AXIO as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from spielwerk.games.axio import drawing, parts, rules, table
from spielwerk.games.axio.dominoes import DominoGame
from spielwerk.games.axio.notation import AXIO, area
from spielwerk.rules.lines import Line
from spielwerk.rules.state import States


class Axio(DominoGame):
    """AXIO for one to four seats."""

    id = "axio"
    seats = range(1, table.SEATS + 1)
    layout = table.layout
    kernels = rules.kernels
    notation = AXIO
    printed = "printed field"
    actions = AXIO.keep + 1
    most_legal = table.PAIRS * 2 * max(table.HANDS)
    most_odds = table.KINDS
    best_alone = 2 * table.GOAL  # AX-20

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """The runs of both halves, then what each pyramid gives, a line a colour.

        A colour's track takes them up to its end, 18 (AX-14). Alone it takes them event by event
        (AX-20), all lines with the same first cell and colour being one: the event that reaches
        18 ends there, later ones count on, up to 36.
        """
        return self.placement_lines(rules.lines, s, i, seat, action)

    def show(self, seen: States) -> dict[str, Any]:
        closed, pyramids = int(seen["closed"][0]), int(self.tables["pyramids"][0])
        cells = seen["pyramids"][0].tolist()
        standing = [cells[k % pyramids] for k in range(max(0, closed - pyramids), closed)]
        seats = int(seen["seats"][0])
        return super().show(seen) | {
            "goal": table.GOAL if seats > 1 else 2 * table.GOAL,  # AX-14, AX-20
            "area": area(seats),
            "pyramids": [self.notation.names[cell] for cell in standing],
            "bonus_turns": int(seen["bonus"][0]),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)
