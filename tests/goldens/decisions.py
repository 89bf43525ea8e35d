"""Bots' decisions as plain data: a line for each position, with every bot's candidates."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import spielwerk as sw
from goldens.digests import canonical
from goldens.seeds import plain_seeds
from goldens.tables import SOME_TABLES, Table, after

BOTS = ("lehrling", "geselle", "meister", "grossmeister@300", "grossmeister@2000", "ismcts@500")
POSITIONS = 10
SEED = 2**63 + 12345  # uses all of a word
MOST = 6  # candidates that are stored

# {"choice": move, "candidates": [[move, visits], …], "values": digest, "terms": digest}
Decision = dict[str, Any]


def positions() -> list[tuple[Table, int]]:
    """Return the tables, and the numbers of the positions at each."""
    return [(table, number) for table in SOME_TABLES for number in range(POSITIONS)]


def reached(table: Table, number: int) -> sw.Match:
    """Return a position: the later in a game, the higher its number."""
    whole = after(table, number, 1 << 20)
    return after(table, number, whole.length * number // POSITIONS)


def decide(table: Table, number: int, bots: Sequence[str] = BOTS) -> dict[str, Decision]:
    """Return what each bot thinks there."""
    match = reached(table, number)
    seat = match.to_act[-1]
    return {name: _decision(match, seat, name) for name in bots}


def _decision(match: sw.Match, seat: int, name: str) -> Decision:
    with plain_seeds():  # also of the bots that a bot asks while it thinks
        player = sw.bot(name, SEED)
        told = player.explain(match, seat, most=MOST)
        choice = player.choose(match, seat)  # its second thought, with different luck
    return {
        "choice": choice,
        "candidates": [[one["move"], one["visits"]] for one in told],
        "values": _digest([repr(one["value"]) for one in told]),
        "terms": _digest([one["terms"] for one in told]),
    }


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:8]


def differences(kept: dict[str, Decision], found: dict[str, Decision]) -> Counter[tuple[str, str]]:
    """Count differences between found and stored decisions: by bot, and by kind."""
    counted: Counter[tuple[str, str]] = Counter()
    for name, now in found.items():
        before = kept[name]
        moves = [[move for move, _ in each["candidates"]] for each in (before, now)]
        firsts = [(each["choice"], each["candidates"][0][0]) for each in (before, now)]
        counted[name, "choices"] += sum(a != b for a, b in zip(*firsts, strict=True))
        counted[name, "orders"] += moves[0] != moves[1]
        counted[name, "visits"] += before["candidates"] != now["candidates"]
        counted[name, "values"] += before["values"] != now["values"]
        counted[name, "terms"] += before["terms"] != now["terms"]
    return +counted
