"""One track per colour, of which the lowest counts: advance tracks, and rank seats by them."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel
from spielwerk.rules.tiebreaks import Comparison


@kernel
def moved(track, points, goal):
    """Return a track's position after that many points, at most its end."""
    return min(np.int64(track) + points, goal)  # HX-9, RO-12


@kernel
def move_on(tracks, seat, colour, points, goal):
    """Advance a track; return 1 if that brings it to its end, else 0."""
    before = tracks[seat, colour]
    tracks[seat, colour] = moved(before, points, goal)
    return 1 if before < goal and tracks[seat, colour] == goal else 0


@kernel
def all_reach(tracks, seat, goal):
    """Return whether all of a seat's tracks have reached their end."""
    for colour in range(len(tracks[0])):
        if tracks[seat, colour] < goal:
            return False
    return True


@kernel
def write_tracks(tracks, seat, out):
    """Write a seat's tracks as its scoreboard."""
    for colour in range(len(tracks[0])):
        out[colour] = tracks[seat, colour]
    return len(tracks[0])


@kernel
def lowest_track(tracks, seat):
    """Return where a seat's lowest track stands."""
    lowest = np.int64(tracks[seat, 0])
    for colour in range(1, len(tracks[0])):
        lowest = min(lowest, np.int64(tracks[seat, colour]))
    return lowest


@kernel
def some_exceed(tracks, goal):
    """Return whether a track has gone past its end."""
    for seat in range(len(tracks)):
        for colour in range(len(tracks[0])):
            if tracks[seat, colour] > goal:
                return True
    return False


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
    """Compare two seats: positive if `one` is ahead, negative if behind, 0 if tied."""
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


def rank_comparisons(tracks: list[list[int]]) -> list[Comparison]:
    """Return what `rank_compare` compares: lowest tracks, then the next ones, and so on."""
    columns = zip(*map(sorted, tracks), strict=True)
    return [
        Comparison("next" if number else "lowest", values) for number, values in enumerate(columns)
    ]
