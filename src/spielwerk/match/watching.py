"""Watching a record again: what somebody saw at each of its plies, and what each brought."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay, steps
from spielwerk.rules.game import Game
from spielwerk.rules.tiebreaks import Tiebreak


@dataclass(frozen=True)
class Watched:
    """A record, ready to be shown ply by ply."""

    views: list[dict[str, Any]]  # after the deal and after each ply, without older moves
    lines: list[list[dict[str, Any]]]  # where each ply's points came from
    tiebreaks: list[Tiebreak]  # what decided the ranks


@dataclass(frozen=True)
class Granted:
    """A record as data, for who computes the rules ply by ply."""

    game: Game  # with its parts
    records: list[dict[str, Any]]  # what was granted after the deal and after each ply
    plies: list[dict[str, Any]]  # what was made, and what became known with it
    tiebreaks: list[Tiebreak]  # what decided the ranks


def after(match: Match, plies: int) -> Match:
    """Return the match as it was after so many plies, or as it is if it has fewer."""
    then = steps(match.record(), parts=match.game.parts_source)
    return [*itertools.islice(then, plies + 1)][-1]


def watched(record: dict[str, Any], seat: int | None) -> Watched:
    """Return a record as a seat, or a spectator, saw it."""
    whole = replay(record)
    views = [match.view(seat, len(match.plies)) for match in steps(record)]
    lines = [whole.lines(number) for number in range(len(whole.plies))]
    return Watched(views, lines, whole.tiebreaks)


def granted(record: dict[str, Any], seat: int | None) -> Granted:
    """Return a record as data: what a seat, or a spectator, was granted at each of its plies."""
    whole = replay(record)
    told = [match.granted([seat], match.length)[0] for match in steps(record)]
    records = [{name: one[name] for name in one if name != "plies"} for one in told]
    return Granted(whole.game, records, whole.granted([seat])[0]["plies"], whole.tiebreaks)
