"""AXIO's rules: the kernels that deal, draw, place, score and rank."""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio.placements import count, legal, nth
from spielwerk.games.axio.scoring import line_points, rank_compare
from spielwerk.games.axio.table import (
    AROUND,
    CELLS,
    CHOOSING,
    COLOURS,
    DEALING,
    EMPTY,
    FIELDS,
    GOAL,
    HAND,
    HANDS,
    KEEP,
    KINDS,
    NONE,
    ONE,
    PAIRS,
    PLACING,
    REFILLING,
    REST_OF_WORD,
    ROW,
    STEPS,
    STRIDE,
    SWAP,
    SWAPPING,
    WORDS,
    layout,
)
from spielwerk.rules.dispatch import Kernels, register
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE, NATURES_TURN


@kernel
def start(t, s, i, seats, first):
    """An empty table, the tiles in the bag, nature about to deal."""
    r, p = s[i], t[0]
    r.turn, r.phase = NATURES_TURN, DEALING
    r.seats, r.first, r.seat = seats, first, 0
    r.opening, r.touched, r.bonus = seats, 0, 0
    r.to_draw = HANDS[seats]
    for cell in range(CELLS):
        r.board[cell] = p.board[seats, cell]
    for word in range(WORDS):
        r.free[word] = p.free[seats, word]
    r.tracks[:] = 0
    r.pyramids[:] = 0
    r.closed = 0
    r.laid[:] = 0
    r.shown[:] = 0
    r.hand[:] = 0
    r.held[:] = 0
    r.lacks[:] = 0
    for kind in range(KINDS):
        r.bag[kind] = p.tiles[kind]
    r.in_bag, r.beside_bag = p.in_all, 0


# Nature


@kernel
def odds(t, s, i, out):
    """A draw from the bag: each kind as likely as it is frequent."""
    for kind in range(KINDS):
        out[kind] = s[i].bag[kind]
    return KINDS


@kernel
def draw(r, kind):
    """Nature hands the drawing seat a tile; after the last one play goes on."""
    r.bag[kind] -= 1
    r.in_bag -= 1
    r.hand[r.seat, kind] += 1
    r.held[r.seat] += 1
    r.to_draw -= 1
    if r.to_draw > 0:
        return
    if r.phase == DEALING and r.seat + 1 < r.seats:
        r.seat += 1
        r.to_draw = HANDS[r.seats]
    elif r.phase == DEALING:
        place_next(r, r.first)
    else:
        place_next(r, r.seat + 1)


@kernel
def place_next(r, seat):
    """Let `seat` place, or the first one if that is past the last."""
    r.seat = 0 if seat == r.seats else seat
    r.phase = PLACING
    r.turn = 1 << r.seat


# A seat's plies


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        draw(r, action)
    elif action == KEEP:
        refill(r)
    elif action == SWAP:
        swap(r)
    else:
        place(t, r, seat, action)


@kernel
def place(t, r, seat, action):
    """Lay a tile, score it and the cells it closes in, and see what follows."""
    pair, colours = action // (COLOURS * COLOURS), action % (COLOURS * COLOURS)
    one, two = colours // COLOURS, colours % COLOURS
    stands = 1 if pair >= PAIRS // 2 else 0
    first = int(t[0].first[pair])
    second = first + (STRIDE if stands else 1)

    kind = t[0].kind[one, two]
    r.hand[seat, kind] -= 1
    r.held[seat] -= 1
    r.laid[kind] += 1
    r.board[first], r.board[second] = one, two
    cover(r, first)
    cover(r, second)
    if r.opening > 0:
        touch_fields(t, r, first)
        touch_fields(t, r, second)
        r.opening -= 1

    solo = r.seats == 1
    points_one = line_points(r.board, first, second, one, STEPS)  # AX-8
    points_two = line_points(r.board, second, first, two, STEPS)
    if solo and one == two and better_reversed(r.tracks[0, one], points_one, points_two):
        points_one, points_two = points_two, points_one
    reached = gain(r, seat, one, points_one, solo)  # AX-9
    reached += gain(r, seat, two, points_two, solo)
    closes, has_room = look_around(r)
    if closes:
        for k in range(len(AROUND[0])):  # AX-10: several at once are possible
            cell = first + AROUND[stands, k]
            if r.board[cell] == EMPTY and is_closed(r.board, cell):
                reached += set_pyramid(t, r, seat, cell, solo)

    r.bonus += reached
    if all_at_goal(r, seat, solo) or not has_room:
        r.turn = 0  # AX-16, AX-17, AX-20
    elif r.bonus > 0:
        r.bonus -= 1  # AX-15: the same seat places again, from the same hand
    elif may_swap(t, r, seat):
        r.phase = CHOOSING
    else:
        refill(r)


