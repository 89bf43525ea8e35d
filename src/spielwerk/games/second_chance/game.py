"""The class of Second Chance: rules, notation and display."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from spielwerk.games.second_chance import (
    drawing,
    drawing_in,
    judge,
    moves,
    observation,
    parts,
    rules,
)
from spielwerk.games.second_chance.layout import (
    CARDS,
    CELLS,
    CHANCES,
    DRAWING,
    GAMES,
    NO_CARD,
    SEATS,
    SIDE,
    STARTING,
    WAYS,
    layout,
)
from spielwerk.games.second_chance.layout import ONE as WRITE_ONE
from spielwerk.games.second_chance.notation import CELL_NAMES, FORMS, ONE, card_names, names
from spielwerk.rules.depth import Depth
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.display import Display
from spielwerk.rules.game import Game
from spielwerk.rules.notation import Names
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.state import States
from spielwerk.rules.tiebreaks import Comparison

PHASES = {STARTING: "start", DRAWING: "draw", CHANCES: "second_chances"}


class SecondChanceDisplay(Display):
    """The view: all grids, the open cards, and which seats wait for what."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._shapes = card_names(game.tables)

    def show(self, seen: States) -> dict[str, Any]:
        seats = int(seen["seats"][0])
        used = zip(self._shapes[:CARDS], seen["used"][0].tolist(), strict=True)
        shown = {
            "phase": PHASES[seen["phase"][0]] if seen["turn"][0] else "over",
            "grids": [list(_cells(*grid)) for grid in seen["grid"][0, :seats].tolist()],
            "cards": self._names(seen["cards"][0].tolist()),
            "own": [next(iter(self._names([c])), None) for c in seen["own"][0, :seats].tolist()],
            "waiting": _bits(seen["waiting"][0]),
            "out": _bits(seen["out"][0]),
            "ones": _bits(seen["ones"][0]),
            "owe_ones": _bits(seen["owes"][0]),
            "deck": int(seen["in_deck"][0]),
            "used": [shape for shape, n in used if n for _ in range(n)],
            "game_number": int(seen["game"][0]) + 1,
        }
        return shown | {"before": [_before(shown, seat) for seat in range(seats)]}

    def _names(self, cards: list[int]) -> list[str]:
        return [self._shapes[card] for card in cards if card != NO_CARD]

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view, self.shape_rows)

    def shape_rows(self, card: str) -> list[str]:
        """Return a card's shape as rows of X and blanks, from the top."""
        shape, tables = self._shapes.index(card), self.game.tables
        size = int(tables["cells"][0, shape])
        offsets = tables["offsets"][0, shape, 0, :size].tolist()
        aside = tables["aside"][0, shape, 0, :size].tolist()
        cells = {(x, (o - x) // SIDE) for o, x in zip(offsets, aside, strict=True)}
        columns = range(min(aside), max(aside) + 1)
        height = max(y for _, y in cells)
        return [
            "".join("X" if (x, y) in cells else " " for x in columns) for y in range(height, -1, -1)
        ]

    def tell(self, what: str, seen: Any) -> str:
        if what == "second_chances":
            return "second chances: " + ", ".join(f"seat {seat} {card}" for seat, card in seen)
        return super().tell(what, seen)


def _before(shown: dict[str, Any], seat: int) -> list[str]:
    """Return what a seat faces, whether it fits or not: its cards, or the 1 it must write."""
    if seat in shown["owe_ones"]:
        return [ONE]  # SC-10
    if shown["own"][seat] is not None:
        return [shown["own"][seat]]  # SC-4, SC-8
    drawing_on = shown["phase"] == "draw" and seat not in shown["out"]
    return shown["cards"].copy() if drawing_on else []  # SC-5


@functools.lru_cache(maxsize=8192)  # most of a view is the same as in the previous one
def _cells(low: int, high: int) -> tuple[str, ...]:
    """Return the cells whose bits are set in a grid's two words."""
    bits = f"{high << 64 | low:0{CELLS}b}"
    return tuple(itertools.compress(CELL_NAMES, map(int, reversed(bits))))


def _bits(word: Any) -> list[int]:
    """Return the seats whose bits are set."""
    bits = int(word)
    return [seat for seat in range(SEATS) if bits >> seat & 1]


class SecondChance(Game):
    """Second Chance for one to six seats, which act simultaneously."""

    id = "second_chance"
    seats = range(1, SEATS + 1)
    layout = layout
    kernels = Kernels.collect(rules, drawing_in, moves, judge, observation, glance=judge.judge)
    actions = WRITE_ONE + CELLS
    most_legal = 2 * WAYS * CELLS
    most_odds = CARDS

    forms = FORMS
    refusals = moves.REFUSALS
    examples = ("3B:d4,d5,e4", "1:c7")
    topics = moves.TOPICS
    setup_keys = ("start",)
    most_lines = (2, moves.COLUMNS)

    display_type = SecondChanceDisplay
    features = observation.FEATURES
    depth = Depth(24, 12, 2, own=True, far=2)

    best_alone = GAMES * CELLS  # SC-16
    has_first = False
    lower_is_better = True
    fact_names = judge.FACTS
    controls = parts.CONTROLS

    def read_parts(self, source: PartsSource | None) -> States:
        return parts.load(source)

    def names(self) -> Mapping[str, Names]:
        return names(self.tables)

    def score_names(self, seats: int) -> tuple[str, ...]:
        return ("free", "series") if seats == 1 else ("free", "one")

    def signs(self, seats: int) -> tuple[int, ...]:
        return (-1, -1) if seats == 1 else (-1, 1)  # SC-14: a 1 is good to have

    def result(self, seats: int, scores: list[int]) -> int:
        free, series_or_one = scores
        return series_or_one if seats == 1 else free

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        scores = [self.scores(s, i, seat) for seat in range(seats)]
        return [
            Comparison("free", [free for free, _ in scores], lower_wins=True),  # SC-14
            Comparison("one", [one if free else None for free, one in scores]),  # SC-13
        ]

    def most_plies(self, seats: int) -> tuple[int, int]:
        """Bound the plies: each seat has one for its start card and one per round of two cards."""
        games = GAMES if seats == 1 else 1
        cards = int(self.tables["copies"][0].sum())
        return games * seats * (1 + cards // 2), games * (seats + cards)

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        shape = action // (WAYS * CELLS)
        return self.notation.names["card"].write(shape) if action < WRITE_ONE else ONE
