"""AXIO as people meet it: refusals, records, and what each seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.text import Text

from spielwerk.games.axio import drawing, notation, parts, rules, table
from spielwerk.rules.errors import IllegalMove, RecordError
from spielwerk.rules.game import Game
from spielwerk.rules.numbers import quoted, whole
from spielwerk.rules.records import expect_keys
from spielwerk.rules.state import States


class Axio(Game):
    """AXIO for one to four seats."""

    id = "axio"
    seats = range(1, table.SEATS + 1)
    layout = table.layout
    kernels = rules.kernels
    actions = table.KEEP + 1
    most_legal = table.PAIRS * 2 * table.HAND
    most_odds = table.KINDS
    score_names = tuple(notation.COLOURS)

    def read_parts(self, path: Path | None) -> States:
        return parts.load(path)

    def write(self, action: int) -> str:
        return notation.write(action)

    def read(self, move: str) -> int:
        return notation.read(move)

    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        choosing = s["phase"][i] == table.CHOOSING
        if choosing or action in (table.SWAP, table.KEEP):
            if choosing:
                return IllegalMove("swap_or_keep", "only 'swap' or 'keep' is possible now")
            return IllegalMove("no_swap", "a swap is not offered now; a tile has to be laid")
        cells = notation.cells_of(action)
        for cell in cells:
            name = notation.cell_name(cell)
            symbol = s["board"][i, cell]
            if symbol == table.EDGE:
                reason = f"{name} is outside the area in play"
                return IllegalMove("outside_area", reason, cell=name)
            if symbol != table.EMPTY or not _is_free(s, i, cell):
                return IllegalMove("cell_not_free", f"{name} is not free", cell=name)
        kind = notation.kind_of(action)
        if s["hand"][i, seat, kind] == 0:
            tile = notation.KINDS[kind]
            return IllegalMove("not_in_hand", f"the tile {tile} is not in hand", tile=tile)
        reason = "a first tile must touch a printed field, and only such that no tile touches yet"
        return IllegalMove("first_tile", reason)

    # Records

    def topic(self, s: States, i: int) -> int:
        return int(s["seat"][i])  # who draws

    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        hands: list[list[str]] = [[] for _ in range(int(s["seats"][i]))]
        for seat, kind in decided:
            hands[seat].append(notation.KINDS[kind])
        return {"hands": hands, "first": int(s["first"][i])}

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        expect_keys(setup, ("hands", "first"), (), "setup")
        hands, first = setup["hands"], setup["first"]
        if whole(first) is None or first not in range(seats):
            raise RecordError("bad_setup", f"'first' must be a seat from 0 to {seats - 1}")
        if not isinstance(hands, list) or len(hands) != seats:
            raise RecordError("bad_setup", f"'hands' must hold {seats} hands, one a seat")
        size = table.HANDS[seats]
        outcomes: list[int] = []
        for seat, hand in enumerate(hands):
            kinds = _kinds(hand, f"the hand of seat {seat}")
            if len(kinds) != size:
                raise RecordError(
                    "bad_setup", f"seat {seat} must be dealt {size}, not {len(kinds)}"
                )
            outcomes += kinds
        return first, iter(outcomes)

    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        reveals: dict[str, Any] = {}
        if action == table.SWAP:
            reveals["returned"] = notation.tiles(s["shown"][i].tolist())
        if decided:
            reveals["drew"] = [notation.KINDS[kind] for _, kind in decided]
        return reveals

    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        expect_keys(reveals, (), ("drew", "returned"), "reveals")
        _kinds(reveals.get("returned", []), "'returned'")
        return iter(_kinds(reveals.get("drew", []), "'drew'"))

    # Views

    def seen_reveals(
        self, reveals: dict[str, Any], seat: int, viewer: int | None
    ) -> dict[str, Any]:
        if viewer == seat:
            return reveals
        return {"returned": reveals["returned"]} if "returned" in reveals else {}  # AX-13

    def show(self, seen: States, viewer: int | None) -> dict[str, Any]:
        state = seen[0]
        seats = int(state.seats)
        closed, pyramids = int(state.closed), int(self.tables["pyramids"][0])
        cells = state.pyramids.tolist()
        standing = [cells[k % pyramids] for k in range(max(0, closed - pyramids), closed)]
        hands: list[list[str] | None] = [None] * seats
        if viewer is not None:
            hands[viewer] = notation.tiles(state.hand[viewer].tolist())
        return {
            "phase": "swap" if state.phase == table.CHOOSING else "place",
            "area": notation.area(seats),
            "board": _symbols(state.board),
            "printed": _symbols(self.tables["board"][0, seats]),
            "pyramids": [notation.cell_name(cell) for cell in standing],
            "tracks": state.tracks[:seats].tolist(),
            "bonus_turns": int(state.bonus),
            "hands": hands,
            "held": state.held[:seats].tolist(),
            "bag": int(state.in_bag) + int(state.beside_bag),
            "shown": notation.tiles(state.shown.tolist()),
        }

    def draw(self, view: dict[str, Any]) -> Text:
        return drawing.draw(view)


def _is_free(s: States, i: int, cell: int) -> bool:
    return bool(int(s["free"][i, cell >> 6]) >> (cell & 63) & 1)


def _symbols(board: npt.NDArray[np.uint8]) -> dict[str, str]:
    """The colour of each cell that shows one."""
    symbols = enumerate(board.tolist())
    return {
        notation.cell_name(cell): notation.COLOURS[symbol]
        for cell, symbol in symbols
        if symbol < table.COLOURS
    }


def _kinds(tiles: Any, what: str) -> list[int]:
    if not isinstance(tiles, list):
        raise RecordError("bad_tiles", f"{what} must be a list of tiles")
    for tile in tiles:
        if tile not in notation.KINDS:
            raise RecordError("bad_tiles", f"{what}: {quoted(tile)} is no tile")
    return [notation.KINDS.index(tile) for tile in tiles]
