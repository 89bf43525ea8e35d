"""Played tables, created directly in the database: quickly, and as a server leaves them."""

import random
import time
from typing import Any

from sqlalchemy import Engine

from spielwerk.rules.state import NATURE
from spielwerk.server import acts, bookkeeping, wire
from spielwerk.server.store import queries
from spielwerk.server.table import LiveTable


def play(
    engine: Engine,
    id_: str = "T1",
    *,
    plies: int | None = None,
    seed: int = 1,
    begun: int | None = None,
    bots: dict[int, str] | None = None,
    **terms: Any,
) -> LiveTable:
    """Create a table of a new person's and play this many random plies (None: to the end).

    `begun` is the time of all entries, in milliseconds; by default now.
    """
    at = int(time.time() * 1000) if begun is None else begun
    with engine.begin() as connection:
        host = queries.add_person(connection, f"Host of {id_}", at)
    usual: dict[str, Any] = {"game": "axio", "seats": 2, "first": 0, "pace": False}
    agreed = wire.Terms(**usual | terms)
    table = LiveTable(id_, host, agreed, bytes([seed] * 32))
    for seat in range(agreed.seats):
        if bots and seat in bots:
            table.add("bot", at, seat=seat, person=host, bot=bots[seat])
        else:
            table.add("sit", at, seat=seat, person=host)
    acts.start_if_full(table, at)
    luck = random.Random(seed)
    while table.status == "running" and (plies is None or len(playing(table).plies) < plies):
        seat = table.to_act[0]
        assert seat != NATURE
        acts.move(table, seat, table.number, luck.choice(playing(table).legal(seat)), at, host)
    row = {
        "id": id_,
        "host": host,
        "terms": agreed.model_dump(round_trip=True),
        "seed": bytes([seed] * 32),
        "invite": "i",
        "status": table.status,
        "created": at,
        "changed": at,
        "owner": None,
    }
    people = {seat: host for seat in range(agreed.seats) if not (bots and seat in bots)}
    with engine.begin() as connection:
        queries.add_table(connection, row, people, table.log)
        queries.note(connection, bookkeeping.everything(table))
    return table


def playing(table: LiveTable) -> Any:
    """Return the match of a started table."""
    assert table.match is not None
    return table.match
