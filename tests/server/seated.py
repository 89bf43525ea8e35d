"""Tables in memory, without a server: who sits there, and their acts."""

import itertools
import random
from typing import Any

from pydantic import TypeAdapter

from spielwerk.match.match import Match
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, refusals, wire
from spielwerk.server.acts import Asker
from spielwerk.server.table import LiveTable

ADA, BOB, CYD, DAN, EVE = (
    Asker(number, name) for number, name in enumerate(("Ada", "Bob", "Cyd", "Dan", "Eve"), 1)
)
PEOPLE = (ADA, BOB, CYD, DAN)
HOST = ADA

_acts: TypeAdapter[Any] = TypeAdapter(wire.Act)
_times = itertools.count(1_763_280_000_000, 1000)
_keys = itertools.count()


def open_table(game: str, seats: int, seed: int = 1, **terms: Any) -> LiveTable:
    """Return a table without players."""
    terms = {"first": 0} | terms
    table = LiveTable("t", 1, wire.Terms(game=game, seats=seats, **terms), seed.to_bytes(32, "big"))
    table.invite = "come-in"
    return table


def table_of(game: str, *sitting: Asker | str, seed: int = 1, **terms: Any) -> LiveTable:
    """Return a started table with these people, and bots given by name."""
    table = open_table(game, len(sitting), seed, **terms)
    for seat, one in enumerate(sitting):
        if isinstance(one, str):
            do(table, HOST, "bot", seat=seat, bot=one)
        else:
            do(table, one, "sit", seat=seat, invite=table.invite)
    return table


def do(table: LiveTable, asker: Asker, do: str, **what: Any) -> int:
    """Perform an act; return the table's new number."""
    acts.do(table, asker, read({"do": do} | what), next(_times))
    return table.number


def read(act: dict[str, Any]) -> Any:
    """Validate an act as a client sends it."""
    if act["do"] == "move":
        act = {"key": f"k{next(_keys)}"} | act
    return _acts.validate_python(act)


def move(table: LiveTable, seat: int, notation: str | None = None, at: int | None = None) -> str:
    """Make a move for a seat, by default the first legal one; return it."""
    notation = playing(table).legal(seat)[0] if notation is None else notation
    at = table.number if at is None else at
    do(table, Asker(table.sitters[seat].person), "move", seat=seat, at=at, move=notation)
    return notation


def play_on(table: LiveTable, seed: int, plies: int = 10_000) -> None:
    """Play at random at all seats, until the end or for this many plies."""
    luck = random.Random(seed)
    while table.to_act and plies:
        seat = luck.choice(table.to_act)
        notation = luck.choice(playing(table).legal(seat))
        acts.move(table, seat, table.number, notation, next(_times))
        plies -= 1


def playing(table: LiveTable) -> Match:
    """Return the match of a started table."""
    assert table.match is not None
    return table.match


def refusal(table: LiveTable, asker: Asker, do_: str, **what: Any) -> dict[str, Any]:
    """Return the refusal; check that the table is unchanged."""
    before = table.number, table.status
    try:
        do(table, asker, do_, **what)
    except SpielwerkError as error:
        assert (table.number, table.status) == before
        return refusals.body(error)
    raise AssertionError(f"{do_} was not refused")
