"""How a table ended: what decided the ranks, and whether chance was what was promised."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from spielwerk.match.replay import check_fair
from spielwerk.rules.errors import RecordError
from spielwerk.rules.tiebreaks import Comparison, decide
from spielwerk.server.table import LiveTable


def decided(table: LiveTable) -> list[dict[str, Any]]:
    """Return the comparisons by which the ranks were decided: who gave up first comes last."""
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
    """Whether every draw of a record follows from the seed that was committed to before it."""
    told = record.get("fair") or {}
    values = {"commitment": told.get("commitment"), "seed": told.get("seed")}
    try:
        check_fair(record)
    except RecordError as error:
        return {"holds": False, "code": error.code, "reason": error.reason, **values}
    return {"holds": True, "code": None, "reason": None, **values}
