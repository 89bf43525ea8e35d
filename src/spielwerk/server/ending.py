"""Explain a finished game: what decided the ranks, and whether its luck was fair."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from spielwerk.match.replay import check_fair
from spielwerk.rules.errors import RecordError
from spielwerk.rules.tiebreaks import Comparison, decide
from spielwerk.server.table import LiveTable


def decided(table: LiveTable) -> list[dict[str, Any]]:
    """Return the comparisons that decided the ranks; the first to resign is ranked last."""
    if table.match is None or table.status != "over":
        return []
    seats, match = table.terms.seats, table.match
    by_rules = match.game.comparisons(match.states, 0, seats) if match.over else []
    if not table.resigned:
        return [asdict(one) for one in decide(by_rules, seats)]
    stayed = len(table.resigned)
    held_out = [
        table.resigned.index(seat) if seat in table.resigned else stayed for seat in range(seats)
    ]
    return [asdict(one) for one in decide([Comparison("held_out", held_out), *by_rules], seats)]


def fairness(record: dict[str, Any]) -> dict[str, Any]:
    """Return whether every draw in a record follows from the seed committed to beforehand."""
    told = record.get("fair") or {}
    values = {name: told.get(name) for name in ("commitment", "seed")}
    values["shares"] = told.get("shares", [])
    try:
        check_fair(record)
    except RecordError as error:
        return {"holds": False, "code": error.code, "reason": error.reason, **values}
    return {"holds": True, "code": None, "reason": None, **values}
