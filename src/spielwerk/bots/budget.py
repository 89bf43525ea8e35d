"""A bot's thinking budget: a number of nodes, which is reproducible, or a time."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

MOST_NODES = 1 << 20  # the maximum size of a tree with a time budget


@dataclass(frozen=True)
class Budget:
    """A number of nodes or of seconds, exactly one of them."""

    nodes: int | None = None
    """The number of states that a bot may visit."""
    seconds: float | None = None
    """The time that it may think."""

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.seconds is None):
            raise BadSetting("bad_budget", "a budget is a number of nodes or of seconds")
        if (self.nodes or self.seconds or 0) <= 0:
            raise BadSetting("bad_budget", "a budget must be positive")

    @classmethod
    def read(cls, text: str) -> Budget:
        """Parse a budget: '200ms', or '5000' nodes."""
        parsed = re.fullmatch(r"([0-9]{1,7})(ms)?", text, re.ASCII)
        if not parsed:
            reason = f"a budget is written '200ms', or '5000' (nodes), not {quoted(text)}"
            raise BadSetting("bad_budget", reason)
        number = int(parsed[1])
        return cls(seconds=number / 1000) if parsed[2] else cls(nodes=number)

    def begin(self) -> Clock:
        """Start the clock."""
        return Clock(self.seconds or 0)


class Clock:
    """A countdown."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds
        self._asked = False

    def goes_on(self) -> bool:
        """Return whether there is time left; True at least once."""
        first, self._asked = not self._asked, True
        return first or time.perf_counter() < self._end

    def shares(self, number: int) -> Iterator[Clock]:
        """Yield the remaining time in equal shares, each starting when it is requested."""
        for left in range(number, 0, -1):  # the others get what one share leaves unused
            rest = self._end - time.perf_counter()
            yield Clock(max(1e-6, rest / left))
