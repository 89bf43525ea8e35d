"""Hidden information: a viewer's view of a state, and random deals consistent with it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spielwerk.rules.dealing import ENDLESS, HIDDEN, REST, SEEN, deal_pool
from spielwerk.rules.luck import Stream
from spielwerk.rules.state import Layout, Numbers, Sight, States


def view(layout: Layout, s: States, i: int, viewer: int | None) -> States:
    """Return a copy of s[i] with zeros in place of what `viewer` may not see."""
    size = layout.dtype.itemsize
    state: npt.NDArray[np.uint8] = np.ndarray(size, np.uint8, s, i * size)
    return np.ndarray(1, layout.dtype, state & layout.granted_bits(viewer))


class Imagination:
    """Redeals everything a seat cannot see, consistently with what it sees now.

    All deals of the unseen tiles that agree with the seat's view are equally likely, provided that
    at most one hand at a time is known to lack kinds.
    """

    def __init__(self, layout: Layout, tables: States, seat: int) -> None:
        for name, field in layout.fields.items():
            if field.sight is not Sight.PUBLIC and field.pool is None:
                raise TypeError(f"{name} is hidden, and of no pool that could be dealt anew")
        self._granted = layout.grants(seat)
        self._pools: list[tuple[Numbers, Numbers]] = []
        for pool, names in layout.pools().items():
            rows = []
            for name in names:
                field = layout.fields[name]
                for number, place in layout.rows(name):
                    if field.sight is not Sight.OWNER:
                        role = SEEN if field.sight is Sight.PUBLIC else REST
                        rows.append((role, place, 0, 0, 0, 0, 0))
                        continue
                    size = layout.offsets[str(field.size)] + number
                    lacks, width = 0, 0
                    if field.lacks is not None:
                        width = np.dtype(layout.fields[field.lacks].format).itemsize
                        lacks = layout.offsets[field.lacks] + number * width
                    role = SEEN if number == seat else HIDDEN
                    drawn = int(field.single), int(field.endless)
                    rows.append((role, place, size, lacks, width, *drawn))
            self._pools.append((np.array(rows, np.int64), tables[pool][0].astype(np.int64)))

    def deal(self, s: States, i: int, stream: Stream) -> None:
        """Redeal the unseen tiles of s[i], reading only what the seat sees."""
        s[i : i + 1].view(np.uint8)[~self._granted] = 0
        for rows, totals in self._pools:
            deal_pool(s, i, rows, totals.copy(), stream)

    def pool(self) -> tuple[Numbers, Numbers]:
        """Return, for kernels, the rows of the only pool, if any, and all its tiles by kind."""
        if len(self._pools) > 1:
            raise TypeError("kernels imagine the tiles of one pool")
        nothing = np.empty((0, ENDLESS + 1), np.int64), np.empty(0, np.int64)
        return self._pools[0] if self._pools else nothing
