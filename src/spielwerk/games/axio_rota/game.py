"""AXIO rota as people meet it: refusals, records, and what each seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.text import Text

from spielwerk.games.axio.comparing import rank_compare
from spielwerk.games.axio_rota import drawing, notation, parts, rules, table
from spielwerk.rules.deciding import Comparison
from spielwerk.rules.errors import IllegalMove, RecordError
from spielwerk.rules.game import Game
from spielwerk.rules.lines import Line
from spielwerk.rules.numbers import quoted
from spielwerk.rules.records import expect_keys, own_hand, read_first
from spielwerk.rules.state import States

SQUARE = [f"{x},{y}" for x, y in table.SQUARE_CELLS.tolist()]
TOPICS = {
    table.SQUARE: "start",
    table.TURNING: "turn",
    table.DEALING: "hand",
    table.BONUS: "bonus",
    table.DRAWING: "drew",
}


class AxioRota(Game):
    """AXIO rota for one to four seats."""

    id = "axio_rota"
    seats = range(1, table.SEATS + 1)
    layout = table.layout
    kernels = rules.kernels
    actions = table.ACTIONS
    most_legal = table.MOST_BESIDE * table.CORNERS * table.COLOURS
    most_odds = table.KINDS
    best_alone = table.GOAL  # RO-17

    def score_names(self, seats: int) -> tuple[str, ...]:
        return tuple(table.NAMES)

    def result(self, seats: int, scores: list[int]) -> int:
        return min(scores)

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        return rank_compare([self.scores(s, i, seat) for seat in range(seats)])  # RO-16

    def most_plies(self, seats: int) -> tuple[int, int]:
        """Each tile is drawn and laid once; those of the square are turned."""
        return table.TILES - table.STARTS, table.TILES + table.STARTS

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def write(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.write(s, i, seat, action)

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        return notation.KINDS[int(s["hand"][i, seat])]

    def read(self, s: States, i: int, seat: int, move: str) -> int:
        return notation.read(s, i, seat, move)

    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        """All that is left to be wrong is the naming of a colour."""
        if action % table.NAMINGS == table.NOT_NAMED:
            reason = "the empty corner meets others: name a colour for it, like '=r'"
            return IllegalMove("name_a_colour", reason)
        reason = "a colour is named only for an empty corner that meets others"
        return IllegalMove("nothing_to_name", reason)

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """The circles in which the tile scores; a track takes them up to its end, 12 (RO-12).

        A circle's cells are the four around its grid point (RO-8), that of the tile first,
        whether tiles lie on the others or not.
        """
        rows = np.empty((table.CORNERS, 3), np.int64)
        n = rules.lines(self.tables, s[i : i + 1].copy(), 0, seat, action, rows)
        x, y = notation.place_of(s, i, action // (table.CORNERS * table.NAMINGS))
        lines = []
        for colour, points, corner in rows[:n].tolist():
            others = table.CIRCLES[corner, :, :2].tolist()
            cells = tuple(f"{x + dx},{y + dy}" for dx, dy in [(0, 0), *others])
            lines.append(Line(cells, table.NAMES[colour], points))
        return lines

    # Records

    def topic(self, s: States, i: int) -> str:
        return TOPICS[int(s["phase"][i])]

    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        return {
            "start": notation.lying(s, i),
            "hands": [notation.KINDS[kind] for topic, kind in decided if topic == "hand"],
            "first": int(s["first"][i]),
        }

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        expect_keys(setup, ("start", "hands", "first"), (), "setup")
        start, hands, first = setup["start"], setup["hands"], read_first(setup, seats)
        if not isinstance(start, dict):
            raise RecordError("bad_setup", "'start' must tell the four tiles of the square")
        expect_keys(start, SQUARE, (), "'start'")
        if not isinstance(hands, list) or len(hands) != seats:
            raise RecordError("bad_setup", f"'hands' must hold {seats} tiles, one a seat")
        outcomes: list[int] = []
        for place, centred in zip(SQUARE, table.CENTRED, strict=True):
            lies = notation.tile_as_it_lies(start[place])
            if lies is None:
                raise RecordError("bad_tiles", f"'start': {quoted(start[place])} is no tile")
            kind, turns = lies
            if "_" not in start[place]:
                outcomes += [kind, turns]
            elif turns == centred:
                outcomes.append(kind)
            else:
                reason = f"'start': the empty corner of {start[place]} must lie in the centre"
                raise RecordError("bad_setup", reason)
        outcomes += [_kind(tile, f"the hand of seat {seat}") for seat, tile in enumerate(hands)]
        return first, iter(outcomes)

    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        return {topic: notation.KINDS[kind] for topic, kind in decided}

    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        expect_keys(reveals, (), ("bonus", "drew"), "reveals")
        return iter([_kind(tile, f"'{what}'") for what, tile in reveals.items()])

    # Views

    def seen_reveals(
        self, reveals: dict[str, Any], seat: int, viewer: int | None
    ) -> dict[str, Any]:
        return reveals if viewer == seat else {}  # RO-5, RO-13

    def seen_setup(self, setup: dict[str, Any], viewer: int | None) -> dict[str, Any]:
        hands = own_hand(setup["hands"], viewer)  # RO-5
        return {"start": setup["start"], "hands": hands, "first": setup["first"]}

    def show(self, seen: States) -> dict[str, Any]:
        seats = int(seen["seats"][0])
        return {
            "tiles": notation.lying(seen, 0),
            "tracks": seen["tracks"][0, :seats].tolist(),
            "goal": table.GOAL,  # RO-12
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


def _kind(tile: Any, what: str) -> int:
    if not isinstance(tile, str) or tile not in notation.KINDS:
        raise RecordError("bad_tiles", f"{what}: {quoted(tile)} is no tile")
    return notation.KINDS.index(tile)
