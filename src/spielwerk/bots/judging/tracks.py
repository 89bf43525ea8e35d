"""Tracks of which the lowest counts, then the next lowest: the AXIO family's worth of points."""

from __future__ import annotations

import math

from spielwerk.rules.kernel import kernel


@kernel
def smooth_lowest(tracks, seat, softness):
    """A smooth minimum of a seat's tracks: the lower a track, the more a point on it is worth."""
    total = 0.0
    for colour in range(len(tracks[0])):
        total += math.exp(tracks[seat, colour] / -softness)
    return -softness * math.log(total)
