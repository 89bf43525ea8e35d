"""AXIO rota's moves as numbers: what an action places where, refusals, and what is drawn.

A move's numbers are the place (`places`), the rotated tile (kind * 4 + quarter turns clockwise)
and, in the second form, the colour named for the empty corner.
"""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio_rota.layout import (
    BONUS,
    CENTRED,
    CORNERS,
    DEALING,
    EMPTY,
    NAMINGS,
    NOT_NAMED,
    SQUARE,
    SQUARE_CELLS,
    TURNING,
    WIDTH,
)
from spielwerk.games.axio_rota.notation import SQUARE_PLACES
from spielwerk.games.axio_rota.placements import is_named, placement
from spielwerk.games.axio_rota.places import (
    cell_beside,
    is_covered,
    number_of,
    numbered,
    place_of,
)
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import NOTHING, Refusal
from spielwerk.rules.reveals import Shape, Topic

PLACED, NAMED = 0, 1  # forms
FORM, PLACE, TILE, COLOUR = range(4)  # a move's numbers

REFUSALS = (
    Refusal("not_in_hand", ("tile:kind",)),
    Refusal("cell_not_free", ("cell:place",)),
    Refusal("not_beside", ("cell:place",)),
    Refusal("name_a_colour"),
    Refusal("nothing_to_name"),
)
NOT_IN_HAND, CELL_NOT_FREE, NOT_BESIDE, NAME_A_COLOUR, NOTHING_TO_NAME = range(1, len(REFUSALS) + 1)

TOPICS = (
    Topic("start", Shape.MAP, "tile", places="place", at=SQUARE_PLACES, wrong="bad_tiles"),
    Topic("hands", Shape.BY_SEAT, "kind", sight="hand", wrong="bad_tiles"),
    Topic("bonus", Shape.ONE, "kind", sight="hand", wrong="bad_tiles"),
    Topic("drew", Shape.ONE, "kind", sight="hand", wrong="bad_tiles"),
)
STARTING, DEALT, BONUS_TILE, DREW = range(len(TOPICS))


@kernel
def move(t, s, i, seat, action, out):
    cell, turns = action // (CORNERS * NAMINGS), action // NAMINGS % CORNERS
    x, y = place_of(s[i], cell)
    out[FORM], out[PLACE] = PLACED, number_of(x, y)
    out[TILE] = np.int64(s[i].hand[seat]) * CORNERS + turns
    out[COLOUR] = NOTHING
    if action % NAMINGS != NOT_NAMED:
        out[FORM], out[COLOUR] = NAMED, action % NAMINGS


@kernel
def disclose(t, s, i, seat, move):
    """Put the tile that a move places into the hand it came from, which is hidden from others."""
    s[i].hand[seat], s[i].held[seat] = move[TILE] // CORNERS, 1


@kernel
def find(t, s, i, seat, move):
    x, y = numbered(move[PLACE])
    cell = cell_beside(s[i], x, y)
    if cell < 0 or not holds(s[i], seat, move[TILE] // CORNERS):
        return -1
    naming = move[COLOUR] if move[FORM] == NAMED else NOT_NAMED
    return placement(cell // WIDTH, cell % WIDTH, move[TILE] % CORNERS, naming)


@kernel
def holds(r, seat, kind):
    """Return whether the tile in a seat's hand is of this kind."""
    return r.held[seat] > 0 and r.hand[seat] == kind


@kernel
def why_not(t, s, i, seat, move, out):
    r = s[i]
    kind, turns = move[TILE] // CORNERS, move[TILE] % CORNERS
    out[0] = kind
    if not holds(r, seat, kind):
        return NOT_IN_HAND
    x, y = numbered(move[PLACE])
    out[0] = move[PLACE]
    if is_covered(r, x, y):
        return CELL_NOT_FREE
    cell = cell_beside(r, x, y)
    if cell < 0:
        return NOT_BESIDE  # RO-7
    if is_named(t, r, seat, cell, turns):  # RO-10
        return 0 if move[FORM] == NAMED else NAME_A_COLOUR
    return 0 if move[FORM] == PLACED else NOTHING_TO_NAME


# What becomes known. A full tile of the square is drawn, then rotated: both are recorded as one.


@kernel
def due(t, s, i, out):
    """Write what is drawn and for whom; for tiles of the square, the place they go to."""
    r = s[i]
    if r.phase in (SQUARE, TURNING):
        out[0] = STARTING
        out[1] = number_of(SQUARE_CELLS[r.n, 0], SQUARE_CELLS[r.n, 1])
        return
    out[0] = DREW
    if r.phase == DEALING:
        out[0] = DEALT
    elif r.phase == BONUS:
        out[0] = BONUS_TILE
    out[1] = r.seat


@kernel
def told(t, s, i, outcome):
    r = s[i]
    if r.phase == TURNING:
        return np.int64(r.to_turn) * CORNERS + outcome
    if r.phase != SQUARE:
        return outcome
    is_full = t[0].corners[outcome, 0] != EMPTY
    return -1 if is_full else outcome * CORNERS + CENTRED[r.n]  # RO-4


@kernel
def outcome(t, s, i, number):
    if s[i].phase == SQUARE:
        return number // CORNERS
    return number % CORNERS if s[i].phase == TURNING else number
