"""The class of Axio on hexagons: rules, notation and display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from spielwerk.dominoes import hands, judge, moves, placements
from spielwerk.dominoes.foresight import scratch
from spielwerk.dominoes.game import DominoDisplay, DominoGame
from spielwerk.dominoes.layout import SEATS
from spielwerk.dominoes.lines import COLUMNS
from spielwerk.games.axio_hex import drawing, foresight, observation, parts, rules
from spielwerk.games.axio_hex.layout import (
    CELLS,
    COLOURS,
    GOAL,
    HANDS,
    HEXAGONS,
    KINDS,
    SIDES,
    STEPS,
    hidden_layout,
    open_layout,
)
from spielwerk.rules.depth import Depth
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.state import States


class AxioHexDisplay(DominoDisplay):
    """The view of the hexagonal table."""

    def show(self, seen: States) -> dict[str, Any]:
        return super().show(seen) | {
            "goal": GOAL,  # HX-9
            "side": SIDES[seen["seats"][0]],
            "extra_turn": bool(seen["extra"][0]),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)


class AxioHex(DominoGame):
    """Axio on hexagons for two to four seats."""

    id = "axio_hex"
    seats = range(2, SEATS + 1)
    layout = open_layout
    kernels = Kernels.collect(rules, hands, placements, moves, judge, foresight, observation)
    dominoes = HEXAGONS
    colours = HEXAGONS.colours
    display_type = AxioHexDisplay
    actions = HEXAGONS.swap + 2
    most_legal = len(HEXAGONS.pairs) * 2 * max(HANDS)
    most_odds = KINDS
    most_lines = (2 * len(STEPS), COLUMNS)  # a track takes them up to its end, 18 (HX-9)
    most_shown = max(HANDS)
    depth = Depth(24, 64, 3, late=100)
    scratch = scratch(CELLS, COLOURS, KINDS, len(HEXAGONS.pairs))
    features = observation.ALL
    controls = parts.CONTROLS
    known_options = {"hands": ("open", "hidden")}  # noqa: RUF012  (declared as ClassVar)

    def __init__(
        self, parts: PartsSource | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        if (options or {}).get("hands") == "hidden":
            self.layout, self.features = hidden_layout, observation.HIDDEN  # HX-5
        super().__init__(parts, options)

    def read_parts(self, source: PartsSource | None) -> States:
        return parts.load(source)
