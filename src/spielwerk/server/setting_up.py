"""Set up tables: new ones, rematches, and games that were played offline."""

from __future__ import annotations

import secrets
from typing import Any

from spielwerk import bots
from spielwerk.match.match import Match
from spielwerk.rules.errors import BadSetting, RecordError
from spielwerk.server import acts, bot_names, names, wire
from spielwerk.server.acts import Asker
from spielwerk.server.refusals import Conflict
from spielwerk.server.sitters import Sitter
from spielwerk.server.table import LiveTable

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LETTERS = 12
_SEATS = [str(seat) for seat in range(wire.MOST_SEATS)]


def new_table(asker: Asker, new: wire.NewTable, at: int) -> LiveTable:
    """Return a new table as requested, with the seats taken from the start."""
    terms = wire.Terms(**new.model_dump(include=set(wire.Terms.model_fields), round_trip=True))
    table = _empty_table(asker, terms)
    for seat in dict.fromkeys(new.sit):
        _check_free(table, seat)
        acts.take_seat(table, asker, seat, new.share, at)
    for text, name in new.bots.items():
        if text not in _SEATS:
            raise BadSetting("bad_seat", 'bots must be given by seat: {"1": "meister"}')
        bot_names.check_bot(name)
        _check_free(table, int(text))
        table.add("bot", at, seat=int(text), person=asker.person, bot=name)
    for text, name in new.names.items():
        if text not in _SEATS:
            raise BadSetting("bad_seat", 'names must be given by seat: {"1": "Ben"}')
        acts.do(table, asker, wire.NameSeat(do="name", seat=int(text), name=name), at)
    return table


def next_table(old: LiveTable, asker: Asker, share: str | None, at: int) -> LiveTable:
    """Return a rematch on the same terms; each player moves by one seat, reserved for them.

    In a room, the screen stays the host, because it goes on showing the board.
    """
    host = old.host if old.terms.room else asker.person
    table = _empty_table(asker, old.terms.model_copy(update={"labels": None}), host)
    table.names, table.guests = dict(old.names), set(old.guests)
    for seat, sitter in enumerate(moved_on(old)):
        if sitter.bot is not None:
            table.add("bot", at, seat=seat, bot=sitter.bot)
        elif sitter.person == asker.person:
            acts.take_seat(table, asker, seat, share, at)
        elif sitter.person is not None:
            table.reserved[seat] = sitter.person
        if sitter.label is not None and sitter.person == asker.person:
            acts.name_seat(table, asker, seat, sitter.label, at)
    return table


def moved_on(old: LiveTable) -> list[Sitter]:
    """Return the players of the next table, by seat."""
    return old.sitters[1:] + old.sitters[:1]


def handed_in(asker: Asker, handed: wire.HandedIn, match: Match, at: int) -> LiveTable:
    """Return a table for a game that was played offline; `match` is its replay.

    The asker is its host; other human players are only names, without a person.
    """
    sitting, yours = handed.sitting, set(handed.yours)
    if len(sitting) != match.seats or not yours <= set(range(match.seats)):
        raise BadSetting("bad_seat", f"the record has {match.seats} seats, and each needs a player")
    for one in sitting:
        if one.name is not None:
            names.check(one.name)
        if one.bot is not None and bots.installed(one.bot):
            bot_names.check_bot(one.bot)  # it may play in a rematch
        elif one.bot is not None:
            names.check(one.bot)  # shown as the player's name
    seats = range(match.seats)
    played = [None if seat in yours else sitting[seat].bot for seat in seats]
    played = [bot if bot is not None and bots.installed(bot) else None for bot in played]
    terms = wire.Terms(
        game=match.game.id,
        seats=match.seats,
        options=match.options,
        parts=handed.record.get("parts_text"),
        labels=[
            None if seat in yours or played[seat] else sitting[seat].name or sitting[seat].bot
            for seat in seats
        ],
    )
    table = _empty_table(asker, terms)
    for seat in sorted(yours):
        table.add("sit", at, seat=seat, person=asker.person)
    for seat in seats:
        if played[seat] is not None:
            table.add("bot", at, seat=seat, person=asker.person, bot=played[seat])
    record = match.record() | {"resigned": _resigned(handed.record, match.seats)}
    record.pop("fair", None)  # nobody committed to its seed
    table.add("record", at, person=asker.person, record=record)
    if table.status != "over":
        raise Conflict("not_over", "the game is not over")
    return table


def _resigned(record: dict[str, Any], seats: int) -> list[int]:
    told = record.get("resigned", [])
    known = isinstance(told, list) and all(type(seat) is int for seat in told)
    if not known or len(set(told)) != len(told) or not set(told) <= set(range(seats)):
        raise RecordError("malformed", "'resigned' must be a JSON list of seats")
    return list(told)


def row(table: LiveTable, at: int) -> dict[str, Any]:
    """Return the database row of a new table."""
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


def _empty_table(asker: Asker, terms: wire.Terms, host: int | None = None) -> LiveTable:
    assert asker.person is not None
    game = terms.find_game()
    game.check_seats(terms.seats)
    if not game.has_first or terms.seats == 1:
        terms = terms.model_copy(update={"first": 0})
    if terms.first != "lot":
        game.check_first(terms.first, terms.seats)
    if game.parts is None:  # the parts sent are the same as in the box
        terms = terms.model_copy(update={"parts": None})
    id_ = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))
    table = LiveTable(id_, host or asker.person, terms, secrets.token_bytes(32))
    table.invite = secrets.token_urlsafe(16)
    table.know(asker.person, asker.name, guest=asker.guest)
    return table


def _check_free(table: LiveTable, seat: int) -> None:
    if seat >= table.terms.seats or not table.sitters[seat].is_free:
        raise BadSetting("bad_seat", f"seat {seat} does not exist or is taken", seat=seat)
