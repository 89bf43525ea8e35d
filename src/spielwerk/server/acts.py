"""Check people's acts at a table and turn them into log entries."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielwerk.match.shares import hashed
from spielwerk.rules.errors import IllegalMove
from spielwerk.server import bot_names, engines, names, take_backs, wire
from spielwerk.server.refusals import Conflict, NotAllowed
from spielwerk.server.store import chain
from spielwerk.server.table import LiveTable

MOVES_TOLD = 50  # legal moves listed in a refusal
MOST_ENTRIES = 5000  # per log; no game comes near
MOST_ENTRIES_BESIDE = 3000  # lower for what does not bring a game to its end, so nothing blocks it
# Of these, only moves can be repeated, and each game ends after so many.
_TO_THE_END = {"start", "open", "move", "agree", "decline"}
_ALWAYS = {"stand", "leave", "resign"}  # once per seat, as nobody can sit or return any more


@dataclass(frozen=True)
class Asker:
    """The person behind a request; `person` is None for an anonymous client."""

    person: int | None
    name: str = ""
    guest: bool = True


def do(table: LiveTable, asker: Asker, act: wire.Act, now: int) -> None:
    """Perform an act, or refuse it and leave the table unchanged."""
    _check_room(table, act)
    _DO[type(act)](table, asker, act, now)


def _check_room(table: LiveTable, act: wire.Act) -> None:
    """Refuse acts that would make the log too long; giving up a seat is always allowed."""
    most = MOST_ENTRIES if act.do in _TO_THE_END else MOST_ENTRIES_BESIDE
    if table.number >= most and act.do not in _ALWAYS:
        raise Conflict("log_full", f"this table's log has {most} entries: set up another table")


def may_watch(table: LiveTable, person: int | None, invite: str | None) -> bool:
    """Return whether a person may watch the table."""
    if table.terms.watch == "anyone" or table.seats_of(person) or is_host(table, person):
        return True
    if table.seats_reserved_for(person):
        return True
    return table.terms.watch == "link" and same(invite, table.invite)


def is_host(table: LiveTable, person: int | None) -> bool:
    """Return whether a person is the table's host."""
    return person is not None and person == table.host


def same(given: str | None, secret: str | None) -> bool:
    """Return whether the given string is the secret, comparing in constant time."""
    if given is None or secret is None:
        return False
    return hmac.compare_digest(given.encode(), secret.encode())


