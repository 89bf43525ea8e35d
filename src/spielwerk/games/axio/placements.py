"""Where tiles may be laid: all placements, how many, and the k-th of them, on any board.

A tile lies in one of a few ways: `t[0].shifts` has for each the distance from its lower cell to
its higher one. So the free pairs of a way are the free cells, and those that many places on.
"""

from __future__ import annotations

import numpy as np

from spielwerk.games.axio.table import CHOOSING, NONE, ONE
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel

WORD = np.uint64(64)


@kernel
def pairs(t, r, word, way):
    """The free pairs of a way whose lower cell is in `word`."""
    shift = t[0].shifts[way]
    free = r.free[word]
    beyond = free >> shift
    if word + 1 < len(r.free):
        beyond |= r.free[word + 1] << (WORD - shift)
    found = free & beyond  # AX-6, HX-6
    if r.opening > 0:
        found &= beside_fresh_fields(t, r, word, shift)
    return found


@kernel
def beside_fresh_fields(t, r, word, shift):
    """Pairs that touch a printed field which no tile touches yet (AX-7, HX-7).

    Printed fields lie so far apart that no tile touches two: one that touches such a field
    touches no other.
    """
    here, beyond = NONE, NONE
    for field in range(len(t[0].near[0])):
        if r.touched >> field & 1 == 0:
            here |= t[0].near[r.seats, field, word]
            if word + 1 < len(r.free):
                beyond |= t[0].near[r.seats, field, word + 1]
    return here | here >> shift | beyond << (WORD - shift)


@kernel
def has_room(t, r):
    """Whether a tile fits anywhere."""
    found = NONE
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            found |= pairs(t, r, word, way)
    return found != NONE


@kernel
def placement(t, lower, way, one, two):
    """The action that lays `one` on the first cell of a pair and `two` on the second."""
    colours = len(t[0].kind)
    return (np.int64(t[0].pair[way, lower]) * colours + one) * colours + two


@kernel
def swap_action(t):
    """The number of the action `swap`, after all placements; `keep` is the next one."""
    return len(t[0].first) * len(t[0].kind) * len(t[0].kind)


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    if r.phase == CHOOSING:  # AX-13, HX-11
        out[0], out[1] = swap_action(t), swap_action(t) + 1
        return 2
    n = 0
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] > 0:
            one, two = t[0].colours[kind, 0], t[0].colours[kind, 1]
            n = legal_as(t, r, one, two, out, n)
            if one != two:
                n = legal_as(t, r, two, one, out, n)
    return n


@kernel
def legal_as(t, r, one, two, out, n):
    """Write all placements with `one` on the first cell and `two` on the second."""
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            left = pairs(t, r, word, way)
            while left != NONE:
                out[n] = placement(t, 64 * word + lowest(left), way, one, two)
                left &= left - ONE
                n += 1
    return n


@kernel
def count(t, s, i, seat):
    return 2 if s[i].phase == CHOOSING else count_turns(t, s[i], seat) * count_pairs(t, s[i])


@kernel
def count_turns(t, r, seat):
    """In how many ways the hand's tiles can be turned, all kinds together."""
    n = 0
    for kind in range(len(r.bag)):
        n += np.int64(min(r.hand[seat, kind], 1)) * t[0].turns[kind]
    return n


@kernel
def count_pairs(t, r):
    n = 0
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            n += popcount(pairs(t, r, word, way))
    return n


@kernel
def nth(t, s, i, seat, k):
    r = s[i]
    if r.phase == CHOOSING:
        return swap_action(t) + k
    n_turns = count_turns(t, r, seat)
    pair, turn = k // n_turns, k % n_turns
    kind = 0
    passed = 0  # turns of the kinds before the one sought
    before = 0
    for other in range(len(r.bag)):
        passed += np.int64(min(r.hand[seat, other], 1)) * t[0].turns[other]
        kind += 1 if passed <= turn else 0
        before = passed if passed <= turn else before
    turned = turn - before
    one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            found = pairs(t, r, word, way)
            n = popcount(found)
            if pair < n:
                return placement(t, 64 * word + nth_bit(found, pair), way, one, two)
            pair -= n
    return -1


@kernel
def lay(t, r, seat, action):
    """Put a tile from the hand on the board; returns its colours and its cells."""
    colours = len(t[0].kind)
    pair, both = action // (colours * colours), action % (colours * colours)
    one, two = both // colours, both % colours
    first, second = np.int64(t[0].first[pair]), np.int64(t[0].second[pair])
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
    return one, two, first, second


@kernel
def cover(r, cell):
    r.free[cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@kernel
def is_free(r, cell):
    return cell >> 6 < len(r.free) and r.free[cell >> 6] >> np.uint64(cell & 63) & ONE != NONE


@kernel
def touch_fields(t, r, cell):
    """Mark the printed fields beside `cell` as touched."""
    for field in range(len(t[0].near[0])):
        if t[0].near[r.seats, field, cell >> 6] >> np.uint64(cell & 63) & ONE:
            r.touched |= 1 << field
