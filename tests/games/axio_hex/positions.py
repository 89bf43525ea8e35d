"""Positions on hexagons for tests: a match whose table is set by hand, and the board in words."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from spielwerk.games.axio_hex import layout
from spielwerk.games.axio_hex.layout import HEXAGONS
from spielwerk.match.match import Match
from spielwerk.match.replay import replay

# By letter and number; the first three lead from the smaller cell of a tile to the larger.
WAYS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))
SIDES = {2: 6, 3: 7, 4: 8}


def position(
    board: str = "",
    *,
    hand: str = "rb",
    seats: int = 2,
    tracks: Iterable[int] = (0, 0, 0, 0, 0, 0),
    bag: str | None = None,
    first_tiles: int = 0,
    parts: str | None = None,
    hands: str = "open",
) -> Match:
    """Seat 0 is to place from `hand` on a board such as "r g8 g9, b h8", start symbols added.

    `bag` lists what is left in the bag (None: all that it would hold), `first_tiles` how many
    first tiles are still to be laid; `hands` is the option.
    """
    match = Match("axio_hex", seats, seed=0, parts=parts, hands=hands)
    state = match._position.states[0]
    for symbols in filter(None, board.split(", ")):
        colour, *cells = symbols.split(" ")
        for name in cells:
            assert state.board[cell_at(name)] == layout.EMPTY, f"{name} is not empty"
            _cover(state, cell_at(name), HEXAGONS.colours.index(colour))
    set_hand(match, 0, hand)
    state.tracks[0] = list(tracks)
    state.opening = first_tiles
    if bag is not None:
        state.bag[:] = 0
        for tile in bag.split():
            state.bag[HEXAGONS.kinds.index(tile)] += 1
        state.in_bag = state.bag.sum()
    return match


def _cover(state: Any, cell: int, colour: int) -> None:
    state.board[cell] = colour
    state.free[cell >> 6] &= ~np.uint64(1 << (cell & 63))


def set_hand(match: Match, seat: int, hand: str) -> None:
    state = match._position.states[0]
    state.hand[seat] = 0
    for tile in hand.split():
        state.hand[seat, HEXAGONS.kinds.index(tile)] += 1
    state.held[seat] = state.hand[seat].sum()


def cell_at(name: str) -> int:
    cell = HEXAGONS.cells.get(name)
    assert cell is not None, name
    return cell


def points(match: Match, move: str) -> dict[str, int]:
    """What a move brings, by colour, colours without points left out."""
    gained = zip(HEXAGONS.colours, match.preview(move), strict=True)
    return {colour: n for colour, n in gained if n}


def fill(match: Match, *, keep: Iterable[str] = ()) -> None:
    """Cover every free cell but those to `keep` with symbols of which no two alike touch."""
    state = match._position.states[0]
    kept = {cell_at(name) for name in keep}
    for cell in range(layout.CELLS):
        if state.board[cell] == layout.EMPTY and cell not in kept:
            around = {int(state.board[cell + step]) for step in layout.STEPS}
            _cover(state, cell, min(set(range(layout.COLOURS)) - around))


def dealt(*hands: str, options: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """The record of a match that is only dealt; `more` replaces entries, such as its plies."""
    setup = {"hands": [hand.split() for hand in hands], "first": 0}
    record: dict[str, Any] = {"format": "spielwerk/1", "game": "axio_hex", "seats": len(hands)}
    return record | {"options": options or {}, "setup": setup, "plies": [], "result": None} | more


# Five red doubles are all there are: once rb is laid beside the red start symbol, the hand shows
# nothing but red, and red is the only colour with a point, so that a swap is offered.
ALL_RED, OTHERS = "rr rr rr rr rr rb", "gg gb go gy gp bb"


def offered_swap(hands: str = "open") -> Match:
    """A match, dealt and played, in which seat 0 has to say `swap` or `keep`."""
    options = {} if hands == "open" else {"hands": hands}
    plies = [{"seat": 0, "move": "rb a7-b7"}]
    return replay(dealt(ALL_RED, OTHERS, options=options, plies=plies))


# The board in words, from the rule alone


def cells(seats: int) -> set[str]:
    """HX-2, HX-4: letter's place and number add up to side + 1 at least, 3 * side - 1 at most."""
    side = SIDES[seats]
    lines = range(1, 2 * side)
    return {
        f"{chr(ord('a') + letter - 1)}{number}"
        for letter in lines
        for number in lines
        if side + 1 <= letter + number <= 3 * side - 1
    }


def step(name: str, way: tuple[int, int], n: int = 1) -> str:
    """The cell `n` steps on, or a name that no board has."""
    return f"{chr(ord(name[0]) + n * way[0])}{int(name[1:]) + n * way[1]}"


def around(name: str) -> set[str]:
    return {step(name, way) for way in WAYS}


def pairs_on(names: set[str]) -> set[str]:
    """All pairs of neighbours among these cells, the smaller one first."""
    found = {(name, step(name, way)) for name in names for way in WAYS[:3]}
    return {f"{one}-{two}" for one, two in found if two in names}


def pairs_of(moves: Iterable[str]) -> set[str]:
    """The cells of placements."""
    return {move.split(" ")[1] for move in moves}
