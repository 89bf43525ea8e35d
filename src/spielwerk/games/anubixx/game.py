"""The class of Anubixx: rules, notation and display."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from rich.text import Text

from spielwerk.games.anubixx import (
    building,
    drawing,
    judge,
    moves,
    notation,
    observation,
    parts,
    rules,
)
from spielwerk.games.anubixx.layout import (
    COLOURS,
    FIELDS,
    IDLE_ROUNDS,
    MOST_DICE,
    NAMES,
    NO_FIELD,
    PYRAMID,
    SCORE_NAMES,
    SEATS,
    SHEETS,
    STOP,
    layout,
)
from spielwerk.rules.depth import Depth
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.display import Display
from spielwerk.rules.game import Game
from spielwerk.rules.notation import Names
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.reveals import FIRST
from spielwerk.rules.state import States
from spielwerk.rules.tiebreaks import Comparison

_SHEET = ("sheet", "crossed", "struck", "jokers", "earned")  # the fields shown for each seat


class AnubixxDisplay(Display):
    """The view: the dice and all sheets."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        symbols = game.tables["symbols"][0].tolist()
        self._symbols = dict(zip(notation.SYMBOLS, map(_fields, symbols), strict=True))
        self._printed = [self._printed_on(sheet) for sheet in range(SHEETS)]

    def _printed_on(self, sheet: int) -> dict[str, Any]:
        tables = self.game.tables
        colours = [notation.COLOURS[c] for c in tables["colour"][0, sheet].tolist()]
        quarry = list(zip(notation.COLOURS, tables["quarry"][0, sheet].tolist(), strict=True))
        return {
            "sheet": notation.SHEETS[sheet],
            "stones": dict(zip(NAMES, colours, strict=True)),
            "quarry": "".join(
                colour
                for place in range(int(tables["stones"][0, sheet]))
                for colour, stones in quarry
                if stones >> place & 1
            ),
        }

    def show(self, seen: States) -> dict[str, Any]:
        pair, seats = int(seen["pair"][0]), int(seen["seats"][0])
        sheets = [seen[name][0, :seats].tolist() for name in _SHEET]
        return {
            "dice": notation.dice(seen["dice"][0].tobytes()),
            "taken": notation.dice(seen["taken"][0].tobytes()),
            "active": int(seen["active"][0]),
            "built": int(seen["built"][0]),
            "pair": None if pair == NO_FIELD else NAMES[pair],
            "closed": list(_bonuses(int(seen["closed"][0]))),
            "symbols": {symbol: list(fields) for symbol, fields in self._symbols.items()},
            "sheets": [self._show_sheet(*sheet) for sheet in zip(*sheets, strict=True)],
        }

    def _show_sheet(
        self, sheet: int, crossed: int, struck: int, jokers: int, earned: int
    ) -> dict[str, Any]:
        printed = self._printed[sheet]
        return {
            **printed,
            "stones": printed["stones"].copy(),
            "crossed": list(_fields(crossed)),
            "struck": struck,
            "jokers": jokers,
            "bonuses": list(_bonuses(earned)),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)


class Anubixx(Game):
    """Anubixx for two to five seats."""

    id = "anubixx"
    seats = range(2, SEATS + 1)
    layout = layout
    kernels = Kernels.collect(rules, building, moves, judge, observation)
    actions = STOP + 1
    most_legal = actions
    most_odds = COLOURS
    forms = notation.FORMS
    refusals = moves.REFUSALS
    examples = notation.EXAMPLES
    topics = moves.TOPICS
    setup_keys = ("sheets", FIRST, "dice")
    most_lines = moves.MOST_LINES
    line_cells = "place"
    display_type = AnubixxDisplay
    features = observation.FEATURES
    depth = Depth(40, 24, 8, far=64)
    fact_names = judge.FACT_NAMES
    controls = parts.CONTROLS

    def read_parts(self, source: PartsSource | None) -> States:
        return parts.load(source)

    def names(self) -> Mapping[str, Names]:
        return notation.names()

    def score_names(self, seats: int) -> tuple[str, ...]:
        return SCORE_NAMES

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        crossed = s["crossed"][i, :seats].tolist()
        stones = [(word & int(PYRAMID)).bit_count() for word in crossed]
        return [*super().comparisons(s, i, seats), Comparison("stones", stones)]  # AN-27

    def most_plies(self, seats: int) -> tuple[int, int]:
        """Bound the plies: before each stone, and after the last, AN-28 limits idle rounds."""
        stones = len(FIELDS) * seats
        rounds = stones + (stones + 1) * IDLE_ROUNDS * seats
        return rounds * seats + stones, seats + MOST_DICE * rounds

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.building(action)


@functools.lru_cache(maxsize=256)
def _bonuses(word: int) -> tuple[str, ...]:
    """Return the names of the bonuses whose bits are set."""
    return tuple(name for bonus, name in enumerate(notation.BONUSES) if word >> bonus & 1)


@functools.lru_cache(maxsize=8192)  # most of a view is the same as in the previous one
def _fields(word: int) -> tuple[str, ...]:
    """Return the names of the fields whose bits are set."""
    return tuple(name for name, bit in FIELDS.items() if word >> bit & 1)
