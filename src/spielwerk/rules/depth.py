"""How far bots look into a game: its own numbers, or those that suit most games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from spielwerk.rules.errors import BadSetting

MOST = 1000  # that a parameter may be set to


@dataclass(frozen=True)
class Depth:
    """How far a game is looked into."""

    candidates: int = 24  # that a meister plays on, where it can't weigh answers
    worlds: int = 8  # in so many worlds
    plies: int = 2
    own: bool = False  # count one's own plies only: others do not interfere
    through: int = 0  # worlds in which it plays its best moves through; fewer with more seats
    far: int = 4  # plies that a grossmeister plays on, where it can't weigh answers
    late: int = 0  # with fewer moves than these it looks to the end
    others: int = 8  # moves that it weighs for each other seat

    def changed(self, changes: Mapping[str, int]) -> Depth:
        """Return the same with some numbers changed; refuse those that do not exist."""
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
