"""Second Chance as people meet it: refusals, records, and what is to be seen."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from spielwerk.games.second_chance import drawing, parts, rules, table
from spielwerk.games.second_chance.notation import CELL_NAMES, ONE, Notation, shape_of
from spielwerk.rules.deciding import Comparison
from spielwerk.rules.errors import IllegalMove, RecordError
from spielwerk.rules.game import Game
from spielwerk.rules.lines import Line
from spielwerk.rules.numbers import quoted
from spielwerk.rules.records import expect_keys
from spielwerk.rules.state import NATURES_TURN, States

PHASES = {
    table.STARTING: "start",
    table.DRAWING: "draw",
    table.CHANCES: "second_chances",
}


class SecondChance(Game):
    """Second Chance for one to six seats, who act at the same time."""

    id = "second_chance"
    seats = range(1, table.SEATS + 1)
    layout = table.layout
    kernels = rules.kernels
    actions = table.ONE + table.CELLS
    most_legal = 2 * table.WAYS * table.CELLS
    most_odds = table.CARDS
    best_alone = table.GAMES * table.CELLS  # SC-16
    has_first = False
    lower_is_better = True
    unordered = frozenset({"cards"})

    def __init__(
        self, parts: Path | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(parts, options)
        self.notation = Notation(self.tables)

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
        """A ply a seat for its start card and in each round, which takes two cards or more."""
        games = table.GAMES if seats == 1 else 1
        cards = int(self.tables["copies"][0].sum())
        return games * seats * (1 + cards // 2), games * (seats + cards)

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def write(self, s: States, i: int, seat: int, action: int) -> str:
        return self.notation.write(action)

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        return self.notation.shapes[shape_of(action)] if action < table.ONE else "1"

    def read(self, s: States, i: int, seat: int, move: str) -> int:
        return self.notation.read(move)

    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        state = s[i]
        must_write = bool(state.phase == table.CHANCES and state.owes >> seat & 1)
        if must_write != (action >= table.ONE):
            if must_write:
                return IllegalMove("one_due", "a 1 has to be written into a free cell now")
            return IllegalMove("no_one", "a 1 is not to be written now; a card has to be drawn")
        if not must_write:
            card, offered = self.notation.shapes[shape_of(action)], self._offered(state, seat)
            if card not in offered:
                reason = f"the card {card} is not to be drawn now, but {' or '.join(offered)}"
                return IllegalMove("other_card", reason, card=card, cards=offered)
        for cell in self.notation.cells_of(action):
            if int(state.grid[seat, cell >> 6]) >> (cell & 63) & 1:
                name = CELL_NAMES[cell]
                return IllegalMove("cell_not_free", f"{name} is not free", cell=name)
        return IllegalMove("off_centre", "a start card must cover the centre, e5")

    def _offered(self, state: Any, seat: int) -> list[str]:
        """The cards that a seat may draw one of."""
        cards = state.cards if state.phase == table.DRAWING else [state.own[seat]]
        return [self.notation.shapes[shape] for shape in sorted({int(card) for card in cards})]

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """The cells that are drawn into are not free any more; a 1 is noted besides."""
        cells = tuple(CELL_NAMES[cell] for cell in self.notation.cells_of(action))
        drawn = Line(cells, "free", -len(cells))
        return [drawn, Line(cells, "one", 1)] if action >= table.ONE else [drawn]

    # Records

    def topic(self, s: States, i: int) -> tuple[str, int]:
        """What is turned up, and for which seat."""
        phase, waiting = int(s["phase"][i]), int(s["waiting"][i])
        if phase == table.TURNING_UP:
            return "cards", 0
        seat = (waiting & -waiting).bit_length() - 1
        return ("start" if phase == table.DEALING else "second_chances"), seat

    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        return {"start": [self._start_card(card) for _, card in decided]}

    def _start_card(self, card: int) -> str:
        return self.notation.shapes[table.CARDS + card]

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        expect_keys(setup, ("start",), (), "setup")
        cards = self._cards(setup["start"], "'start'", start=True)
        if len(cards) != seats:
            raise RecordError("bad_setup", f"'start' must hold {seats} cards, one a seat")
        return 0, iter(cards)

    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        reveals: dict[str, Any] = {}
        for (what, seat), card in decided:
            name = self._start_card(card) if what == "start" else self.notation.shapes[card]
            told = [seat, name] if what == "second_chances" else name
            reveals.setdefault(what, []).append(told)
        return reveals

    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        expect_keys(reveals, (), ("cards", "second_chances", "start"), "reveals")
        served = reveals.get("second_chances", [])
        if not isinstance(served, list) or not all(
            isinstance(chance, list) and len(chance) == 2 and type(chance[0]) is int
            for chance in served
        ):
            reason = "'second_chances' must be a list of seats and cards: [[0, \"5A\"]]"
            raise RecordError("bad_cards", reason)
        told = {
            "cards": self._cards(reveals.get("cards", []), "'cards'"),
            "second_chances": self._cards([card for _, card in served], "'second_chances'"),
            "start": self._cards(reveals.get("start", []), "'start'", start=True),
        }
        return self._in_order(told, [seat for seat, _ in served], s, i)

    def _in_order(
        self, told: dict[str, list[int]], served: list[int], s: States, i: int
    ) -> Iterator[int]:
        """What was told, in the order in which the state asks for it."""
        while any(told.values()):
            if s["turn"][i] != NATURES_TURN:
                yield table.NO_CARD  # more is told than happens
            what, seat = self.topic(s, i)
            if not told[what]:
                return
            if what == "second_chances" and served.pop(0) != seat:
                raise RecordError("reveal_impossible", f"the next second chance is seat {seat}'s")
            yield told[what].pop(0)

    def _cards(self, cards: Any, what: str, *, start: bool = False) -> list[int]:
        if not isinstance(cards, list):
            raise RecordError("bad_cards", f"{what} must be a list of cards")
        known = self.notation.shapes[table.CARDS :] if start else self.notation.shapes
        for card in cards:
            if not isinstance(card, str) or card not in known[: table.CARDS]:
                raise RecordError("bad_cards", f"{what}: {quoted(card)} is no such card")
        return [known.index(card) for card in cards]

    # Views

    def tell(self, what: str, seen: Any) -> str:
        if what == "second_chances":
            return "second chances: " + ", ".join(f"seat {seat} {card}" for seat, card in seen)
        return super().tell(what, seen)

    def show(self, seen: States) -> dict[str, Any]:
        seats, shapes = int(seen["seats"][0]), self.notation.shapes
        used = zip(shapes[: table.CARDS], seen["used"][0].tolist(), strict=True)
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
        return [self.notation.shapes[card] for card in cards if card != table.NO_CARD]

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view, self.shape_rows)

    def shape_rows(self, card: str) -> list[str]:
        """A card's shape as rows of X and blanks, from the top."""
        shape = self.notation.shapes.index(card)
        size = int(self.tables["cells"][0, shape])
        offsets = self.tables["offsets"][0, shape, 0, :size].tolist()
        aside = self.tables["aside"][0, shape, 0, :size].tolist()
        cells = {(x, (o - x) // table.SIDE) for o, x in zip(offsets, aside, strict=True)}
        columns = range(min(aside), max(aside) + 1)
        height = max(y for _, y in cells)
        return [
            "".join("X" if (x, y) in cells else " " for x in columns) for y in range(height, -1, -1)
        ]


def _before(shown: dict[str, Any], seat: int) -> list[str]:
    """What lies before a seat, whether it fits or not: cards, or the 1 that it has to write."""
    if seat in shown["owe_ones"]:
        return [ONE]  # SC-10
    if shown["own"][seat] is not None:
        return [shown["own"][seat]]  # SC-4, SC-8
    drawing_on = shown["phase"] == "draw" and seat not in shown["out"]
    return shown["cards"].copy() if drawing_on else []  # SC-5


@functools.lru_cache(maxsize=8192)  # most of what a view shows was in the one before
def _cells(low: int, high: int) -> tuple[str, ...]:
    """The cells whose bits are set in a grid's two words."""
    bits = f"{high << 64 | low:0{table.CELLS}b}"
    return tuple(itertools.compress(CELL_NAMES, map(int, reversed(bits))))


def _bits(word: Any) -> list[int]:
    """The seats whose bits are set."""
    bits = int(word)
    return [seat for seat in range(table.SEATS) if bits >> seat & 1]
