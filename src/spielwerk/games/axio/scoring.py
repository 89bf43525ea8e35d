"""Lines and ranks, for all boards on which equal symbols in a row score.

A board is padded, so that the cell one step on is always there, and a direction is the number
to add to a cell: a square board has four such steps, a hexagonal one six.
"""

from __future__ import annotations

from spielwerk.rules.kernel import kernel


@kernel
def line_points(board, cell, other, colour, steps):
    """Points of the half on `cell` along all lines but the one through its `other` half."""
    points = 0
    for step in steps:
        at = cell + step
        if at != other:
            while board[at] == colour:  # AX-8: any other symbol, gap or edge ends the run
                points += 1
                at += step
    return points


@kernel
def rank_compare(tracks, seats, highest, ranks):
    """Write ranks: sorted tracks are compared from the lowest up; equal ones share a rank."""
    for seat in range(seats):
        ranks[seat] = 1
        for other in range(seats):
            if compare_tracks(tracks[other], tracks[seat], highest) > 0:
                ranks[seat] += 1


@kernel
def compare_tracks(one, two, highest):
    """> 0 if `one` beats `two`, < 0 if it loses, 0 if all tracks are equal when sorted."""
    for value in range(highest + 1):  # the first value of which one side has more decides
        balance = 0
        for track in range(len(one)):
            if two[track] == value:
                balance += 1
            if one[track] == value:
                balance -= 1
        if balance != 0:
            return balance
    return 0
