"""Write observation rows: one-hot values, and per-seat values in order from the viewing seat.

Offsets are widened first, because plain NumPy would add a byte to an offset as a byte.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel


@kernel
def mark(out, at, which):
    """Write a one-hot 1 at position `which`, counted from out[at]."""
    out[at + np.int64(which)] = 1


@kernel
def nth_seat(seat, seats, k):
    """Return the k-th seat, counting from `seat`."""
    return seat + k if seat + k < seats else seat + k - seats


@kernel
def write_set(word, seat, seats, out, at):
    """Write a set of seats, given as one bit per seat in `word`, starting at out[at]."""
    for k in range(seats):
        out[at + k] = word >> nth_seat(seat, seats, k) & 1


@kernel
def write_one(other, seat, seats, out, at):
    """Write one seat as a set that contains only it."""
    write_set(1 << other, seat, seats, out, at)


@kernel
def write_numbers(numbers, seat, seats, out, at):
    """Write one number per seat."""
    for k in range(seats):
        out[at + k] = numbers[nth_seat(seat, seats, k)]


@kernel
def write_rows(rows, seat, seats, out, at):
    """Write one row per seat."""
    for k in range(seats):
        row = nth_seat(seat, seats, k)
        for column in range(len(rows[0])):
            out[at] = rows[row, column]
            at += 1
