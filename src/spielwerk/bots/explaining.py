"""Reasons as data: in what the best candidates differ, for a page to put into words.

A term is one number that a move changes: a line of the seat's scoreboard, something that its
bot pays attention to, or the most that the next seat could score at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielwerk.bots import foresight, judging
from spielwerk.bots.knowledge import Knowledge
from spielwerk.rules.state import States

MOST_TERMS = 3

Term = dict[str, Any]


def reasons(known: Knowledge, actions: Sequence[int]) -> list[list[Term]]:
    """For each action the two or three terms that matter most, those that others lack first."""
    by_need = foresight.load(known.game).threat is not None
    before = _facts(known, known.seen)
    told = []
    for action in actions:
        after = known.seen.copy()
        known.game.kernels.act(known.game.tables, after, 0, known.seat, action)
        told.append(_changes(before, _facts(known, after)))
    shared = [term for term in told[0] if all(term in terms for terms in told[1:])]
    for terms in told:
        terms.sort(key=lambda term: (term in shared, -_step(term, by_need)))
    return [terms[:MOST_TERMS] for terms in told]


def _facts(known: Knowledge, s: States) -> dict[tuple[str, str], Term]:
    """All that is told of a state, by kind and name."""
    game = known.game
    facts: dict[tuple[str, str], Term] = {}
    names = game.score_names(known.seats)
    for name, value in zip(names, game.scores(s, 0, known.seat), strict=True):
        facts["score", name] = {"to": value}
    for name, value in judging.facts(game, s, known.seat).items():
        facts["fit", name] = {"to": value}
    seen = foresight.load(game)
    if seen.threat is not None and known.seats > 1:
        seat = (known.seat + 1) % known.seats
        points, colour = seen.threat(game.tables, s, 0, seat, seen.desk(game))
        facts["answer", str(seat)] = {"to": int(points), "in": names[colour]}
    return facts


def _changes(before: dict[tuple[str, str], Term], after: dict[tuple[str, str], Term]) -> list[Term]:
    """What has changed, the lowest of the scores being marked."""
    scores = [fact["to"] for (kind, _), fact in before.items() if kind == "score"]
    told = []
    for (kind, name), fact in after.items():
        old = before[kind, name]
        if fact == old:
            continue
        term = {"term": kind, "name": name, "from": old["to"], **fact}
        if kind == "score":
            term["lowest"] = old["to"] == min(scores)
        if kind == "answer":
            term["from_in"] = old["in"]
        told.append(term)
    return told


def _step(term: Term, by_need: bool) -> float:
    """How far a term has moved, as it matters: of tracks, low ones need points most."""
    distance = float(abs(term["to"] - term["from"]))
    if term["term"] == "answer":
        return distance / 2
    if term["term"] == "score" and by_need:
        return float(distance * (2.0 ** (-term["from"] / 4) + 0.1))
    return distance