@kernel
def look_around(r):
    """Whether a free cell is closed in, and whether a tile fits anywhere (AX-17).

    Cells closed in earlier have their pyramid and are not free: what is found is new.
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
def cover(r, cell):
    r.free[cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@kernel
def touch_fields(t, r, cell):
    """Mark the printed fields beside `cell` as touched."""
    for field in range(FIELDS):
        if t[0].near[field, cell >> 6] >> np.uint64(cell & 63) & ONE:
            r.touched |= 1 << field


@kernel
def advance(track, points, solo):
    """Where a track stands after one scoring event: 18 stops it, surplus lapses."""
    goal = 2 * GOAL if solo and track >= GOAL else GOAL  # AX-14, AX-20
    return min(np.int64(track) + points, goal)


@kernel
def better_reversed(track, points_one, points_two):
    """Whether a double's halves give more in the other order (AX-20)."""
    forward = advance(advance(track, points_one, True), points_two, True)
    return advance(advance(track, points_two, True), points_one, True) > forward


@kernel
def gain(r, seat, colour, points, solo):
    """Move a track on; 1 if that earns a bonus turn, else 0."""
    before = r.tracks[seat, colour]
    after = advance(before, points, solo)
    r.tracks[seat, colour] = after
    return 1 if before < GOAL and after == GOAL and not solo else 0  # AX-15, AX-19


@kernel
def is_closed(board, cell):
    for step in STEPS:
        if board[cell + step] == EMPTY:
            return False
    return True


@kernel
def set_pyramid(t, r, seat, cell, solo):
    """Set a pyramid on `cell`, score it, and return how many tracks it brought to their goal."""
    r.pyramids[r.closed % t[0].pyramids] = cell  # AX-11: once all are in use the oldest moves here
    r.closed += 1
    cover(r, cell)  # for good, though the board shows no symbol there
    reached = 0
    for colour in range(COLOURS):
        points = 0
        for step in STEPS:
            if r.board[cell + step] == colour:
                points += 1
        reached += gain(r, seat, colour, points, solo)
    return reached


@kernel
def all_at_goal(r, seat, solo):
    for colour in range(COLOURS):
        if r.tracks[seat, colour] < (2 * GOAL if solo else GOAL):
            return False
    return True


@kernel
def may_swap(t, r, seat):
    """Whether the hand shows none of the seat's lowest colours (AX-13); notes what that tells."""
    if r.held[seat] == 0 or r.in_bag + r.beside_bag < HAND:  # AX-19: no hand is left in solo
        return False
    lowest_track = GOAL
    for colour in range(COLOURS):
        lowest_track = min(lowest_track, r.tracks[seat, colour])
    wanted = 0
    for colour in range(COLOURS):
        wanted |= (1 if r.tracks[seat, colour] == lowest_track else 0) << colour
    found = 0
    for kind in range(KINDS):
        found |= min(r.hand[seat, kind], 1) * (t[0].symbols[kind] & wanted)
    if found != 0:
        return False
    for kind in range(KINDS):
        r.lacks[seat] |= (1 if t[0].symbols[kind] & wanted else 0) << kind
    return True


@kernel
def return_shown(r):
    """Put the hand last shown for a swap into the bag: the next draw may bring it back."""
    if r.beside_bag > 0:
        for kind in range(KINDS):
            r.bag[kind] += r.shown[kind]
            r.shown[kind] = 0
        r.in_bag += r.beside_bag
        r.beside_bag = 0


@kernel
def refill(r):
    """Let nature refill the hand of the seat whose turn ends, as far as the bag goes (AX-12)."""
    return_shown(r)
    r.lacks[r.seat] = 0
    r.to_draw = min(HANDS[r.seats] - r.held[r.seat], r.in_bag)
    if r.to_draw == 0:
        place_next(r, r.seat + 1)
    else:
        r.phase = REFILLING
        r.turn = NATURES_TURN


@kernel
def swap(r):
    """Show the hand, and let nature draw a new one before the old one is returned (AX-13)."""
    return_shown(r)
    r.lacks[r.seat] = 0
    for kind in range(KINDS):
        r.shown[kind] = r.hand[r.seat, kind]
        r.hand[r.seat, kind] = 0
    r.beside_bag = r.held[r.seat]
    r.held[r.seat] = 0
    r.to_draw = HAND
    r.phase = SWAPPING
    r.turn = NATURES_TURN


# The score


@kernel
def scores(t, s, i, seat, out):
    for colour in range(COLOURS):
        out[colour] = s[i].tracks[seat, colour]
    return COLOURS


@kernel
def ranks(t, s, i, out):
    rank_compare(s[i].tracks, s[i].seats, 2 * GOAL, out)  # AX-18


kernels = Kernels(start, legal, count, nth, odds, act, scores, ranks)
register(layout, kernels)
