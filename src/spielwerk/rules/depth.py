"""Search limits for bots: a game's own, or defaults that suit most games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from spielwerk.rules.errors import BadSetting

MOST = 1000  # largest value of any parameter


@dataclass(frozen=True)
class Depth:
    """How far bots search in a game."""

    candidates: int = 24
    """Moves that a meister plays on, where it cannot evaluate replies."""
    worlds: int = 8
    """Sampled worlds in which it plays them on."""
    plies: int = 2
    """The plies for which it plays them on."""
    own: bool = False
    """Count only a bot's own plies, because other seats do not interfere."""
    through: int = 0
    """Worlds in which it plays its best moves through; fewer with more seats."""
    far: int = 4
    """Plies for which a grossmeister plays on, where it cannot evaluate replies."""
    late: int = 0
    """With fewer moves left than this, it searches to the end."""
    others: int = 8
    """Moves that it considers for each other seat."""

    def changed(self, changes: Mapping[str, int]) -> Depth:
        """Return a copy with some parameters changed; refuse unknown ones."""
        known = [field.name for field in fields(self) if field.name != "own"]
        for name, number in changes.items():
            if name not in known:
                reason = f"there is no parameter {name!r} (known: {', '.join(known)})"
                raise BadSetting("unknown_parameter", reason, parameter=name)
            least = 0 if name in ("through", "late") else 1
            if number not in range(least, MOST + 1):
                reason = f"{name} must be {least} to {MOST}, not {number}"
                raise BadSetting("bad_parameter", reason, parameter=name)
        return replace(self, **changes)  # type: ignore[arg-type]
