"""Watching a record again: what somebody saw at each of its plies."""

from __future__ import annotations

import itertools
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay, steps


def after(record: dict[str, Any], plies: int) -> Match:
    """The match as it was after so many plies, or as it ended if it has fewer."""
    return [*itertools.islice(steps(record), plies + 1)][-1]


def views(record: dict[str, Any], seat: int | None) -> list[dict[str, Any]]:
    """What a seat, or a spectator, sees after the deal and after each ply, without older moves."""
    replay(record)
    return [match.view(seat, len(match.plies)) for match in steps(record)]
