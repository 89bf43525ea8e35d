"""Setting up tables: new ones, and the next one for those who play again."""

from __future__ import annotations

import secrets
from typing import Any

from spielwerk.rules.errors import BadSetting
from spielwerk.server import acts, wire
from spielwerk.server.acts import Asker
from spielwerk.server.table import LiveTable

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LETTERS = 12
_SEATS = [str(seat) for seat in range(wire.MOST_SEATS)]


def new_table(asker: Asker, new: wire.NewTable, at: int) -> LiveTable:
    """Return a table as it was asked for, with those who sit at it from the start."""
    terms = wire.Terms(**new.model_dump(include=set(wire.Terms.model_fields), round_trip=True))
    table = _empty_table(asker, terms)
    for seat in dict.fromkeys(new.sit):
        _check_free(table, seat)
        table.add("sit", at, seat=seat, person=asker.person)
    for text, name in new.bots.items():
        if text not in _SEATS:
            raise BadSetting("bad_seat", 'bots are named by seat: {"1": "meister"}')
        acts.check_bot(name)
        _check_free(table, int(text))
        table.add("bot", at, seat=int(text), person=asker.person, bot=name)
    return table


def next_table(old: LiveTable, asker: Asker, at: int) -> LiveTable:
    """Return a table by the same terms: everybody moves on one seat, which is kept for them."""
    table = _empty_table(asker, old.terms)
    table.names = dict(old.names)
    for seat, sitter in enumerate(old.sitters[1:] + old.sitters[:1]):
        if sitter.bot is not None:
            table.add("bot", at, seat=seat, bot=sitter.bot)
        elif sitter.person == asker.person:
            table.add("sit", at, seat=seat, person=asker.person)
        elif sitter.person is not None:
            table.reserved[seat] = sitter.person
    return table


def row(table: LiveTable, at: int) -> dict[str, Any]:
    """Return a new table as the database keeps it."""
    return {
        "id": table.id,
        "host": table.host,
        "terms": table.terms.model_dump(round_trip=True),
        "seed": table.seed,
        "invite": table.invite,
        "status": table.status,
        "created": at,
        "changed": at,
        "owner": None,
        "listed": table.terms.listed,
    }


def _empty_table(asker: Asker, terms: wire.Terms) -> LiveTable:
    assert asker.person is not None
    game = terms.find_game()
    game.check_seats(terms.seats)
    if not game.has_first or terms.seats == 1:
        terms = terms.model_copy(update={"first": 0})
    if terms.first != "lot":
        game.check_first(terms.first, terms.seats)
    if game.parts is None:  # what was sent says nothing but what the box has
        terms = terms.model_copy(update={"parts": None})
    id_ = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))
    table = LiveTable(id_, asker.person, terms, secrets.token_bytes(32))
    table.invite = secrets.token_urlsafe(16)
    table.names[asker.person] = asker.name
    return table


def _check_free(table: LiveTable, seat: int) -> None:
    if seat >= table.terms.seats or not table.sitters[seat].is_free:
        raise BadSetting("bad_seat", f"seat {seat} is not there, or given twice", seat=seat)
