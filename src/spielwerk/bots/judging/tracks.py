"""Tracks of which the lowest counts, then the next lowest: how the AXIO games are judged."""

from __future__ import annotations

import math

from spielwerk.rules.kernel import kernel

SOFTNESS = 2.0


@kernel
def judge(t, s, i, seat, room):
    """A smooth minimum of a seat's tracks: the lower a track, the more a point on it is worth."""
    total = 0.0
    for colour in range(len(s[i].tracks[0])):
        total += math.exp(s[i].tracks[seat, colour] / -SOFTNESS)
    return -SOFTNESS * math.log(total)
