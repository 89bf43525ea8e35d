"""Deal the unseen tiles of a pool, working on the bytes of any game's state."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel
from spielwerk.rules.luck import below

SEEN, HIDDEN, REST = 0, 1, 2  # a pool's row: visible; hidden in a hand; tiles that are nowhere else
# The columns that describe a row: its role, its offset in the state, the offset of its size, the
# offset of the kinds it lacks and their length in bytes, whether it stores the kind of a single
# tile, and whether tiles are drawn with replacement.
ROLE, PLACE, SIZE, LACKS, WIDTH, SINGLE, ENDLESS = range(7)


@kernel
def take_seen(s, i, rows, unseen):
    """Subtract the visible tiles from `unseen`, which starts as all tiles of the pool by kind."""
    state = s.view(np.uint8)
    base = i * (len(state) // len(s))
    for row in range(len(rows)):
        if rows[row, ENDLESS]:
            continue
        if rows[row, ROLE] == SEEN and rows[row, SINGLE]:
            if state[base + rows[row, SIZE]] > 0:
                unseen[state[base + rows[row, PLACE]]] -= 1
        elif rows[row, ROLE] == SEEN:
            for kind in range(len(unseen)):
                unseen[kind] -= state[base + rows[row, PLACE] + kind]


@kernel
def deal_pool(s, i, rows, unseen, stream):
    """Deal one pool's unseen tiles to its hidden rows; `unseen` starts as all tiles by kind."""
    take_seen(s, i, rows, unseen)
    state = s.view(np.uint8)
    base = i * (len(state) // len(s))
    kinds = len(unseen)
    for constrained in (True, False):  # a row known to lack kinds chooses before the others
        for row in range(len(rows)):
            lacked = 0
            for byte in range(rows[row, WIDTH]):
                lacked |= np.int64(state[base + rows[row, LACKS] + byte]) << (8 * byte)
            if rows[row, ROLE] == HIDDEN and (lacked != 0) == constrained:
                place, size = base + rows[row, PLACE], state[base + rows[row, SIZE]]
                single, endless = rows[row, SINGLE], rows[row, ENDLESS]
                deal_row(state, place, size, lacked, single, endless, unseen, stream)
    for row in range(len(rows)):
        if rows[row, ROLE] == REST:
            for kind in range(kinds):
                state[base + rows[row, PLACE] + kind] = unseen[kind]


@kernel
def deal_row(state, place, size, lacked, single, endless, unseen, stream):
    """Move `size` unseen tiles, none of a lacked kind, to the row at `place`."""
    for _ in range(size):
        left = 0
        for kind in range(len(unseen)):
            if lacked >> kind & 1 == 0:
                left += unseen[kind]
        chosen = below(stream, left)
        for kind in range(len(unseen)):
            if lacked >> kind & 1 == 0:
                if chosen < unseen[kind]:
                    unseen[kind] -= 0 if endless else 1
                    if single:
                        state[place] = kind
                    else:
                        state[place + kind] += 1
                    break
                chosen -= unseen[kind]
