"""AXIO rota's rules: kernels that deal, place, score and rank."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.tracks import (
    all_reach,
    lowest_track,
    move_on,
    rank_compare,
    some_exceed,
    write_tracks,
)
from spielwerk.games.axio_rota.layout import (
    BONUS,
    CENTRED,
    CIRCLES,
    CORNERS,
    DEALING,
    DRAWING,
    EMPTY,
    GOAL,
    KINDS,
    NAMINGS,
    NO_QUARTER,
    NOT_NAMED,
    PLACING,
    ROWS,
    SIDES,
    SQUARE,
    SQUARE_CELLS,
    STACK,
    STARTS,
    TILES,
    TURNING,
    WIDTH,
)
from spielwerk.games.axio_rota.placements import (
    clear_bit,
    row_at,
    set_bit,
    to_the_left,
    to_the_right,
)
from spielwerk.games.axio_rota.places import number_of, place_of, step
from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE, NATURES_TURN


@kernel
def start(t, s, i, seats, first):
    r = s[i]
    r.turn, r.phase = NATURES_TURN, SQUARE
    r.seats, r.first, r.seat = seats, first, 0
    r.n, r.to_turn, r.bonus = 0, 0, 0
    r.supply = TILES - STARTS - STACK * seats  # RO-5
    r.stack[:] = 0
    for seat in range(seats):
        r.stack[seat] = STACK
    r.tracks[:] = 0
    r.lying[:] = 0
    r.beside[:] = 0
    r.board[:] = 0
    r.quarters[:] = NO_QUARTER
    r.x[:] = 0
    r.y[:] = 0
    r.laid[:] = 0
    r.held[:] = 0
    r.hand[:] = 0
    for kind in range(KINDS):
        r.unseen[kind] = t[0].tiles[kind]


# Nature


@kernel
def odds(t, s, i, out):
    """Write the weights of the unseen tiles, or of the rotations of a tile of the square."""
    if s[i].phase == TURNING:
        for turns in range(CORNERS):
            out[turns] = 1
        return CORNERS
    for kind in range(KINDS):
        out[kind] = s[i].unseen[kind]
    return KINDS


@kernel
def chance(t, r, outcome):
    if r.phase == TURNING:
        lay_start(t, r, r.to_turn, outcome)
        return
    r.unseen[outcome] -= 1
    if r.phase == SQUARE:
        if t[0].corners[outcome, 0] == EMPTY:
            lay_start(t, r, outcome, CENTRED[r.n])  # RO-4
        else:
            r.to_turn = outcome
            r.phase = TURNING
        return
    r.hand[r.seat] = outcome
    r.held[r.seat] = 1
    if r.phase == BONUS:
        r.supply -= 1
        place_next(r, r.seat)
        return
    r.stack[r.seat] -= 1
    if r.phase == DRAWING:
        place_next(r, after(r, r.seat))
    elif r.seat + 1 < r.seats:
        r.seat += 1
    else:
        place_next(r, r.first)  # RO-6


@kernel
def lay_start(t, r, kind, turns):
    """Place a tile of the square; after the last one, start the deal."""
    x, y = SQUARE_CELLS[r.n, 0], SQUARE_CELLS[r.n, 1]
    r.to_turn = 0
    lay(t, r, kind, turns, y * WIDTH + x, x, y)
    r.phase = DEALING if r.n == STARTS else SQUARE


@kernel
def after(r, seat):
    """Return the next seat, clockwise."""
    return seat + 1 if seat + 1 < r.seats else 0


@kernel
def place_next(r, seat):
    """Give the turn to `seat`, or end the game if it has no tile left (RO-15)."""
    r.seat = seat
    r.phase = PLACING
    r.turn = 1 << seat if r.held[seat] > 0 else 0


# A seat's plies


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        chance(t, r, action)
    else:
        place(t, r, seat, action)


@kernel
def place(t, r, seat, action):
    """Place the tile in hand, score it, and determine what comes next."""
    cell = lay_hand(t, r, seat, action)
    r.bonus += score(r, seat, cell, action % NAMINGS)
    if all_reach(r.tracks, seat, GOAL):
        r.turn = 0  # RO-14
        return
    if r.bonus > 0 and r.supply > 0:
        r.bonus = min(r.bonus, r.supply) - 1  # RO-13: for the others there are no tiles
        r.phase, r.turn = BONUS, NATURES_TURN
        return
    r.bonus = 0
    if r.stack[seat] > 0:
        r.phase, r.turn = DRAWING, NATURES_TURN  # RO-11
    else:
        place_next(r, after(r, seat))


@kernel
def lay_hand(t, r, seat, action):
    """Place the tile in hand, and return its cell."""
    cell, turns = action // (CORNERS * NAMINGS), action // NAMINGS % CORNERS
    kind = r.hand[seat]
    r.hand[seat], r.held[seat] = 0, 0
    x, y = place_of(r, cell)
    lay(t, r, kind, turns, cell, x, y)
    return cell


@kernel
def lay(t, r, kind, turns, cell, x, y):
    """Put a tile on a cell, rotated by that many quarter turns clockwise."""
    r.x[r.n], r.y[r.n] = x, y
    r.n += 1
    r.laid[kind] += 1
    r.board[cell] = r.n
    for corner in range(CORNERS):
        r.quarters[r.n, corner] = t[0].corners[kind, (corner - turns) & 3]
    set_bit(r.lying, cell)
    clear_bit(r.beside, cell)
    for side in range(len(SIDES)):
        other = step(cell, SIDES[side, 0], SIDES[side, 1])
        if r.board[other] == 0:
            set_bit(r.beside, other)


@kernel
def score(r, seat, cell, named):
    """Score the four corners of the tile on `cell`; return how many tracks reached their end."""
    reached = 0
    for corner in range(CORNERS):
        colour = scoring_colour(r, cell, corner, named)
        if colour != NOT_NAMED:
            points = circle_points(r, cell, corner, colour)
            reached += move_on(r.tracks, seat, colour, points, GOAL)  # RO-12
    return reached


@kernel
def scoring_colour(r, cell, corner, named):
    """Return the colour that a corner of the new tile scores in, or NOT_NAMED."""
    colour = np.int64(r.quarters[r.board[cell], corner])
    return named if colour == EMPTY else colour  # RO-10


@kernel
def circle_points(r, cell, corner, colour):
    """Return the points for a colour at a corner: equal symbols in that corner's circle (RO-9)."""
    points = 0
    for other in range(CORNERS - 1):
        points += 1 if in_circle(r, cell, corner, other) == colour else 0
    return points