def may(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return what a seat may do now."""
    acts = seat in table.to_act
    moves = table.match.legal(seat) if acts and table.match else []
    return {
        "number": table.number,
        "to_act": list(table.to_act),
        "acts": acts,
        "legal": len(moves),
        "moves": moves[:MOVES_TOLD],
    }


def holds(table: LiveTable, asker: Asker, seat: int) -> None:
    """Refuse a person who does not hold that seat."""
    is_there = asker.person is not None and seat < table.terms.seats
    if not is_there or table.sitters[seat].person != asker.person:
        raise NotAllowed("not_your_seat", f"seat {seat} is not yours", seat=seat)


def _sit(table: LiveTable, asker: Asker, act: wire.Sit, now: int) -> None:
    _must_be(table, "open")
    free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
    mine = table.seats_reserved_for(asker.person)
    open_ = [s for s in free if s not in table.reserved]
    if act.seat is not None and act.seat >= table.terms.seats:
        raise NotAllowed("no_such_seat", f"there is no seat {act.seat}", seat=act.seat)
    if act.token is not None:
        mine += [s for s in free if same(act.token, table.seat_tokens.get(s))]
        if not mine:
            raise NotAllowed("bad_token", "this link to a seat is no longer valid")
    elif table.terms.listed or is_host(table, asker.person) or same(act.invite, table.invite):
        mine += open_
    elif not mine:
        raise NotAllowed("not_invited", "this table is by invitation only")
    if act.seat is not None and act.seat not in mine:
        raise Conflict("seat_taken", f"seat {act.seat} is not free", seat=act.seat)
    if not mine:
        raise Conflict("table_full", "no seat is free")
    seat = mine[0] if act.seat is None else act.seat
    table.know(asker.person or 0, asker.name, guest=asker.guest)
    take_seat(table, asker, seat, act.share, now)
    start_if_full(table, now)


def take_seat(table: LiveTable, asker: Asker, seat: int, share: str | None, now: int) -> None:
    """Seat a person; `share` is the hash of their share in the seed, if they promise one."""
    data = {} if share is None else {"share": share}
    table.add("sit", now, seat=seat, person=asker.person, **data)


def _open(table: LiveTable, asker: Asker, act: wire.Open, now: int) -> None:
    if not table.is_opening:
        raise Conflict("not_opening", "shares can only be opened between seating and the start")
    hash_ = hashed(bytes.fromhex(act.share))
    mine = [table.sitters[seat].share for seat in table.seats_of(asker.person)]
    promised = [share for share in mine if share is not None and share.hash == hash_]
    if not promised:
        raise Conflict("wrong_share", "none of your seats has promised this share")
    if all(share.value for share in promised):
        raise Conflict("as_it_is", "this share is already open")
    table.add("open", now, person=asker.person, share=act.share)
    if table.is_opened:
        table.add("start", now)


def _stand(table: LiveTable, asker: Asker, act: wire.Stand, now: int) -> None:
    _must_be(table, "open")
    if not is_host(table, asker.person):
        holds(table, asker, act.seat)
    if act.seat >= table.terms.seats or table.sitters[act.seat].is_free:
        raise Conflict("seat_free", f"seat {act.seat} is already free", seat=act.seat)
    table.add("stand", now, seat=act.seat, person=asker.person)


def _bot(table: LiveTable, asker: Asker, act: wire.PutBot, now: int) -> None:
    _must_host(table, asker)
    _must_be(table, "open")
    bot_names.check_bot(act.bot)
    if act.seat >= table.terms.seats or not table.sitters[act.seat].is_free:
        raise Conflict("seat_taken", f"seat {act.seat} is not free", seat=act.seat)
    table.add("bot", now, seat=act.seat, person=asker.person, bot=act.bot)
    start_if_full(table, now)


def _name(table: LiveTable, asker: Asker, act: wire.NameSeat, now: int) -> None:
    holds(table, asker, act.seat)
    if len(table.seats_of(asker.person)) < 2:  # with one seat, the person's own name is shown
        raise NotAllowed("one_seat", "only a player with several seats can name them")
    if table.status == "over":
        raise Conflict("game_over", "the game is over")
    name_seat(table, asker, act.seat, act.name, now)


def name_seat(table: LiveTable, asker: Asker, seat: int, name: str | None, now: int) -> None:
    """Name a seat; None restores the person's own name."""
    if name is not None:
        names.check(name)
    table.add("name", now, seat=seat, person=asker.person, **chain.text(name))


def _start(table: LiveTable, asker: Asker, act: wire.Start, now: int) -> None:
    _must_host(table, asker)
    _must_be(table, "open")
    free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
    if free and act.bot is None:
        raise Conflict("seats_free", "not every seat is taken: name a bot for the free ones")
    if act.bot is not None:
        bot_names.check_bot(act.bot)
    for seat in free:
        table.add("bot", now, seat=seat, person=asker.person, bot=act.bot)
    start_if_full(table, now)


def start_if_full(table: LiveTable, now: int) -> None:
    """Start once all seats are taken; wait first for promised shares to be opened."""
    if not any(sitter.is_free for sitter in table.sitters):
        table.add("start" if table.is_opened else "ready", now)


def start_anyhow(table: LiveTable, now: int) -> None:
    """Start without the shares that have not been opened."""
    if table.is_opening:
        table.add("start", now)


def _move(table: LiveTable, asker: Asker, act: wire.Move, now: int) -> None:
    holds(table, asker, act.seat)
    _must_play(table, act.seat)
    if act.action is not None:
        agree(table, act.rules)
        move(table, act.seat, act.at, act.action, now, asker.person)
    elif act.move is not None:
        move(table, act.seat, act.at, act.move, now, asker.person)


def agree(table: LiveTable, rules: str | None) -> None:
    """Refuse a client whose rules differ: it would misread states and action numbers."""
    ours = engines.rules_at(table.game)
    if rules != ours:
        reason = "this page's rules differ from the server's: reload it"
        raise Conflict("other_rules", reason, rules=ours)


def move(
    table: LiveTable, seat: int, at: int, told: str | int, now: int, person: int | None = None
) -> None:
    """Play a seat's move, given in notation or as an action number, for a person or a bot."""
    try:
        _must_be(table, "running")
        if not table.answers(seat, at):
            reason = f"the table has changed since entry {at}: this move is out of date"
            raise Conflict("late", reason, at=at)
        what = {"move": told} if isinstance(told, str) else {"action": told}
        table.add("move", now, seat=seat, person=person, **what)
    except (IllegalMove, Conflict) as refusal:
        refusal.details["may"] = may(table, seat)
        raise


def _undo(table: LiveTable, asker: Asker, act: wire.Undo, now: int) -> None:
    holds(table, asker, act.seat)
    _must_be(table, "running")
    _must_play(table, act.seat)
    if act.at != table.number and not table.answers(act.seat, act.at):
        raise Conflict("late", f"the table has changed since entry {act.at}", at=act.at)
    table.add("undo", now, seat=act.seat, person=asker.person)


def _of_seat(table: LiveTable, asker: Asker, act: wire.OfSeat, now: int) -> None:
    holds(table, asker, act.seat)
    if not (table.is_opening and act.do in {"leave", "return"}):
        _must_be(table, "running")
    _must_play(table, act.seat)
    sitter = table.sitters[act.seat]
    asked = table.asked
    if act.do == "ask_back":
        take_backs.ask(table, asker.person, act.seat, now)
        return
    if act.do in {"agree", "decline"}:
        if asked is None or act.seat in asked.agreed:
            raise Conflict("nothing_asked", "no take-back request is waiting for this seat")
    elif act.do in {"leave", "return"} and sitter.away == (act.do == "leave"):
        raise Conflict("as_it_is", f"seat {act.seat} is already in that state", seat=act.seat)
    table.add(act.do, now, seat=act.seat, person=asker.person)
    if act.do == "agree" and asked is not None:
        take_backs.do_if_agreed(table, asked, now)


def _say(table: LiveTable, asker: Asker, act: wire.Say, now: int) -> None:
    if not table.seats_of(asker.person):
        raise NotAllowed("not_seated", "only seated players can chat here")
    table.add("say", now, person=asker.person, **chain.text(act.text))


def late(table: LiveTable, seat: int, now: int) -> None:
    """Log that a seat's time has run out."""
    table.add("late" if table.terms.late == "bot" else "resign", now, seat=seat)


def _must_be(table: LiveTable, status: str) -> None:
    if table.status != status:
        code = {"open": "not_started", "running": "already_started", "over": "game_over"}
        said = {"open": "has not started", "running": "has started", "over": "is over"}
        raise Conflict(code[table.status], f"the game {said[table.status]}")
    if table.is_opening:
        raise Conflict("already_started", "the game is about to start")


def _must_play(table: LiveTable, seat: int) -> None:
    if table.status == "running" and seat in table.resigned:
        raise Conflict("resigned", f"seat {seat} has resigned", seat=seat)


def _must_host(table: LiveTable, asker: Asker) -> None:
    if not is_host(table, asker.person):
        raise NotAllowed("not_host", "only the host can do that")


_DO: dict[type, Callable[[LiveTable, Asker, Any, int], None]] = {
    wire.Sit: _sit,
    wire.Open: _open,
    wire.Stand: _stand,
    wire.PutBot: _bot,
    wire.NameSeat: _name,
    wire.Start: _start,
    wire.Move: _move,
    wire.Undo: _undo,
    wire.OfSeat: _of_seat,
    wire.Say: _say,
}
