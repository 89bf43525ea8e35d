"""Step through a record: what a viewer saw at each ply, and what each ply scored."""

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
    """A record prepared for display ply by ply."""

    views: list[dict[str, Any]]  # after the deal and after each ply, without older moves
    lines: list[list[dict[str, Any]]]  # where each ply's points came from
    tiebreaks: list[Tiebreak]  # what decided the ranks


@dataclass(frozen=True)
class Granted:
    """A record as data, for a client that computes the rules ply by ply."""

    game: Game  # with its parts
    records: list[dict[str, Any]]  # what was granted after the deal and after each ply
    plies: list[dict[str, Any]]  # the moves, and what became known with each
    tiebreaks: list[Tiebreak]  # what decided the ranks


def after(match: Match, plies: int) -> Match:
    """Return the match as it was after that many plies, or at its end if it has fewer."""
    then = steps(match.record(), parts=match.game.parts_source)
    return [*itertools.islice(then, plies + 1)][-1]


def watched(record: dict[str, Any], seat: int | None) -> Watched:
    """Return a record as seen by a seat or a spectator."""
    whole = replay(record)
    views = [match.view(seat, len(match.plies)) for match in steps(record)]
    lines = [whole.lines(number) for number in range(len(whole.plies))]
    return Watched(views, lines, whole.tiebreaks)


def granted(record: dict[str, Any], seat: int | None) -> Granted:
    """Return a record as data: what a seat, or a spectator, was granted at each ply."""
    whole = replay(record)
    told = [match.granted([seat], match.length)[0] for match in steps(record)]
    records = [{name: one[name] for name in one if name != "plies"} for one in told]
    return Granted(whole.game, records, whole.granted([seat])[0]["plies"], whole.tiebreaks)
