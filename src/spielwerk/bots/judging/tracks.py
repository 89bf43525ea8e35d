"""Tracks of which the lowest counts, then the next lowest: how the AXIO games are judged.

A smooth minimum: the lower a track, the more a point on it is worth. Masters let how smooth it is
hang on how much of the game is left, as tracks that lag behind early can still catch up. The steps
were fitted to who won in 1,200 games of each game between bots (logistic regression).
"""

from __future__ import annotations

import math

import numpy as np

from spielwerk.rules.kernel import kernel

HIGHEST = 36
SOFTNESS = 1.0 + 0.5 * np.arange(21)  # by stage, of which 0 is the game's last
LACK = np.exp(-np.arange(HIGHEST + 1) / SOFTNESS[:, None])
ANY_STAGE = 2  # for those who do not ask how much of the game is left
LEAST = LACK[:, HIGHEST].copy()


@kernel
def stage(steps):
    """The stage at which that many steps of softness are left."""
    return min(max(0, np.int64(steps)), len(SOFTNESS) - 1)


@kernel
def lacks(r, seat, stage):
    """What a seat's tracks lack, all together: the lower one stands, the more."""
    total = 0.0
    for colour in range(len(r.tracks[0])):
        total += LACK[stage, r.tracks[seat, colour]]
    return total


@kernel
def height(lacking, stage):
    """The smooth minimum of tracks that lack so much."""
    return -SOFTNESS[stage] * math.log(max(lacking, LEAST[stage]))


@kernel
def judge(t, s, i, seat, room):
    return height(lacks(s[i], seat, ANY_STAGE), ANY_STAGE)
