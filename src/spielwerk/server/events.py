"""Convert log entries to events for clients: who did what, when, and in which ply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from spielwerk.server.store.log import FORGOTTEN, Entry

MOST_EVENTS = 2000  # sent to a new client: more than any game has plies
MOST_SAID = 200  # chat messages, so that chat does not crowd out the game


def latest(log: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries to send: all of them, unless there are too many."""
    if len(log) <= MOST_SAID:
        return log
    too_old = {entry.number for entry in [one for one in log if one.kind == "say"][:-MOST_SAID]}
    return [entry for entry in log if entry.number not in too_old][-MOST_EVENTS:]


def event(
    entry: Entry,
    names: Mapping[int, str],
    guests: Set[int],
    plies: Mapping[int, int],
    untouched: Sequence[int],
) -> dict[str, Any]:
    """Return an entry as an event.

    `plies` maps entries to the plies they made; `untouched` is the number of plies each entry kept.
    """
    told: dict[str, Any] = {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "at": entry.at,
    }
    if entry.kind == "move":  # broadcast after each move, so kept short
        told["ply"] = plies.get(entry.number)
        return told
    told["name"] = None if entry.person is None else names.get(entry.person)
    match entry.kind:
        case "undo" | "back":
            told["ply"] = untouched[entry.number]
        case "bot":
            told["bot"] = entry.data["bot"]
        case "say":
            told["text"] = entry.data.get("text", FORGOTTEN)
            told["guest"] = entry.person in guests
    return told
