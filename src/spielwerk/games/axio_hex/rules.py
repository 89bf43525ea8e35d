"""The rules of Axio on hexagons: kernels that place and score; hands and free pairs as in AXIO."""

from __future__ import annotations

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
from spielwerk.dominoes.layout import DEALING
from spielwerk.dominoes.lines import write_half
from spielwerk.dominoes.placements import (
    has_room,
    is_free,
    lay,
    swap_action,
)
from spielwerk.dominoes.scoring import line_points
from spielwerk.dominoes.tracks import (
    all_reach,
    lowest_track,
    move_on,
    rank_compare,
    some_exceed,
    write_tracks,
)
from spielwerk.games.axio_hex.layout import CELLS, EMPTY, GOAL, STEPS
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE


@kernel
def start(t, s, i, seats, first):
    deal(t, s[i], seats, first)
    s[i].extra = 0


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        if draw(t, r, action):
            go_on(r)
    elif action == swap_action(t):
        swap(t, r)
    elif action > swap_action(t):
        end_turn(t, r)
    else:
        place(t, r, seat, action)


@kernel
def end_turn(t, r):
    if not refill(t, r):  # HX-10
        go_on(r)


@kernel
def go_on(r):
    """Give the turn to the next seat, or to the same one if it earned an extra turn (HX-12)."""
    if r.phase == DEALING:
        place_next(r, r.first)
    else:
        place_next(r, r.seat if r.extra else r.seat + 1)


@kernel
def place(t, r, seat, action):
    """Place a tile, score it, and determine what comes next."""
    one, two, first, second = lay(t, r, seat, action)
    points_one = line_points(r.board, first, second, one, STEPS)  # HX-8
    points_two = line_points(r.board, second, first, two, STEPS)
    reached = move_on(r.tracks, seat, one, points_one, GOAL)  # HX-9
    reached |= move_on(r.tracks, seat, two, points_two, GOAL)
    r.extra = reached  # HX-12: one, however many colours
    if all_reach(r.tracks, seat, GOAL) or not has_room(t, r):
        r.turn, r.extra = 0, 0  # HX-13
    elif may_swap(t, r, seat, GOAL):
        offer_swap(r)  # HX-11
    else:
        end_turn(t, r)


@kernel
def lines(t, s, i, seat, action, out):
    """Write where the points of a placement come from (HX-15); return the number of lines.

    Places the tile in s[i] and changes nothing else there. Swapping and keeping have no lines.
    """
    if action >= swap_action(t):
        return 0
    r = s[i]
    one, two, first, second = lay(t, r, seat, action)
    n = write_half(r.board, first, second, one, STEPS, out, 0)  # HX-8
    return write_half(r.board, second, first, two, STEPS, out, n)


# Scoring


@kernel
def scores(t, s, i, seat, out):
    return write_tracks(s[i].tracks, seat, out)


@kernel
def ranks(t, s, i, out):
    rank_compare(s[i].tracks, s[i].seats, GOAL, out)  # HX-13


@kernel
def fault(t, s, i):
    r = s[i]
    wrong = tile_fault(t, r)
    if wrong != 0:
        return wrong
    if some_exceed(r.tracks, GOAL):
        return 4
    for cell in range(CELLS):
        if is_free(r, cell) != (r.board[cell] == EMPTY):
            return 5
    return 0


@kernel
def progress(t, s, i, seat, room):
    return lowest_track(s[i].tracks, seat)
