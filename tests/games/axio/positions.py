"""AXIO positions for tests: a match whose table is set by hand."""

from collections.abc import Iterable

import numpy as np

from spielwerk.games.axio import layout
from spielwerk.games.axio.notation import AXIO
from spielwerk.match.match import Match


def position(
    board: str = "",
    *,
    hand: str = "rb",
    seats: int = 2,
    tracks: Iterable[int] = (0, 0, 0, 0, 0),
    bag: str | None = None,
    first_tiles: int = 0,
    parts: str | None = None,
) -> Match:
    """Seat 0 is to place from `hand` on a board such as "r g8 g9, b h8", printed fields added.

    `bag` lists what is left in the bag (None: all that it would hold), `first_tiles` how many
    first tiles are still to be laid.
    """
    match = Match("axio", seats, seed=0, parts=parts)
    state = match._position.states[0]
    for symbols in filter(None, board.split(", ")):
        colour, *cells = symbols.split(" ")
        for name in cells:
            cell = cell_at(name)
            assert state.board[cell] == layout.EMPTY, f"{name} is not empty"
            state.board[cell] = AXIO.colours.index(colour)
            state.free[cell >> 6] &= ~np.uint64(1 << (cell & 63))
    set_hand(match, 0, hand)
    state.tracks[0] = list(tracks)
    state.opening = first_tiles
    if bag is not None:
        state.bag[:] = 0
        for tile in bag.split():
            state.bag[AXIO.kinds.index(tile)] += 1
        state.in_bag = state.bag.sum()
    return match


def set_hand(match: Match, seat: int, hand: str) -> None:
    state = match._position.states[0]
    state.hand[seat] = 0
    for tile in hand.split():
        state.hand[seat, AXIO.kinds.index(tile)] += 1
    state.held[seat] = state.hand[seat].sum()


def cell_at(name: str) -> int:
    cell = AXIO.cells.get(name)
    assert cell is not None, name
    return cell


def points(match: Match, move: str) -> dict[str, int]:
    """What a move brings, by colour, colours without points left out."""
    gained = zip(AXIO.colours, match.preview(move), strict=True)
    return {colour: n for colour, n in gained if n}


def fill(match: Match, colours: str = "rgbop", *, keep: Iterable[str] = ()) -> None:
    """Cover every free cell but those to `keep` with symbols of which no two alike touch."""
    state = match._position.states[0]
    kept = {cell_at(name) for name in keep}
    for cell in range(layout.CELLS):
        if state.board[cell] == layout.EMPTY and cell not in kept:
            around = {int(state.board[cell + step]) for step in layout.STEPS}
            free_colours = [c for c in map(AXIO.colours.index, colours) if c not in around]
            state.board[cell] = free_colours[0]
            state.free[cell >> 6] &= ~np.uint64(1 << (cell & 63))
