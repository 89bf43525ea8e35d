"""Moves of two-symbol tiles as numbers: placements, and reasons for refusals.

A placement's numbers are the tile as it lies (the colour on its first cell, times the number of
colours, plus that on its second) and its two cells.
"""

from __future__ import annotations

from spielwerk.dominoes.layout import CHOOSING, DEALING
from spielwerk.dominoes.placements import fits, is_free, swap_action
from spielwerk.rules.kernel import kernel
from spielwerk.rules.notation import NOTHING, Refusal
from spielwerk.rules.reveals import Shape, Topic

PLACE, SWAP = 0, 1  # forms; to keep the hand is the last one
FORM, TILE, FIRST, SECOND = range(4)  # a move's numbers

REFUSALS = (
    Refusal("cells_in_wrong_order", ("better:move",)),
    Refusal("not_neighbours", ("cells:cell*2",)),
    Refusal("swap_or_keep"),
    Refusal("no_swap"),
    Refusal("outside_area", ("cell",)),
    Refusal("cell_not_free", ("cell",)),
    Refusal("not_in_hand", ("tile:kind",)),
    Refusal("first_tile"),
)
(
    WRONG_ORDER,
    NOT_NEIGHBOURS,
    SWAP_OR_KEEP,
    NO_SWAP,
    OUTSIDE_AREA,
    CELL_NOT_FREE,
    NOT_IN_HAND,
    FIRST_TILE,
) = range(1, len(REFUSALS) + 1)

TOPICS = (
    Topic("hands", Shape.HANDS, "kind", sight="hand", unordered=True, wrong="bad_tiles"),
    Topic("drew", Shape.LIST, "kind", sight="hand", unordered=True, wrong="bad_tiles"),
    Topic("returned", Shape.LIST, "kind", unordered=True, shown=True, wrong="bad_tiles"),
)
DEALT, DREW, RETURNED = range(len(TOPICS))


@kernel
def move(t, s, i, seat, action, out):
    out[:] = NOTHING
    if action >= swap_action(t):
        out[FORM] = SWAP + action - swap_action(t)
        return
    both = len(t[0].kind) * len(t[0].kind)
    pair = action // both
    out[FORM], out[TILE] = PLACE, action % both
    out[FIRST], out[SECOND] = t[0].first[pair], t[0].second[pair]


@kernel
def disclose(t, s, i, seat, move):
    """Put the tile that a move lays into the hand it came from, if that hand was hidden."""
    if move[FORM] == PLACE:
        colours = len(t[0].kind)
        kind = t[0].kind[move[TILE] // colours, move[TILE] % colours]
        s[i].hand[seat, kind] = max(s[i].hand[seat, kind], 1)


@kernel
def find(t, s, i, seat, move):
    if move[FORM] != PLACE:
        return swap_action(t) + move[FORM] - SWAP
    pair = find_pair(t, move[FIRST], move[SECOND])
    return pair * len(t[0].kind) * len(t[0].kind) + move[TILE] if pair >= 0 else -1


@kernel
def find_pair(t, first, second):
    """Return the number of the pair of these cells, in this order, or -1 if there is none."""
    lower = min(first, second)
    for way in range(len(t[0].shifts)):
        pair = t[0].pair[way, lower]
        if t[0].first[pair] == first and t[0].second[pair] == second:
            return pair
    return -1


@kernel
def why_not(t, s, i, seat, move, out):
    r = s[i]
    colours = len(t[0].kind)
    one, two = move[TILE] // colours, move[TILE] % colours
    pair = find_pair(t, move[FIRST], move[SECOND]) if move[FORM] == PLACE else 0
    if pair < 0:
        if find_pair(t, move[SECOND], move[FIRST]) < 0:
            out[0], out[1] = move[FIRST], move[SECOND]
            return NOT_NEIGHBOURS
        out[FORM], out[TILE] = PLACE, two * colours + one
        out[FIRST], out[SECOND] = move[SECOND], move[FIRST]
        return WRONG_ORDER
    if r.phase == CHOOSING:  # AX-13, HX-11
        return SWAP_OR_KEEP if move[FORM] == PLACE else 0
    if move[FORM] != PLACE:
        return NO_SWAP
    for k in (FIRST, SECOND):
        out[0] = move[k]
        if r.board[move[k]] > colours:
            return OUTSIDE_AREA
        if not is_free(r, move[k]):
            return CELL_NOT_FREE
    out[0] = t[0].kind[one, two]
    if r.hand[seat, t[0].kind[one, two]] == 0:
        return NOT_IN_HAND
    return 0 if fits(t, r, pair) else FIRST_TILE


@kernel
def due(t, s, i, out):
    """Write what is drawn, and the seat that draws it."""
    out[0] = DEALT if s[i].phase == DEALING else DREW
    out[1] = s[i].seat


@kernel
def shown(t, s, i, seat, action, out):
    """Write the hand that is shown for a swap (AX-13, HX-11)."""
    n = 0
    if action == swap_action(t):
        for kind in range(len(s[i].bag)):
            for _ in range(s[i].hand[seat, kind]):
                out[n, 0], out[n, 1], out[n, 2] = RETURNED, seat, kind
                n += 1
    return n
