"""Dealing the unseen tiles of a pool, on the bytes of any game's state."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel
from spielwerk.rules.luck import below

SEEN, HIDDEN, REST = 0, 1, 2  # a pool's row: in sight; somebody's, unseen; what lies nowhere else


@kernel
def deal_pool(s, i, rows, unseen, stream):
    """Deal one pool: `unseen`, at first all tiles by kind, less those in sight, to hidden rows."""
    state = s.view(np.uint8)
    base = i * (len(state) // len(s))
    kinds = len(unseen)
    for row in range(len(rows)):
        if rows[row, 0] == SEEN:
            for kind in range(kinds):
                unseen[kind] -= state[base + rows[row, 1] + kind]
    for constrained in (True, False):  # a row known to lack kinds chooses before the others
        for row in range(len(rows)):
            lacked = 0
            for byte in range(rows[row, 4]):
                lacked |= np.int64(state[base + rows[row, 3] + byte]) << (8 * byte)
            if rows[row, 0] == HIDDEN and (lacked != 0) == constrained:
                deal_row(
                    state, base + rows[row, 1], state[base + rows[row, 2]], lacked, unseen, stream
                )
    for row in range(len(rows)):
        if rows[row, 0] == REST:
            for kind in range(kinds):
                state[base + rows[row, 1] + kind] = unseen[kind]


@kernel
def deal_row(state, place, size, lacked, unseen, stream):
    """Move `size` of the unseen tiles, none of a lacked kind, to the row at `place`."""
    for _ in range(size):
        left = 0
        for kind in range(len(unseen)):
            if lacked >> kind & 1 == 0:
                left += unseen[kind]
        chosen = below(stream, left)
        for kind in range(len(unseen)):
            if lacked >> kind & 1 == 0:
                if chosen < unseen[kind]:
                    unseen[kind] -= 1
                    state[place + kind] += 1
                    break
                chosen -= unseen[kind]
