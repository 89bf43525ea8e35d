"""Second Chance's rules: kernels that deal, draw in, serve second chances, score and rank.

Simultaneous plies touch only their own seats' grids and bits, so they commute. Consequences are
resolved after the last of them.
"""

from __future__ import annotations

import numpy as np

from spielwerk.games.second_chance.drawing_in import fits, writes_one
from spielwerk.games.second_chance.layout import (
    BIT,
    CARDS,
    CELLS,
    CHANCES,
    DEALING,
    DRAWING,
    GAMES,
    HIGH_BITS,
    NO_CARD,
    ONE,
    SERVING,
    STARTING,
    STARTS,
    TURNING_UP,
    WAYS,
)
from spielwerk.rules.bits import lowest, popcount
from spielwerk.rules.kernel import kernel
from spielwerk.rules.state import NATURE, NATURES_TURN


@kernel
def start(t, s, i, seats, first):
    r = s[i]
    r.seats = seats
    r.game, r.free_before = 0, 0
    shuffle(t, r)


@kernel
def shuffle(t, r):
    """Start a game: empty the grids, return all cards to their decks, prepare the deal."""
    r.turn, r.phase = NATURES_TURN, DEALING
    r.grid[:] = 0
    r.own[:] = NO_CARD
    r.starts = (1 << STARTS) - 1
    r.cards[:] = NO_CARD
    r.turned, r.waiting = 0, everybody(r)
    r.out, r.owes, r.ones, r.fell = 0, 0, 0, 0
    r.used[:] = 0
    r.in_deck = 0
    for shape in range(CARDS):
        r.deck[shape] = t[0].copies[shape]
        r.in_deck += t[0].copies[shape]


@kernel
def everybody(r):
    """Return a word with one bit per seat."""
    return (1 << r.seats) - 1


# Nature


@kernel
def odds(t, s, i, out):
    """Write the weights of the undealt start cards, or of the cards in the deck."""
    r = s[i]
    if r.phase == DEALING:
        for card in range(STARTS):
            out[card] = r.starts >> card & 1
        return STARTS
    for shape in range(CARDS):
        out[shape] = r.deck[shape]
    return CARDS


@kernel
def reveal(t, r, card):
    """Turn up a card, whose purpose depends on the phase."""
    if r.phase == DEALING:
        deal_start(r, card)
        return
    r.deck[card] -= 1
    r.used[card] += 1
    r.in_deck -= 1
    if r.phase == SERVING:
        serve(t, r, card)
    elif r.turned == 0:
        r.cards[0], r.turned = card, 1
    else:
        r.cards[0], r.cards[1] = min(r.cards[0], card), max(r.cards[0], card)
        r.turned = 2
        begin_drawing(t, r)


@kernel
def next_waiting(r):
    """Return the next seat to get a card, in seat order (SC-4, SC-8)."""
    return lowest(np.uint64(r.waiting))


@kernel
def deal_start(r, card):
    """Deal the next seat its start card (SC-4)."""
    seat = next_waiting(r)
    r.own[seat] = CARDS + card
    r.starts ^= 1 << card
    r.waiting &= r.waiting - 1
    if r.waiting == 0:
        r.phase = STARTING
        r.turn = everybody(r)


@kernel
def serve(t, r, card):
    """Serve the next waiting seat its second chance; it drops out if that misfits (SC-8, SC-9)."""
    seat = next_waiting(r)
    r.waiting &= r.waiting - 1
    if fits(t, r, seat, card):
        r.own[seat] = card
    else:
        r.out |= 1 << seat
        if r.fell == 0 and r.seats > 1:  # SC-10, SC-16
            r.owes |= 1 << seat
    if r.waiting == 0:
        r.phase = CHANCES
        r.turn = r.owes
        for other in range(r.seats):
            if r.own[other] != NO_CARD:
                r.turn |= 1 << other
        if r.turn == 0:
            end_chances(t, r)


# Seats' plies, and what follows once all have acted


@kernel
def act(t, s, i, seat, action):
    r = s[i]
    if seat == NATURE:
        reveal(t, r, action)
        return
    if writes_one(r, seat):
        fill(r, seat, action - ONE)
        r.owes ^= 1 << seat
        r.ones |= 1 << seat
    else:
        draw_in(t, r, seat, action)
    r.turn ^= 1 << seat
    if r.turn == 0:
        if r.phase == STARTING:
            begin_round(t, r)
        elif r.phase == DRAWING:
            end_drawing(t, r)
        else:
            end_chances(t, r)


