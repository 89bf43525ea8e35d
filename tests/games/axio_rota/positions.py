"""AXIO rota positions for tests: a match whose table is set by hand.

A display is told row by row from the top, like "opbr robg / rpbg .", a dot for no tile; its bottom
left cell is 0,0. Tiles are spelt as they lie.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from spielwerk.games.axio_rota import layout
from spielwerk.games.axio_rota.notation import KINDS, LETTERS, tile_as_it_lies
from spielwerk.games.axio_rota.parts import load
from spielwerk.games.axio_rota.places import cell_at
from spielwerk.match.match import Match

Cell = tuple[int, int]

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
SQUARE = "gbop rbpo / rgop rgbp"  # four full tiles: nothing has to lie in a certain way


def position(
    display: str | dict[Cell, str] = SQUARE,
    *,
    hand: str = "robg",
    seats: int = 2,
    tracks: Iterable[int] = (0, 0, 0, 0, 0),
    stacks: int = 11,
    supply: int = 8,
    unseen: str | None = None,
) -> Match:
    """Seat 0 is to place `hand`; other seats hold what comes first in the box.

    `unseen` lists all that can still be drawn (None: all that lies nowhere else); `stacks` and
    `supply` are the numbers of tiles in each stack and in the supply.
    """
    match = Match("axio_rota", seats, seed=0)
    state = match._position.states[0]
    left = match.game.tables["tiles"][0].copy()
    _set_display(state, left, tiles_of(display) if isinstance(display, str) else display)
    state.held[:] = 0
    set_hand(match, 0, hand)
    left[state.hand[0]] -= 1
    for seat in range(1, seats):
        set_hand(match, seat, KINDS[int(np.flatnonzero(left)[0])])
        left[state.hand[seat]] -= 1
    state.unseen[:] = left
    if unseen is not None:
        set_unseen(match, unseen)
    state.tracks[0] = list(tracks)
    state.stack[:seats] = stacks
    state.supply = supply
    return match


def _set_display(state: Any, left: Any, tiles: dict[Cell, str]) -> None:
    state.n = len(tiles)
    state.laid[:] = 0
    state.board[:] = 0
    state.lying[:] = 0
    state.beside[:] = 0
    state.quarters[:] = layout.NO_QUARTER
    for number, ((x, y), tile) in enumerate(tiles.items()):
        lies = tile_as_it_lies(tile)
        assert lies is not None, tile
        assert left[lies[0]] > 0, f"the box holds no more {tile}"
        left[lies[0]] -= 1
        state.laid[lies[0]] += 1
        state.x[number], state.y[number] = x, y
        state.board[cell_at(x, y)] = number + 1
        state.quarters[number + 1] = [LETTERS.index(corner) for corner in tile]
        _mark(state.lying, (x, y))
    for cell in beside(tiles):
        _mark(state.beside, cell)


def _mark(words: Any, place: Cell) -> None:
    cell = cell_at(*place)
    words[cell >> 6] |= np.uint64(1 << (cell & 63))


def set_hand(match: Match, seat: int, tile: str) -> None:
    state = match._position.states[0]
    state.hand[seat] = KINDS.index(tile)
    state.held[seat] = 1


def set_unseen(match: Match, tiles: str) -> None:
    """Say what can still be drawn."""
    state = match._position.states[0]
    state.unseen[:] = 0
    for tile in tiles.split():
        state.unseen[KINDS.index(tile)] += 1


def tiles_of(display: str) -> dict[Cell, str]:
    """A display's tiles by their cells."""
    rows = [row.split() for row in display.split("/")]
    return {
        (x, y): tile
        for y, row in enumerate(reversed(rows))
        for x, tile in enumerate(row)
        if tile != "."
    }


def along(path: Iterable[Cell], hand: str) -> dict[Cell, str]:
    """A display of tiles as they come in the box, all but `hand`, on the cells of a path."""
    tiles = load(None)["tiles"][0]
    box = [kind for kind, n in zip(KINDS, tiles.tolist(), strict=True) if n and kind != hand]
    return dict(zip(path, box, strict=False))


def beside(tiles: Iterable[Cell]) -> set[Cell]:
    """The free cells that share a side with a lying tile."""
    lying = set(tiles)
    return {(x + dx, y + dy) for x, y in lying for dx, dy in SIDES} - lying


def cells_of(moves: Iterable[str]) -> set[Cell]:
    """The cells of placements."""
    return {cell_of(move) for move in moves}


def cell_of(move: str) -> Cell:
    x, y = move.partition(":")[0].split(",")
    return int(x), int(y)


def points(match: Match, move: str) -> dict[str, int]:
    """What a move brings, by colour, colours without points left out."""
    gained = zip(layout.NAMES, match.preview(move), strict=True)
    return {colour: n for colour, n in gained if n}


def dealt(*hands: str, square: str = SQUARE, **more: Any) -> dict[str, Any]:
    """The record of a match that is only dealt; `more` replaces entries, such as its plies."""
    start = {f"{x},{y}": tile for (x, y), tile in tiles_of(square).items()}
    setup = {"start": start, "hands": list(hands), "first": 0}
    record: dict[str, Any] = {"format": "spielwerk/1", "game": "axio_rota", "seats": len(hands)}
    return record | {"options": {}, "setup": setup, "plies": [], "result": None} | more
