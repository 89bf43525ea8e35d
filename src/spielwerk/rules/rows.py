"""Writing into a row: one of several, and seats as the one that looks counts them.

Plain NumPy would add a byte to a place as a byte: places are widened first.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel


@kernel
def mark(out, at, which):
    """Write a 1 at the place `which` of those from out[at] on."""
    out[at + np.int64(which)] = 1


@kernel
def nth_seat(seat, seats, k):
    """Return the k-th seat, counted from `seat`."""
    return seat + k if seat + k < seats else seat + k - seats


@kernel
def write_set(word, seat, seats, out, at):
    """Write a set of seats, a bit each in `word`, from out[at] on."""
    for k in range(seats):
        out[at + k] = word >> nth_seat(seat, seats, k) & 1


@kernel
def write_one(other, seat, seats, out, at):
    """Write one seat as the set of it alone."""
    write_set(1 << other, seat, seats, out, at)


@kernel
def write_numbers(numbers, seat, seats, out, at):
    """Write a number a seat."""
    for k in range(seats):
        out[at + k] = numbers[nth_seat(seat, seats, k)]


@kernel
def write_rows(rows, seat, seats, out, at):
    """Write a row a seat."""
    for k in range(seats):
        row = nth_seat(seat, seats, k)
        for column in range(len(rows[0])):
            out[at] = rows[row, column]
            at += 1
