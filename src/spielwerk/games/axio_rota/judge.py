"""Evaluate a seat in AXIO rota by its tracks; the stacks show how much of the game is left."""

from __future__ import annotations

from spielwerk.dominoes.judge import height, lacks, stage
from spielwerk.rules.kernel import kernel

STEPS_A_TILE = 2  # softness steps per tile


@kernel
def stage_of(r):
    """Return how much of the game is left."""
    tiles = 0
    for seat in range(r.seats):
        tiles += r.stack[seat] + r.held[seat]
    return stage(STEPS_A_TILE * tiles / r.seats)


@kernel
def weigh_up(t, s, i, seat, room):
    now = stage_of(s[i])
    return height(lacks(s[i], seat, now), now)
