"""Axio on hexagons as people meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from spielwerk.games.axio.dominoes import DominoGame
from spielwerk.games.axio.table import SEATS
from spielwerk.games.axio_hex import drawing, parts, rules, table
from spielwerk.rules.lines import Line
from spielwerk.rules.state import Layout, States


class AxioHex(DominoGame):
    """Axio on hexagons for two to four seats."""

    id = "axio_hex"
    seats = range(2, SEATS + 1)
    kernels = rules.kernels
    notation = table.notation
    printed = "start symbol"
    actions = notation.keep + 1
    most_legal = len(notation.pairs) * 2 * max(table.HANDS)
    most_odds = table.KINDS
    known_options = {"hands": ("open", "hidden")}  # noqa: RUF012  (declared as ClassVar)

    @property
    def layout(self) -> Layout:  # type: ignore[override]
        hidden = self.option("hands") == "hidden"
        return table.hidden_layout if hidden else table.open_layout  # HX-5

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """The runs of both halves (HX-15); a track takes them up to its end, 18 (HX-9)."""
        return self.placement_lines(rules.lines, s, i, seat, action)

    def show(self, seen: States) -> dict[str, Any]:
        return super().show(seen) | {
            "goal": table.GOAL,  # HX-9
            "side": table.SIDES[seen["seats"][0]],
            "extra_turn": bool(seen["extra"][0]),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)
