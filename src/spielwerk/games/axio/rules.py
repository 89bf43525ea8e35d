"""AXIO's rules: kernels that place, score and rank; `hands` deals, `placements` lists moves."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.hands import (
    deal,
    draw,
    may_swap,
    offer_swap,
    place_next,
    refill,
    swap,
    tile_fault,
)
from spielwerk.dominoes.layout import DEALING, NONE, ONE, WORDS
from spielwerk.dominoes.lines import write_half
from spielwerk.dominoes.placements import (
    cover,
    is_free,
    lay,
    swap_action,
)
from spielwerk.dominoes.scoring import line_points
from spielwerk.dominoes.tracks import (
    all_reach,
    lowest_track,
    rank_compare,
    some_exceed,
    write_tracks,
)
from spielwerk.games.axio.layout import (
    CELLS,
    COLOURS,
    EMPTY,
    GOAL,
    REST_OF_WORD,
    ROW,
    STEPS,
)
from spielwerk.games.axio.pyramids import MOST_CLOSED, closed_in, symbols_around, write_pyramid
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE


@kernel
def start(t, s, i, seats, first):
    r = s[i]
    deal(t, r, seats, first)
    r.bonus = 0
    r.pyramids[:] = 0
    r.closed = 0


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        if draw(t, r, action):
            place_next(r, r.first if r.phase == DEALING else r.seat + 1)
    elif action == swap_action(t):
        swap(t, r)
    elif action > swap_action(t):
        end_turn(t, r)
    else:
        place(t, r, seat, action)


@kernel
def end_turn(t, r):
    if not refill(t, r):
        place_next(r, r.seat + 1)


@kernel
def place(t, r, seat, action):
    """Place a tile, score it and the cells it encloses, and determine what comes next."""
    one, two, first, second = lay(t, r, seat, action)
    solo = r.seats == 1
    points_one = line_points(r.board, first, second, one, STEPS)  # AX-8
    points_two = line_points(r.board, second, first, two, STEPS)
    if second_first(r, one, two, points_one, points_two):
        points_one, points_two = points_two, points_one
    reached = gain(r, seat, one, points_one, solo)  # AX-9
    reached += gain(r, seat, two, points_two, solo)
    closes, has_room = look_around(r)
    if closes:
        for k in range(MOST_CLOSED):  # AX-10: several at once are possible
            cell = closed_in(r.board, first, second, k)
            if cell > 0:
                reached += set_pyramid(t, r, seat, cell, solo)

    r.bonus += reached
    if all_reach(r.tracks, seat, 2 * GOAL if solo else GOAL) or not has_room:
        r.turn = 0  # AX-16, AX-17, AX-20
    elif r.bonus > 0:
        r.bonus -= 1  # AX-15: the same seat places again, from the same hand
    elif may_swap(t, r, seat, GOAL):
        offer_swap(r)
    else:
        end_turn(t, r)


@kernel
def look_around(r):
    """Return whether any free cell is enclosed, and whether a tile fits anywhere (AX-17).

    Cells enclosed earlier have their pyramid and are not free, so any cell found is new.
    """
    closes, has_room = NONE, NONE
    for word in range(WORDS):
        free = r.free[word]
        beside = free << ONE | free >> ONE | free << ROW | free >> ROW
        if word > 0:
            beside |= r.free[word - 1] >> REST_OF_WORD
        if word + 1 < WORDS:
            beside |= r.free[word + 1] << REST_OF_WORD
        closes |= free & ~beside
        has_room |= free & beside
    return closes != NONE, has_room != NONE


@kernel
def advance(track, points, solo):
    """Return a track's position after one scoring event: it stops at 18, the surplus is lost."""
    goal = 2 * GOAL if solo and track >= GOAL else GOAL  # AX-14, AX-20
    return min(np.int64(track) + points, goal)


@kernel
def second_first(r, one, two, points_one, points_two):
    """Whether to score the second half first: solo, for a double, if that gives more (AX-20)."""
    if r.seats > 1 or one != two:
        return False
    track = r.tracks[0, one]
    forward = advance(advance(track, points_one, True), points_two, True)
    return advance(advance(track, points_two, True), points_one, True) > forward


@kernel
def gain(r, seat, colour, points, solo):
    """Advance a track; return 1 if that earns a bonus turn, else 0."""
    before = r.tracks[seat, colour]
    after = advance(before, points, solo)
    r.tracks[seat, colour] = after
    return 1 if before < GOAL and after == GOAL and not solo else 0  # AX-15, AX-19


@kernel
def set_pyramid(t, r, seat, cell, solo):
    """Put a pyramid on `cell`, score it, and return the number of tracks that reached the goal."""
    r.pyramids[r.closed % t[0].pyramids] = cell  # AX-11: once all are in use the oldest moves here
    r.closed += 1
    cover(r, cell)  # for good, though the board shows no symbol there
    reached = 0
    for colour in range(COLOURS):
        reached += gain(r, seat, colour, symbols_around(r.board, cell, colour), solo)
    return reached


@kernel
def lines(t, s, i, seat, action, out):
    """Write where the points of a placement come from, in the order of AX-20; return the row count.

    Places the tile in s[i] and changes nothing else there. Swapping and keeping have no lines.
    """
    if action >= swap_action(t):
        return 0
    r = s[i]
    one, two, first, second = lay(t, r, seat, action)
    points_one = line_points(r.board, first, second, one, STEPS)
    points_two = line_points(r.board, second, first, two, STEPS)
    if second_first(r, one, two, points_one, points_two):
        n = write_half(r.board, second, first, two, STEPS, out, 0)
        n = write_half(r.board, first, second, one, STEPS, out, n)
    else:
        n = write_half(r.board, first, second, one, STEPS, out, 0)
        n = write_half(r.board, second, first, two, STEPS, out, n)
    for k in range(MOST_CLOSED):
        cell = closed_in(r.board, first, second, k)
        if cell > 0:
            n = write_pyramid(r.board, cell, out, n)  # AX-11: whichever pyramid is moved there
    return n


# Scoring


@kernel
def scores(t, s, i, seat, out):
    return write_tracks(s[i].tracks, seat, out)


@kernel
def ranks(t, s, i, out):
    rank_compare(s[i].tracks, s[i].seats, 2 * GOAL, out)  # AX-18


@kernel
def fault(t, s, i):
    r = s[i]
    wrong = tile_fault(t, r)
    if wrong != 0:
        return wrong
    if some_exceed(r.tracks, 2 * GOAL if r.seats == 1 else GOAL):
        return 4
    uncovered = 0  # cells that show nothing, though no tile may lie there: those of pyramids
    for cell in range(CELLS):
        free = is_free(r, cell)
        if free and r.board[cell] != EMPTY:
            return 5
        uncovered += 1 if r.board[cell] == EMPTY and not free else 0
    return 0 if uncovered == r.closed else 6


@kernel
def progress(t, s, i, seat, room):
    return lowest_track(s[i].tracks, seat)
