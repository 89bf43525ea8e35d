"""Watching a record again: what somebody saw at each of its plies, and what each brought."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay, steps
from spielwerk.rules.deciding import Step


@dataclass(frozen=True)
class Watched:
    """A record, ready to be shown ply by ply."""

    views: list[dict[str, Any]]  # after the deal and after each ply, without older moves
    lines: list[list[dict[str, Any]]]  # where each ply's points came from
    steps: list[Step]  # what decided the ranks


def after(record: dict[str, Any], plies: int) -> Match:
    """The match as it was after so many plies, or as it ended if it has fewer."""
    return [*itertools.islice(steps(record), plies + 1)][-1]


def watched(record: dict[str, Any], seat: int | None) -> Watched:
    """A record as a seat, or a spectator, saw it."""
    whole = replay(record)
    views = [match.view(seat, len(match.plies)) for match in steps(record)]
    lines = [whole.lines(number) for number in range(len(whole.plies))]
    return Watched(views, lines, whole.steps)
