"""Find the games and bots of installed packages by their entry points."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@functools.cache
def entry_points(group: str) -> dict[str, EntryPoint]:
    """Return a group's entry points by name. No other package can replace one of ours."""
    from importlib import metadata  # slow to import, and `--help` does not need it

    ours_last = sorted(
        metadata.entry_points(group=group),
        key=lambda one: one.value.startswith("spielwerk."),
    )
    return {one.name: one for one in ours_last}
