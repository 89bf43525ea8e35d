"""Deal, refill and swap hands from the bag, on squares and on hexagons.

The shapes of the state's fields give the number of kinds and colours.
"""

from __future__ import annotations

from spielwerk.dominoes.layout import CHOOSING, DEALING, PLACING, REFILLING, SWAPPING
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURES_TURN


@kernel
def deal(t, r, seats, first):
    """Put all tiles into the bag, and let nature deal."""
    r.turn, r.phase = NATURES_TURN, DEALING
    r.seats, r.first, r.seat = seats, first, 0
    r.opening, r.touched = seats, 0
    r.to_draw = t[0].hand_size[seats]
    for cell in range(len(r.board)):
        r.board[cell] = t[0].board[seats, cell]
    for word in range(len(r.free)):
        r.free[word] = t[0].free[seats, word]
    r.tracks[:] = 0
    r.laid[:] = 0
    r.shown[:] = 0
    r.hand[:] = 0
    r.held[:] = 0
    r.lacks[:] = 0
    for kind in range(len(r.bag)):
        r.bag[kind] = t[0].tiles[kind]
    r.in_bag, r.beside_bag = t[0].in_all, 0


@kernel
def odds(t, s, i, out):
    """Write the weights of a draw from the bag: each kind by its count."""
    kinds = len(s[i].bag)
    for kind in range(kinds):
        out[kind] = s[i].bag[kind]
    return kinds


@kernel
def draw(t, r, kind):
    """Give the drawing seat a tile; return True once all draws are done."""
    r.bag[kind] -= 1
    r.in_bag -= 1
    r.hand[r.seat, kind] += 1
    r.held[r.seat] += 1
    r.to_draw -= 1
    if r.to_draw > 0:
        return False
    if r.phase == DEALING and r.seat + 1 < r.seats:
        r.seat += 1
        r.to_draw = t[0].hand_size[r.seats]
        return False
    return True


@kernel
def place_next(r, seat):
    """Give the turn to `seat`, or to the first one if that is past the last."""
    r.seat = 0 if seat == r.seats else seat
    r.phase = PLACING
    r.turn = 1 << r.seat


@kernel
def may_swap(t, r, seat, goal):
    """Whether the hand shows none of the seat's lowest colours (AX-13).

    Records what the answer reveals.
    """
    if r.held[seat] == 0 or r.in_bag + r.beside_bag < t[0].hand_size[r.seats]:
        return False  # AX-19: no hand is left in solo
    colours, kinds = len(r.tracks[0]), len(r.bag)
    lowest_track = goal
    for colour in range(colours):
        lowest_track = min(lowest_track, r.tracks[seat, colour])
    wanted = 0
    for colour in range(colours):
        wanted |= (1 if r.tracks[seat, colour] == lowest_track else 0) << colour
    found = 0
    for kind in range(kinds):
        found |= min(r.hand[seat, kind], 1) * (t[0].symbols[kind] & wanted)
    if found != 0:
        return False
    for kind in range(kinds):
        r.lacks[seat] |= (1 if t[0].symbols[kind] & wanted else 0) << kind
    return True


@kernel
def offer_swap(r):
    r.phase = CHOOSING


@kernel
def return_shown(r):
    """Put the hand last shown for a swap into the bag: the next draw may bring it back."""
    if r.beside_bag > 0:
        for kind in range(len(r.bag)):
            r.bag[kind] += r.shown[kind]
            r.shown[kind] = 0
        r.in_bag += r.beside_bag
        r.beside_bag = 0


@kernel
def refill(t, r):
    """Let nature refill the hand of the seat whose turn ends, as far as the bag goes (AX-12).

    False if there is nothing to draw.
    """
    return_shown(r)
    r.lacks[r.seat] = 0
    r.to_draw = min(t[0].hand_size[r.seats] - r.held[r.seat], r.in_bag)
    if r.to_draw == 0:
        return False
    r.phase = REFILLING
    r.turn = NATURES_TURN
    return True


@kernel
def swap(t, r):
    """Show the hand, and let nature draw a new one before the old one is returned (AX-13)."""
    return_shown(r)
    r.lacks[r.seat] = 0
    for kind in range(len(r.bag)):
        r.shown[kind] = r.hand[r.seat, kind]
        r.hand[r.seat, kind] = 0
    r.beside_bag = r.held[r.seat]
    r.held[r.seat] = 0
    r.to_draw = t[0].hand_size[r.seats]
    r.phase = SWAPPING
    r.turn = NATURES_TURN


@kernel
def tile_fault(t, r):
    """Return 0 if all tile counts are consistent, else the fault's number."""
    in_bag, beside = 0, 0
    for kind in range(len(r.bag)):
        tiles = r.bag[kind] + r.laid[kind] + r.shown[kind]
        for seat in range(r.seats):
            tiles += r.hand[seat, kind]
        if tiles != t[0].tiles[kind]:
            return 1
        in_bag += r.bag[kind]
        beside += r.shown[kind]
    if in_bag != r.in_bag or beside != r.beside_bag:
        return 2
    for seat in range(r.seats):
        held = 0
        for kind in range(len(r.bag)):
            held += r.hand[seat, kind]
        if held != r.held[seat] or held > t[0].hand_size[r.seats]:
            return 3
    return 0
