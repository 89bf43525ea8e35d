"""What the oracles have in common: going through a record, line by line.

An oracle is a slow, plain reading of one game's rules. It shares no line with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

TOP_KEYS = ("format", "game", "seats", "options", "setup", "plies", "result")


class Scored(Protocol):
    """A game of which scores and ranks can be asked."""

    @property
    def seats(self) -> int: ...

    @property
    def over(self) -> bool: ...

    def scores(self, seat: int) -> list[int]: ...

    def ranks(self) -> list[int]: ...


class Table(Scored, Protocol):
    """One game on an oracle's table."""

    @property
    def to_act(self) -> tuple[int, ...]: ...

    def legal(self, seat: int) -> list[str]: ...

    def play(self, seat: int, move: str, reveals: dict[str, Any]) -> None: ...


def need(condition: bool, reason: str) -> None:
    """Refuse what does not hold."""
    if not condition:
        raise ValueError(reason)


def same(said: Any, true: Any) -> bool:
    """Equal, and of equal types all through: neither true nor 1.0 is a 1."""
    return repr(said) == repr(true)


def check_ply(table: Table, ply: Any) -> None:
    """One ply: compare what it says with the table, and play it."""
    need(isinstance(ply, dict) and "seat" in ply and "move" in ply, "not a seat and a move")
    need(not table.over, "the game is over")
    seat = ply["seat"]
    need(type(seat) is int and seat in table.to_act, f"seat {seat!r}, to act: {table.to_act}")
    if "legal" in ply:
        count = len(table.legal(seat))
        need(same(ply["legal"], count), f"legal says {ply['legal']!r}, there are {count}")
    if "reveals" in ply:
        need(isinstance(ply["reveals"], dict) and ply["reveals"] != {}, "reveals is empty")
    table.play(seat, ply["move"], ply.get("reveals", {}))
    if "scores" in ply:
        true = table.scores(seat)
        need(same(ply["scores"], true), f"scores says {ply['scores']!r}, they are {true}")


def check_result(table: Scored, result: Any) -> None:
    """A finished game has a result, one that stopped early has none."""
    if not table.over:
        need(result is None, "a result, but the game is not over")
        return
    need(isinstance(result, dict) and {"ranks", "scores"} <= set(result), "no ranks and scores")
    scores = [table.scores(seat) for seat in range(table.seats)]
    need(same(result["ranks"], table.ranks()), f"the ranks are {table.ranks()}")
    need(same(result["scores"], scores), f"the scores are {scores}")


def check(record: dict[str, Any], begin: Callable[[dict[str, Any]], Table]) -> None:
    """Go through a record; ValueError names the first thing that is not so."""
    where = "setup"
    try:
        table = begin(record)
        for number, ply in enumerate(record["plies"]):
            where = f"ply {number}"
            check_ply(table, ply)
        where = "result"
        check_result(table, record["result"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
