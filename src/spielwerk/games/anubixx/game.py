"""Anubixx as people meet it: refusals, records, and what is to be seen."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from spielwerk.games.anubixx import drawing, notation, parts, rules, table
from spielwerk.rules.deciding import Comparison
from spielwerk.rules.errors import IllegalMove, RecordError
from spielwerk.rules.game import Game
from spielwerk.rules.lines import Line
from spielwerk.rules.numbers import quoted
from spielwerk.rules.records import expect_keys, read_first
from spielwerk.rules.state import States

_SHEET = ("sheet", "crossed", "struck", "jokers", "earned")  # what is shown of each seat's sheet


class Anubixx(Game):
    """Anubixx for two to five seats."""

    id = "anubixx"
    seats = range(2, table.SEATS + 1)
    layout = table.layout
    kernels = rules.kernels
    actions = table.STOP + 1
    most_legal = actions
    most_odds = table.COLOURS

    def __init__(
        self, parts: Path | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(parts, options)
        symbols = self.tables["symbols"][0].tolist()
        self._symbols = dict(zip(notation.SYMBOLS, map(_fields, symbols), strict=True))
        self._printed = [self._printed_on(sheet) for sheet in range(table.SHEETS)]

    def score_names(self, seats: int) -> tuple[str, ...]:
        return ("pyramid", "arch", "relief", "bonuses", "quarry", "jokers")

    def result(self, seats: int, scores: list[int]) -> int:
        return sum(scores)

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        crossed = s["crossed"][i, :seats].tolist()
        stones = [(word & int(table.PYRAMID)).bit_count() for word in crossed]
        return [*super().comparisons(s, i, seats), Comparison("stones", stones)]  # AN-27

    def most_plies(self, seats: int) -> tuple[int, int]:
        """As many rounds without a stone as AN-28 allows, before each stone and after the last."""
        stones = len(table.FIELDS) * seats
        rounds = stones + (stones + 1) * table.IDLE_ROUNDS * seats
        return rounds * seats + stones, seats + table.MOST_DICE * rounds

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def write(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.write(action)

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.building(action)

    def read(self, s: States, i: int, seat: int, move: str) -> int:
        return notation.read(move)

    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        state = s[i]
        if action == table.STOP:
            reason = "two relief stones go together: a neighbour of the first has to follow"
            return IllegalMove("pair_due", reason, field=table.NAMES[int(state.pair)])
        field, way = divmod(action, table.WAYS)
        name = table.NAMES[field]
        if int(state.crossed[seat]) >> table.FIELDS[name] & 1:
            return IllegalMove("already_crossed", f"{name} is crossed already", field=name)
        legal = {action // table.WAYS for action in self.legal(s, i, seat).tolist()}
        if field not in legal:
            return self._closed_field(state, seat, field)
        return self._wrong_payment(state, seat, field, way)

    def _closed_field(self, state: Any, seat: int, field: int) -> IllegalMove:
        """Why a field can't be crossed now, however it would be paid for."""
        name = table.NAMES[field]
        in_relief = table.FIELDS[name] >= table.RELIEF
        if state.pair != table.NO_FIELD:
            first = table.NAMES[int(state.pair)]
            reason = f"a relief stone beside {first} has to follow, and {name} can't be that"
            return IllegalMove("pair_due", reason, field=name)
        if in_relief and state.built:
            reason = "relief stones are crossed two in a turn, never with another building"
            return IllegalMove("relief_alone", reason, field=name)
        if not self._can_pay(state, seat, self._colour(state, seat, field)):
            reason = f"neither die nor quarry stone nor joker is there for {name}"
            return IllegalMove("cannot_pay", reason, field=name)
        if in_relief:
            reason = f"no neighbour of {name} could be crossed and paid for after it"
            return IllegalMove("no_second", reason, field=name)
        return IllegalMove("no_support", f"{name} has nothing to rest on yet", field=name)

    def _wrong_payment(self, state: Any, seat: int, field: int, way: int) -> IllegalMove:
        """Why a field that can be crossed can't be paid for in that way."""
        name, colour = table.NAMES[field], self._colour(state, seat, field)
        shown = notation.COLOUR_WORDS[colour]
        if way == table.DIE:
            return IllegalMove("no_die", f"no die shows {shown} for {name}", field=name)
        if state.dice[colour]:
            reason = f"a die that shows {shown} lies there and must be used for {name}"
            return IllegalMove("die_first", reason, field=name)
        if way == table.JOKER and not state.jokers[seat]:
            return IllegalMove("no_joker", "no joker is left", field=name)
        if way != table.JOKER and way not in self._stones(state, seat, colour):
            reason = f"quarry stone {way} is no {shown} one to the right of the one struck last"
            return IllegalMove("wrong_stone", reason, field=name)
        reason = f"no neighbour of {name} could be paid for after that"
        return IllegalMove("no_second", reason, field=name)

    def _colour(self, state: Any, seat: int, field: int) -> int:
        return int(self.tables["colour"][0, int(state.sheet[seat]), field])

    def _stones(self, state: Any, seat: int, colour: int) -> list[int]:
        """The quarry stones of a colour that can still be struck."""
        stones = int(self.tables["quarry"][0, int(state.sheet[seat]), colour])
        struck = int(state.struck[seat])
        return [n for n in range(struck + 1, table.QUARRY + 1) if stones >> (n - 1) & 1]

    def _can_pay(self, state: Any, seat: int, colour: int) -> bool:
        stones = self._stones(state, seat, colour)
        return bool(state.dice[colour] or state.jokers[seat] or stones)

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """What a stone adds to its building, the bonuses that come with it, and its price.

        A building's line names the stone, or the pair of the relief; a bonus the fields of its
        symbol, the end bonus none; the quarry's line the stones that are lost, the jokers' one
        `j`. By name all add up to what the scoreboard gains.
        """
        after = self.after(s, i, seat, action)
        old, new = self.scores(s, i, seat), self.scores(after, 0, seat)
        names = self.score_names(int(s["seats"][i]))
        cells = self._concerned(s, i, seat, action)
        lines = [
            Line(cells[name], name, points - before)
            for name, before, points in zip(names, old, new, strict=True)
            if name in cells and points != before
        ]
        earned = int(after["earned"][0, seat]) & ~int(s["earned"][i, seat])
        return lines + [
            Line(self._symbols.get(bonus, ()), "bonuses", table.BONUS_POINTS)  # AN-20, AN-22
            for bonus in _bonuses(earned)
        ]

    def _concerned(self, s: States, i: int, seat: int, action: int) -> dict[str, tuple[str, ...]]:
        """What a stone concerns, by the line of the scoreboard that could change with it."""
        if action == table.STOP:
            return {}
        field, way = divmod(action, table.WAYS)
        pair, struck = int(s["pair"][i]), int(s["struck"][i, seat])
        stone = (table.NAMES[field],)
        return {
            "pyramid": stone,  # AN-23
            "arch": stone,  # AN-24
            "relief": stone if pair == table.NO_FIELD else (table.NAMES[pair], *stone),  # AN-25
            "quarry": tuple(f"q{n}" for n in range(struck + 1, way + 1)),  # AN-14, AN-26
            "jokers": ("j",),  # AN-26
        }

    # Records

    def topic(self, s: States, i: int) -> str:
        return "sheets" if s["phase"][i] == table.DEALING else "dice"

    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        sheets = [notation.SHEETS[sheet] for topic, sheet in decided if topic == "sheets"]
        return {"sheets": sheets, "first": int(s["first"][i]), **_rolled(decided)}

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        expect_keys(setup, ("sheets", "first", "dice"), (), "setup")
        sheets, first = setup["sheets"], read_first(setup, seats)
        if not isinstance(sheets, list) or len(sheets) != seats:
            raise RecordError("bad_setup", f"'sheets' must hold {seats} sheets, one a seat")
        for sheet in sheets:
            if not isinstance(sheet, str) or sheet not in list(notation.SHEETS):
                raise RecordError("bad_setup", f"there is no sheet {quoted(sheet)}")
        if len(set(sheets)) < seats:
            raise RecordError("bad_setup", "each seat must have a sheet of its own")
        dealt = [notation.SHEETS.index(sheet) for sheet in sheets]
        return first, iter(dealt + _read_dice(setup["dice"]))

    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        return _rolled(decided)

    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        expect_keys(reveals, (), ("dice",), "reveals")
        return iter(_read_dice(reveals["dice"]) if reveals else [])

    # Views

    def show(self, seen: States) -> dict[str, Any]:
        pair, seats = int(seen["pair"][0]), int(seen["seats"][0])
        sheets = [seen[name][0, :seats].tolist() for name in _SHEET]
        return {
            "dice": notation.dice(seen["dice"][0].tobytes()),
            "taken": notation.dice(seen["taken"][0].tobytes()),
            "active": int(seen["active"][0]),
            "built": int(seen["built"][0]),
            "pair": None if pair == table.NO_FIELD else table.NAMES[pair],
            "closed": list(_bonuses(int(seen["closed"][0]))),
            "symbols": {symbol: list(fields) for symbol, fields in self._symbols.items()},
            "sheets": [self._show_sheet(*sheet) for sheet in zip(*sheets, strict=True)],
        }

    def _printed_on(self, sheet: int) -> dict[str, Any]:
        colours = [notation.COLOURS[c] for c in self.tables["colour"][0, sheet].tolist()]
        quarry = list(zip(notation.COLOURS, self.tables["quarry"][0, sheet].tolist(), strict=True))
        return {
            "sheet": notation.SHEETS[sheet],
            "stones": dict(zip(table.NAMES, colours, strict=True)),
            "quarry": "".join(
                colour
                for place in range(int(self.tables["stones"][0, sheet]))
                for colour, stones in quarry
                if stones >> place & 1
            ),
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


def _rolled(decided: list[tuple[Any, int]]) -> dict[str, Any]:
    """What was rolled, if anything was, as records write it."""
    counts = [0] * table.COLOURS
    for topic, colour in decided:
        if topic == "dice":
            counts[colour] += 1
    return {"dice": notation.dice(bytes(counts))} if any(counts) else {}


def _read_dice(dice: Any) -> list[int]:
    if not isinstance(dice, str) or not dice or not set(dice) <= set(notation.COLOURS):
        reason = f"'dice' must be colours in the order {notation.COLOURS}, not {quoted(dice)}"
        raise RecordError("bad_dice", reason)
    return [notation.COLOURS.index(colour) for colour in dice]


@functools.lru_cache(maxsize=256)
def _bonuses(word: int) -> tuple[str, ...]:
    return tuple(name for bonus, name in enumerate(notation.BONUSES) if word >> bonus & 1)


@functools.lru_cache(maxsize=8192)  # most of what a view shows was in the one before
def _fields(word: int) -> tuple[str, ...]:
    """The names of the fields whose bits are set."""
    return tuple(name for name, bit in table.FIELDS.items() if word >> bit & 1)