@kernel
def draw_in(t, r, seat, action):
    shape, way, anchor = action // (WAYS * CELLS), action // CELLS % WAYS, action % CELLS
    for cell in range(t[0].cells[shape]):
        fill(r, seat, anchor + t[0].offsets[shape, way, cell])
    r.own[seat] = NO_CARD


@kernel
def fill(r, seat, cell):
    r.grid[seat, cell >> 6] |= BIT << np.uint64(cell & 63)


@kernel
def begin_round(t, r):
    """Start a round by turning up two cards, if there are two (SC-5, SC-12)."""
    r.cards[:] = NO_CARD
    r.turned = 0
    if r.in_deck < 2:
        end_game(t, r)
    else:
        r.phase = TURNING_UP
        r.turn = NATURES_TURN


@kernel
def begin_drawing(t, r):
    """Give the turn to all seats that can draw; the others wait (SC-6, SC-8)."""
    r.phase = DRAWING
    r.turn = 0
    for seat in range(r.seats):
        if r.out >> seat & 1 == 0:
            if fits(t, r, seat, r.cards[0]) or fits(t, r, seat, r.cards[1]):
                r.turn |= 1 << seat
            else:
                r.waiting |= 1 << seat
    if r.turn == 0:
        end_drawing(t, r)


@kernel
def end_drawing(t, r):
    """End the drawing phase: check for a full grid, and serve seats that wait for a card."""
    if somebody_is_full(r) or popcount(np.uint64(r.waiting)) > r.in_deck:  # SC-13, SC-11
        r.waiting = 0
        end_game(t, r)
    elif r.waiting == 0:
        begin_round(t, r)
    else:
        r.phase = SERVING
        r.turn = NATURES_TURN


@kernel
def end_chances(t, r):
    """End the round after second chances are drawn and ones are written."""
    r.fell = 1 if r.out != 0 else 0
    if somebody_is_full(r) or r.out == everybody(r):  # SC-13, SC-12
        end_game(t, r)
    else:
        begin_round(t, r)


@kernel
def somebody_is_full(r):
    for seat in range(r.seats):
        if free_count(r, seat) == 0:
            return True
    return False


@kernel
def end_game(t, r):
    """End the game, or start the next one of a series (SC-16)."""
    r.turn = 0
    if r.seats == 1:
        r.free_before += free_count(r, 0)
        if r.game + 1 < GAMES:
            r.game += 1
            shuffle(t, r)


# Scoring


@kernel
def free_count(r, seat):
    return CELLS - popcount(r.grid[seat, 0]) - popcount(r.grid[seat, 1])


@kernel
def scores(t, s, i, seat, out):
    r = s[i]
    out[0] = free_count(r, seat)
    out[1] = r.free_before if r.seats == 1 else r.ones >> seat & 1
    return 2


@kernel
def ranks(t, s, i, out):
    r = s[i]
    for seat in range(r.seats):  # SC-15: seats that dropped out too
        out[seat] = 1
        for other in range(r.seats):
            if standing(r, other) < standing(r, seat):
                out[seat] += 1


@kernel
def standing(r, seat):
    """Return a ranking key, lower is better: free cells, then a 1 (SC-14); full grids tie."""
    free = free_count(r, seat)
    return 2 * free - (r.ones >> seat & 1) if free > 0 else 0  # SC-13


@kernel
def fault(t, s, i):
    r = s[i]
    in_deck = 0
    for shape in range(CARDS):
        if r.deck[shape] + r.used[shape] != t[0].copies[shape]:
            return 1
        in_deck += r.deck[shape]
    if in_deck != r.in_deck:
        return 2
    for seat in range(r.seats):
        if r.grid[seat, 1] & ~HIGH_BITS:
            return 3
    if r.turn != NATURES_TURN:
        if r.turn & r.out & ~r.owes:
            return 4
        if r.waiting != 0 and r.phase != DRAWING:
            return 5
    return 0


@kernel
def progress(t, s, i, seat, room):
    """Return the number of filled cells; solo, of all games of the series."""
    r = s[i]
    drawn = CELLS - free_count(r, seat)
    if r.seats > 1:
        return drawn
    games = r.game + 1 if r.turn == 0 else r.game  # finished
    return games * CELLS - np.int64(r.free_before) + (0 if r.turn == 0 else drawn)


@kernel
def part(t, s, i):
    """Return the index of this game in a series (SC-16): bots do not search beyond it."""
    return s[i].game
