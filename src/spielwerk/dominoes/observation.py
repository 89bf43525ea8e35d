"""Observe hands, tracks and the bag of two-symbol tiles, on squares and on hexagons."""

from __future__ import annotations

import numpy as np

from spielwerk.dominoes.layout import CHOOSING, NONE, ONE, STRIDE
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel
from spielwerk.rules.rows import (
    mark,
    nth_seat,
    write_numbers,
    write_one,
    write_rows,
    write_set,
)


@kernel
def write_board(r, side, out, at):
    """Write one plane per colour, then cells without a symbol, then cells outside the area.

    Every cell is in one of them: there is no branch that a processor could mispredict.
    """
    for row in range(side):
        for column in range(side):
            symbol = np.int64(r.board[(row + 1) * STRIDE + column + 1])
            out[at + symbol * (side * side) + row * side + column] = 1


@kernel
def write_cells(words, side, out, at):
    """Write a plane of a set of cells."""
    for word in range(len(words)):
        left = words[word]
        while left != NONE:
            cell = 64 * word + lowest(left)
            left &= left - ONE
            out[at + (cell // STRIDE - 1) * side + cell % STRIDE - 1] = 1


@kernel
def write_fresh(t, r, side, out, at):
    """Write a plane of the printed fields that no first tile touches, as long as any is due."""
    if r.opening == 0:
        return
    field = 0
    for row in range(side):
        for column in range(side):
            if t[0].board[r.seats, (row + 1) * STRIDE + column + 1] < len(t[0].kind):
                if r.touched >> field & 1 == 0:
                    out[at + row * side + column] = 1
                field += 1


@kernel
def write_unseen(t, r, seat, others_too, out, at):
    """Write the unseen tiles by kind, or the other hands if they are open."""
    for kind in range(len(r.bag)):
        left = t[0].tiles[kind] - r.laid[kind] - r.shown[kind] - r.hand[seat, kind]
        if others_too:
            for k in range(1, r.seats):
                left -= r.hand[nth_seat(seat, r.seats, k), kind]
        out[at + kind] = left


@kernel
def write_lacks(r, seat, out, at):
    """Write the kinds known to be missing from each hand, one row per seat."""
    kinds = len(r.bag)
    for k in range(r.seats):
        lacked = r.lacks[nth_seat(seat, r.seats, k)]
        if lacked != 0:
            for kind in range(kinds):
                out[at + k * kinds + kind] = lacked >> kind & 1


@kernel
def write_table(r, seat, out, tracks, held, hand, shown, to_act, first, seats):
    """Write the values beside the board, each at its offset."""
    write_rows(r.tracks, seat, r.seats, out, tracks)
    write_numbers(r.held, seat, r.seats, out, held)
    for kind in range(len(r.bag)):
        out[hand + kind] = r.hand[seat, kind]
        out[shown + kind] = r.shown[kind]
    write_set(r.turn, seat, r.seats, out, to_act)
    write_one(r.first, seat, r.seats, out, first)
    mark(out, seats, r.seats - 1)


@kernel
def may_swap(r):
    """Return whether a swap is offered."""
    return 1 if r.phase == CHOOSING and r.turn != 0 else 0
