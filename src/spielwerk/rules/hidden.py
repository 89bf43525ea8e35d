"""What a seat sees, and what it can imagine: views from grants, and dealing the unseen anew."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel
from spielwerk.rules.luck import below
from spielwerk.rules.state import Layout, Numbers, Sight, States, Words

SEEN, HIDDEN, REST = 0, 1, 2  # a pool's row: in sight; somebody's, unseen; what lies nowhere else


def view(layout: Layout, s: States, i: int, viewer: int | None) -> States:
    """A state that holds what `viewer` may see of s[i], and zeros elsewhere."""
    granted = layout.grants(viewer)
    seen = layout.empty(1)
    seen.view(np.uint8)[granted] = s[i : i + 1].view(np.uint8)[granted]
    return seen


class Imagination:
    """Deals all that a seat can't see anew, as it could be for all that the seat sees now.

    Every way of dealing the unseen tiles that agrees with the seat's view is equally likely.
    """

    def __init__(self, layout: Layout, tables: States, seat: int) -> None:
        self._granted = layout.grants(seat)
        self._pools: list[tuple[Numbers, Numbers]] = []
        for pool, names in layout.pools().items():
            rows = []
            for name in names:
                field = layout.fields[name]
                for number, place in layout.rows(name):
                    if field.sight is Sight.PUBLIC or (field.sight is Sight.OWNER and number == seat):
                        rows.append((SEEN, place, 0, 0, 0))
                    elif field.sight is Sight.SECRET:
                        rows.append((REST, place, 0, 0, 0))
                    else:
                        size = layout.offsets[str(field.size)] + number
                        lacks, width = 0, 0
                        if field.lacks is not None:
                            width = np.dtype(layout.fields[field.lacks].format).itemsize
                            lacks = layout.offsets[field.lacks] + number * width
                        rows.append((HIDDEN, place, size, lacks, width))
            self._pools.append((np.array(rows, np.int64), tables[pool][0].astype(np.int64)))

    def deal(self, s: States, i: int, stream: Words) -> None:
        """Deal the unseen of s[i] anew; only what the seat sees of s[i] is looked at."""
        s[i : i + 1].view(np.uint8)[~self._granted] = 0
        for rows, totals in self._pools:
            deal_pool(s, i, rows, totals.copy(), stream)


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
                deal_row(state, base + rows[row, 1], state[base + rows[row, 2]], lacked, unseen, stream)
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
