"""Boards that fill up with two-symbol tiles: the free cells tell how much of the game is left."""

from __future__ import annotations

from spielwerk.bots.judging.tracks import height, lacks, stage
from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel

CELLS_A_STEP = 2.5  # free cells a seat that make a step of softness


@kernel
def stage_of(r):
    """How much of the game is left."""
    free = 0
    for word in range(len(r.free)):
        free += popcount(r.free[word])
    return stage(free / (CELLS_A_STEP * r.seats))


@kernel
def weigh_up(t, s, i, seat, room):
    now = stage_of(s[i])
    return height(lacks(s[i], seat, now), now)
