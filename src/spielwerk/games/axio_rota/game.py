"""The class of AXIO rota: rules, notation and display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text

from spielwerk.dominoes.game import TrackGame
from spielwerk.dominoes.judge import judge as judge_tracks
from spielwerk.games.axio_rota import (
    drawing,
    foresight,
    judge,
    moves,
    notation,
    observation,
    parts,
    placements,
    rules,
)
from spielwerk.games.axio_rota.layout import (
    ACTIONS,
    COLOURS,
    CORNERS,
    GOAL,
    KINDS,
    MOST_BESIDE,
    NAMES,
    PLACING,
    SEATS,
    STARTS,
    TILES,
    layout,
)
from spielwerk.rules.depth import Depth
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.display import Display
from spielwerk.rules.notation import Names
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.reveals import FIRST
from spielwerk.rules.state import States


class AxioRotaDisplay(Display):
    """The view: display, tracks, stacks, supply, and the tile in the viewer's hand."""

    def show(self, seen: States) -> dict[str, Any]:
        seats = int(seen["seats"][0])
        return {
            "tiles": notation.lying(seen, 0),
            "tracks": seen["tracks"][0, :seats].tolist(),
            "goal": GOAL,  # RO-12
            "hands": [None] * seats,
            "held": seen["held"][0, :seats].tolist(),
            "stacks": seen["stack"][0, :seats].tolist(),
            "supply": int(seen["supply"][0]),
            "bonus_turns": int(seen["bonus"][0]),
        }

    def show_own(self, seen: States, viewer: int) -> dict[str, Any]:
        hands: list[str | None] = [None] * int(seen["seats"][0])
        if seen["held"][0, viewer]:
            hands[viewer] = notation.KINDS[seen["hand"][0, viewer]]
        return {"hands": hands}

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)


class AxioRota(TrackGame):
    """AXIO rota for one to four seats."""

    id = "axio_rota"
    seats = range(1, SEATS + 1)
    layout = layout
    kernels = Kernels.collect(
        rules, placements, moves, judge, foresight, observation, judge=judge_tracks
    )
    colours = NAMES
    actions = ACTIONS
    most_legal = MOST_BESIDE * CORNERS * COLOURS
    most_odds = KINDS
    forms = notation.FORMS
    refusals = moves.REFUSALS
    examples = ("2,0:gb_r=o", "-1,1:rgbp")
    topics = moves.TOPICS
    setup_keys = ("start", "hands", FIRST)
    most_lines = (CORNERS, 3 + CORNERS)  # a track takes them up to its end, 12 (RO-12)
    line_cells = "place"
    display_type = AxioRotaDisplay
    features = observation.FEATURES
    depth = Depth(32, 20, 2, others=1)
    scratch = foresight.SCRATCH
    best_alone = GOAL  # RO-17
    premoves: ClassVar[Mapping[str, int] | None] = {"phase": PLACING}
    first_premoves: ClassVar[Mapping[str, int] | None] = premoves
    controls = parts.CONTROLS

    def read_parts(self, source: PartsSource | None) -> States:
        return parts.load(source)

    def names(self) -> Mapping[str, Names]:
        return notation.NAMES

    def most_plies(self, seats: int) -> tuple[int, int]:
        """Bound the plies: each tile is drawn and placed once; tiles of the square are rotated."""
        return TILES - STARTS, TILES + STARTS

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.KINDS[int(s["hand"][i, seat])]
