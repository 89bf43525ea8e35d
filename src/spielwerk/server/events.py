"""What happened at a table, as clients are told: who did what, when, and which ply it made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.server.store.log import Entry

MOST_EVENTS = 2000  # that a newcomer is told: more than any game has plies
MOST_SAID = 200  # of what was said, so that talk does not hide the game


def latest(log: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries that are told of a log: all of them, unless there are very many."""
    if len(log) <= MOST_SAID:
        return log
    too_old = {entry.number for entry in [one for one in log if one.kind == "say"][:-MOST_SAID]}
    return [entry for entry in log if entry.number not in too_old][-MOST_EVENTS:]


def event(
    entry: Entry, names: Mapping[int, str], plies: Mapping[int, int], untouched: Sequence[int]
) -> dict[str, Any]:
    """Return an entry as it is told.

    `plies` are those that entries have made; `untouched` is how many each entry has left alone.
    """
    told: dict[str, Any] = {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "at": entry.at,
    }
    if entry.kind == "move":  # told to everybody after each: no word too many
        told["ply"] = plies.get(entry.number)
        return told
    told["name"] = None if entry.person is None else names.get(entry.person)
    match entry.kind:
        case "undo" | "back":
            told["ply"] = untouched[entry.number]
        case "bot":
            told["bot"] = entry.data["bot"]
        case "say":
            told["text"] = entry.data["text"]
    return told