@kernel
def in_circle(r, cell, corner, other):
    """Return the content of one of the three other quarters of a corner's circle (RO-8)."""
    tile = r.board[step(cell, CIRCLES[corner, other, 0], CIRCLES[corner, other, 1])]
    return r.quarters[tile, CIRCLES[corner, other, 2]]


@kernel
def lines(t, s, i, seat, action, out):
    """Write the circles in which a placement scores; return their number.

    A circle's cells are the four around its grid point (RO-8), the tile's own first, whether or
    not tiles cover the others. Places the tile in s[i] and changes nothing else there.
    """
    r = s[i]
    cell = lay_hand(t, r, seat, action)
    x, y = np.int64(r.x[r.n - 1]), np.int64(r.y[r.n - 1])
    n = 0
    for corner in range(CORNERS):
        colour = scoring_colour(r, cell, corner, action % NAMINGS)
        points = circle_points(r, cell, corner, colour)
        if points > 0:  # RO-8, RO-10: a corner that needs no name meets nothing
            out[n, 0], out[n, 1], out[n, 2] = colour, points, CORNERS
            out[n, 3] = number_of(x, y)
            for other in range(CORNERS - 1):
                dx, dy = CIRCLES[corner, other, 0], CIRCLES[corner, other, 1]
                out[n, 4 + other] = number_of(x + dx, y + dy)
            n += 1
    return n


# Scoring


@kernel
def scores(t, s, i, seat, out):
    return write_tracks(s[i].tracks, seat, out)


@kernel
def ranks(t, s, i, out):
    rank_compare(s[i].tracks, s[i].seats, GOAL, out)  # RO-16, RO-17


@kernel
def fault(t, s, i):
    r = s[i]
    for kind in range(KINDS):
        tiles = r.laid[kind] + r.unseen[kind]
        for seat in range(r.seats):
            tiles += 1 if r.held[seat] > 0 and r.hand[seat] == kind else 0
        tiles += 1 if r.phase == TURNING and r.to_turn == kind else 0
        if tiles != t[0].tiles[kind]:
            return 1
    tiles = r.n + r.supply
    for seat in range(r.seats):
        tiles += r.stack[seat] + r.held[seat]
    if r.n >= STARTS and tiles != TILES:
        return 2
    n = 0
    for row in range(ROWS):
        here = r.lying[row]
        n += popcount(here)
        beside = to_the_left(here) | to_the_right(here)
        beside |= row_at(r.lying, row + 1) | row_at(r.lying, row - 1)
        if beside & ~here != r.beside[row]:
            return 3
    if n != r.n:
        return 4
    if some_exceed(r.tracks, GOAL):
        return 5
    return 0


@kernel
def progress(t, s, i, seat, room):
    return lowest_track(s[i].tracks, seat)
