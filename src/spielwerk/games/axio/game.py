"""The class of AXIO: rules, notation and display."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from spielwerk.dominoes import hands, judge, moves, placements
from spielwerk.dominoes.foresight import scratch
from spielwerk.dominoes.game import DominoDisplay, DominoGame
from spielwerk.dominoes.layout import SEATS
from spielwerk.dominoes.lines import COLUMNS
from spielwerk.games.axio import drawing, foresight, observation, parts, rules
from spielwerk.games.axio.layout import CELLS, COLOURS, GOAL, HANDS, KINDS, PAIRS, STEPS, layout
from spielwerk.games.axio.notation import AREAS, AXIO
from spielwerk.games.axio.pyramids import MOST_CLOSED
from spielwerk.rules.depth import Depth
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.state import States


class AxioDisplay(DominoDisplay):
    """AXIO's view: adds the area in play and the pyramids."""

    def show(self, seen: States) -> dict[str, Any]:
        closed, pyramids = int(seen["closed"][0]), int(self.game.tables["pyramids"][0])
        cells = seen["pyramids"][0].tolist()
        standing = [cells[k % pyramids] for k in range(max(0, closed - pyramids), closed)]
        seats = int(seen["seats"][0])
        return super().show(seen) | {
            "goal": GOAL if seats > 1 else 2 * GOAL,  # AX-14, AX-20
            "area": list(AREAS[seats]),
            "pyramids": [AXIO.cell_names[cell] for cell in standing],
            "bonus_turns": int(seen["bonus"][0]),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)


class Axio(DominoGame):
    """AXIO for one to four seats."""

    id = "axio"
    seats = range(1, SEATS + 1)
    layout = layout
    kernels = Kernels.collect(rules, hands, placements, moves, judge, foresight, observation)
    dominoes = AXIO
    colours = AXIO.colours
    display_type = AxioDisplay
    actions = AXIO.swap + 2
    most_legal = PAIRS * 2 * max(HANDS)
    most_odds = KINDS
    # The runs of both halves, then each pyramid's points, one line per colour. A colour's track
    # takes them up to its end, 18 (AX-14). In the solo game it takes them event by event (AX-20),
    # where lines with the same first cell and colour form one event: the event that reaches 18
    # stops there, and later ones continue up to 36.
    most_lines = (2 * len(STEPS) + MOST_CLOSED * COLOURS, COLUMNS)
    most_shown = max(HANDS)
    best_alone = 2 * GOAL  # AX-20
    depth = Depth(24, 64, 3, through=16, late=100)
    scratch = scratch(CELLS, COLOURS, KINDS, PAIRS)
    features = observation.FEATURES
    controls = parts.CONTROLS

    def read_parts(self, source: PartsSource | None) -> States:
        return parts.load(source)
