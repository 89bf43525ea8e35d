"""Evaluate tracks of which the lowest counts, then the next lowest, for the AXIO games.

A smooth minimum: the lower a track, the more a point on it is worth. For masters its smoothness
depends on how much of the game is left, as tracks that lag behind early can still catch up. The
steps were fitted to who won in 1,200 games of each game between bots (logistic regression).
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from spielwerk.rules.bits import popcount
from spielwerk.rules.kernel import kernel
from spielwerk.rules.logarithm import ln

HIGHEST = 36
SOFTNESS = 1.0 + 0.5 * np.arange(21)  # by stage, of which 0 is the game's last
# exp(-track / softness), by stage and track: rounded from decimals, so the same on every machine
LACK = np.array(
    [
        [float(Decimal(float(-track / softness)).exp()) for track in range(HIGHEST + 1)]
        for softness in SOFTNESS
    ]
)
ANY_STAGE = 2  # for bots that do not ask how much of the game is left
LEAST = LACK[:, HIGHEST].copy()


@kernel
def stage(steps):
    """Return the stage at which that many steps of softness are left."""
    return min(max(0, np.int64(steps)), len(SOFTNESS) - 1)


@kernel
def lacks(r, seat, stage):
    """Return the total deficit of a seat's tracks; lower tracks weigh more."""
    total = 0.0
    for colour in range(len(r.tracks[0])):
        total += LACK[stage, r.tracks[seat, colour]]
    return total


@kernel
def height(lacking, stage):
    """Return the smooth minimum of tracks with that deficit."""
    return -SOFTNESS[stage] * ln(max(lacking, LEAST[stage]))


@kernel
def judge(t, s, i, seat, room):
    return height(lacks(s[i], seat, ANY_STAGE), ANY_STAGE)


# Boards that fill up: the free cells tell how much of the game is left

CELLS_A_STEP = 2.5  # free cells per seat for one step of softness


@kernel
def stage_of(r):
    """Return how much of the game is left."""
    free = 0
    for word in range(len(r.free)):
        free += popcount(r.free[word])
    return stage(free / (CELLS_A_STEP * r.seats))


@kernel
def weigh_up(t, s, i, seat, room):
    now = stage_of(s[i])
    return height(lacks(s[i], seat, now), now)
