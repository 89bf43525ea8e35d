"""How long a bot may think: a number of nodes, which makes it repeatable, or a time."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

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
        """Return a budget as people write it: '200ms', or '5000' nodes."""
        parsed = re.fullmatch(r"([0-9]{1,7})(ms)?", text, re.ASCII)
        if not parsed:
            reason = f"a budget is written '200ms', or '5000' (nodes), not {quoted(text)}"
            raise BadSetting("bad_budget", reason)
        number = int(parsed[1])
        return cls(seconds=number / 1000) if parsed[2] else cls(nodes=number)

    def begin(self) -> Clock:
        """Let the clock run."""
        return Clock(self.seconds or 0)


class Clock:
    """A time that is running out."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds
        self._asked = False

    def goes_on(self) -> bool:
        """Return whether there is time left; True at least once."""
        first, self._asked = not self._asked, True
        return first or time.perf_counter() < self._end

    def shares(self, number: int) -> Iterator[Clock]:
        """Yield what is left in so many equal shares, each beginning when it is asked for."""
        for left in range(number, 0, -1):  # what one share leaves over, the others get
            rest = self._end - time.perf_counter()
            yield Clock(max(1e-6, rest / left))
