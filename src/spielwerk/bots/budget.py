"""How long a bot may think: a number of nodes, which makes it repeatable, or a time."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted

MOST_NODES = 1 << 20  # that a tree may grow to while a clock is running


@dataclass(frozen=True)
class Budget:
    """Nodes or seconds, one of the two."""

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.seconds is None):
            raise BadSetting("bad_budget", "a budget is a number of nodes or of seconds")
        if (self.nodes or self.seconds or 0) <= 0:
            raise BadSetting("bad_budget", "a budget must be more than nothing")

    @classmethod
    def read(cls, text: str) -> Budget:
        """A budget as people write it: '200ms', or '5000' nodes."""
        parsed = re.fullmatch(r"([0-9]{1,7})(ms)?", text, re.ASCII)
        if not parsed:
            reason = f"a budget is written '200ms', or '5000' (nodes), not {quoted(text)}"
            raise BadSetting("bad_budget", reason)
        number = int(parsed[1])
        return cls(seconds=number / 1000) if parsed[2] else cls(nodes=number)

    @property
    def most_nodes(self) -> int:
        """No more nodes than these will be asked for."""
        return self.nodes or MOST_NODES

    def begin(self) -> Begun:
        """Let the clock run."""
        return Begun(self, time.perf_counter())


@dataclass(frozen=True)
class Begun:
    """A budget of which some may be used up."""

    budget: Budget
    began: float

    def shared(self, number: int) -> Iterator[Begun]:
        """What is left in so many equal parts, of which each begins when it is asked for."""
        whole = self.budget
        for left in range(number, 0, -1):  # what one part left over, the others get
            now = time.perf_counter()
            if whole.nodes is not None:
                yield Begun(Budget(nodes=max(1, whole.nodes // number)), now)
            else:
                rest = self.began + (whole.seconds or 0) - now
                yield Begun(Budget(seconds=max(1e-6, rest / left)), now)

    def parts(self, size: int) -> Iterator[int]:
        """Parts of up to `size` nodes, until the budget is used up; at least one."""
        if self.budget.nodes is not None:
            for begin in range(0, self.budget.nodes, size):
                yield min(size, self.budget.nodes - begin)
            return
        end = self.began + (self.budget.seconds or 0)
        done = 0
        while done == 0 or (time.perf_counter() < end and done < MOST_NODES):
            yield size
            done += size
