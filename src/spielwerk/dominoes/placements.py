"""Legal placements of tiles on any board: list them, count them, find the k-th.

A tile lies in one of a few ways: `t[0].shifts` has for each the distance from its lower cell to
its higher one. So the free pairs of a way are the free cells, and those that many places on.
"""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.layout import CHOOSING, NONE, ONE
from spielwerk.rules.bits import lowest, nth_bit, popcount
from spielwerk.rules.kernel import kernel

WORD, LAST = np.uint64(64), np.uint64(63)
AT_ONCE = 16  # actions of two bytes that a processor adds at once


@kernel
def pairs(t, r, word, way):
    """Return the free pairs of a way whose lower cell is in `word`."""
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
    """Return the pairs that touch a printed field which no tile touches yet (AX-7, HX-7).

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
    """Return whether a tile fits anywhere."""
    found = NONE
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            found |= pairs(t, r, word, way)
    return found != NONE


@kernel
def placement(t, lower, way, one, two):
    """Return the action that lays `one` on the first cell of a pair and `two` on the second."""
    colours = len(t[0].kind)
    return (np.int64(t[0].pair[way, lower]) * colours + one) * colours + two


@kernel
def swap_action(t):
    """Return the number of the action `swap`, after all placements; `keep` is the next one."""
    return len(t[0].first) * len(t[0].kind) * len(t[0].kind)


@kernel
def legal(t, s, i, seat, out):
    r = s[i]
    if r.phase == CHOOSING:  # AX-13, HX-11
        out[0], out[1] = swap_action(t), swap_action(t) + 1
        return 2
    # The pairs are listed behind the placements, and copied once for each way to turn a tile.
    n_pairs = count_pairs(t, r)
    aside = n_pairs * count_turns(t, r, seat) + AT_ONCE
    if aside + n_pairs + AT_ONCE > len(out):
        return list_one_by_one(t, r, seat, out)
    list_pairs(t, r, out, aside)
    for k in range(AT_ONCE):
        out[aside + n_pairs + k] = 0
    # Whole vectors are copied; what is written too far is overwritten by the next copy, or ignored.
    # Unsigned numbers can't be negative, so vectors need no check.
    wide = np.uint64((n_pairs + AT_ONCE - 1) // AT_ONCE * AT_ONCE)
    source, step, n = np.uint64(aside), np.uint64(n_pairs), NONE
    left = held_kinds(r, seat)
    while left != NONE:
        kind = lowest(left)
        left &= left - ONE
        upright, turned = turned_halves(t, kind, 0), turned_halves(t, kind, 1)
        beyond = n + step
        for k in range(wide):
            out[n + k] = out[source + k] + upright
        for k in range(wide):
            out[beyond + k] = out[source + k] + turned
        n += step * np.uint64(t[0].turns[kind])
    return np.int64(n)


@kernel
def list_one_by_one(t, r, seat, out):
    """List the same placements where `out` has no room left to list the pairs apart."""
    n = 0
    for kind in range(len(r.bag)):
        if r.hand[seat, kind] > 0:
            for turned in range(t[0].turns[kind]):
                first, n_pairs = n, list_pairs(t, r, out, n)
                n += n_pairs
                for k in range(first, n):
                    out[k] += turned_halves(t, kind, turned)
    return n


@kernel
def list_pairs(t, r, out, begin):
    """Write the lowest placement number of each free pair from `begin` on; return their number."""
    n = begin
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            left = pairs(t, r, word, way)
            while left != NONE:
                out[n] = placement(t, 64 * word + lowest(left), way, 0, 0)
                left &= left - ONE
                n += 1
    return n - begin


@kernel
def held_kinds(r, seat):
    """Return one bit per kind of tile in a hand, without a branch to mispredict."""
    kinds = NONE
    for kind in range(len(r.bag)):
        kinds |= np.uint64(min(r.hand[seat, kind], 1)) << np.uint64(kind)
    return kinds


@kernel
def turned_halves(t, kind, turned):
    """Return what a tile, turned or not, adds to the number of a pair's first placement."""
    one, two = t[0].colours[kind, turned], t[0].colours[kind, 1 - turned]
    return np.int64(one) * len(t[0].kind) + two


@kernel
def hand_turns(t, r, seat):
    """Return one bit per way to turn a tile of the hand."""
    turns = NONE
    left = held_kinds(r, seat)
    while left != NONE:
        kind = lowest(left)
        left &= left - ONE
        turns |= ONE << np.uint64(turned_halves(t, kind, 0))
        turns |= ONE << np.uint64(turned_halves(t, kind, 1))
    return turns


@kernel
def mark(t, s, i, seat, room, words):
    """Set the bit of each legal action: the turns of the hand's tiles, for each free pair."""
    r = s[i]
    if r.phase == CHOOSING:
        set_bits(words, swap_action(t), ONE | ONE << ONE)
        return
    turns = hand_turns(t, r, seat)
    for word in range(len(r.free)):
        for way in range(len(t[0].shifts)):
            left = pairs(t, r, word, way)
            while left != NONE:
                set_bits(words, placement(t, 64 * word + lowest(left), way, 0, 0), turns)
                left &= left - ONE


@kernel
def set_bits(words, place, bits):
    """Set bits from `place` on, without asking whether some fall into the next word."""
    word, shift = place >> 6, np.uint64(place & 63)
    words[word] |= bits << shift
    words[min(word + 1, len(words) - 1)] |= bits >> ONE >> (LAST - shift)


@kernel
def allows(t, s, i, seat, action):
    r = s[i]
    if action < 0 or action > swap_action(t) + 1:
        return False
    if r.phase == CHOOSING or action >= swap_action(t):
        return r.phase == CHOOSING and action >= swap_action(t)
    colours = len(t[0].kind)
    pair, both = action // (colours * colours), action % (colours * colours)
    return r.hand[seat, t[0].kind[both // colours, both % colours]] > 0 and fits(t, r, pair)


@kernel
def fits(t, r, pair):
    """Return whether a tile may be laid on a pair of cells."""
    first, second = np.int64(t[0].first[pair]), np.int64(t[0].second[pair])
    lower = min(first, second)
    for way in range(len(t[0].shifts)):
        if t[0].pair[way, lower] == pair and t[0].shifts[way] == abs(second - first):
            return pairs(t, r, lower >> 6, way) >> np.uint64(lower & 63) & ONE != NONE
    return False


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
