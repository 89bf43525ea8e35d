"""What people do at a table: checked, and turned into entries of its log."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielwerk import bots
from spielwerk.bots.budget import Budget
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.server import engines, wire
from spielwerk.server.refusals import Conflict, NotAllowed
from spielwerk.server.table import Asked, LiveTable

MOVES_TOLD = 50  # of those that a refused seat could have made
MOST_SECONDS, MOST_NODES = 5, 50_000  # that a bot may think about a move


@dataclass(frozen=True)
class Asker:
    """Who wants something."""

    person: int | None
    name: str = ""


def do(table: LiveTable, asker: Asker, act: wire.Act, now: int) -> None:
    """Do it, or refuse: then nothing has happened."""
    _DO[type(act)](table, asker, act, now)


def may_watch(table: LiveTable, person: int | None, invite: str | None) -> bool:
    """Return whether somebody may see the table."""
    if table.terms.watch == "anyone" or table.seats_of(person) or is_host(table, person):
        return True
    return table.terms.watch == "link" and same(invite, table.invite)


def is_host(table: LiveTable, person: int | None) -> bool:
    """Return whether somebody set up the table."""
    return person is not None and person == table.host


def same(given: str | None, secret: str | None) -> bool:
    """Return whether somebody knows a secret; takes as long for a near miss as for any other."""
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


def check_bot(name: str) -> None:
    """Refuse a bot that is not installed, or would think for so long that all others wait."""
    if not bots.installed(name):  # `module:Class` would import whatever a client names
        raise bots.unknown(name)
    bots.bot(name)
    _, at, told = name.partition("@")
    budget = Budget.read(told) if at else Budget(nodes=1)
    if (budget.seconds or 0) > MOST_SECONDS or (budget.nodes or 0) > MOST_NODES:
        most = f"{MOST_SECONDS} seconds or {MOST_NODES} nodes"
        raise BadSetting("bad_budget", f"here a bot thinks for {most} at most")


def holds(table: LiveTable, asker: Asker, seat: int) -> None:
    """Refuse whoever does not hold that seat."""
    is_there = asker.person is not None and seat < table.terms.seats
    if not is_there or table.sitters[seat].person != asker.person:
        raise NotAllowed("not_your_seat", f"seat {seat} is not yours", seat=seat)


def _sit(table: LiveTable, asker: Asker, act: wire.Sit, now: int) -> None:
    _must_be(table, "open")
    free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
    mine = [s for s in free if table.reserved.get(s) == asker.person]
    open_ = [s for s in free if s not in table.reserved]
    if act.seat is not None and act.seat >= table.terms.seats:
        raise NotAllowed("no_such_seat", f"there is no seat {act.seat}", seat=act.seat)
    if act.token is not None:
        mine += [s for s in free if same(act.token, table.seat_tokens.get(s))]
        if not mine:
            raise NotAllowed("bad_token", "this link to a seat does not hold (any more)")
    elif table.terms.listed or is_host(table, asker.person) or same(act.invite, table.invite):
        mine += open_
    elif not mine:
        raise NotAllowed("not_invited", "one sits down at this table by invitation")
    if act.seat is not None and act.seat not in mine:
        raise Conflict("seat_taken", f"seat {act.seat} is not free", seat=act.seat)
    if not mine:
        raise Conflict("table_full", "no seat is free")
    seat = mine[0] if act.seat is None else act.seat
    table.names[asker.person or 0] = asker.name
    table.add("sit", now, seat=seat, person=asker.person)
    start_if_full(table, now)


def _stand(table: LiveTable, asker: Asker, act: wire.Stand, now: int) -> None:
    _must_be(table, "open")
    if not is_host(table, asker.person):
        holds(table, asker, act.seat)
    if act.seat >= table.terms.seats or table.sitters[act.seat].is_free:
        raise Conflict("seat_free", f"nobody sits on seat {act.seat}", seat=act.seat)
    table.add("stand", now, seat=act.seat, person=asker.person)


def _bot(table: LiveTable, asker: Asker, act: wire.PutBot, now: int) -> None:
    _must_host(table, asker)
    _must_be(table, "open")
    check_bot(act.bot)
    if act.seat >= table.terms.seats or not table.sitters[act.seat].is_free:
        raise Conflict("seat_taken", f"seat {act.seat} is not free", seat=act.seat)
    table.add("bot", now, seat=act.seat, person=asker.person, bot=act.bot)
    start_if_full(table, now)


def _start(table: LiveTable, asker: Asker, act: wire.Start, now: int) -> None:
    _must_host(table, asker)
    _must_be(table, "open")
    free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
    if free and act.bot is None:
        raise Conflict("seats_free", "not every seat is taken: name a bot for the free ones")
    if act.bot is not None:
        check_bot(act.bot)
    for seat in free:
        table.add("bot", now, seat=seat, person=asker.person, bot=act.bot)
    table.add("start", now)


def start_if_full(table: LiveTable, now: int) -> None:
    """A table starts once everybody is there."""
    if not any(sitter.is_free for sitter in table.sitters):
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
    """Refuse a page that reads states and numbers actions by other rules than these."""
    ours = engines.rules_at(table.game)
    if rules != ours:
        reason = "this page has other rules than the server: load it again"
        raise Conflict("other_rules", reason, rules=ours)


def move(
    table: LiveTable, seat: int, at: int, told: str | int, now: int, person: int | None = None
) -> None:
    """A seat's move, in notation or as an action: a person's, or a bot's that plays for it."""
    try:
        _must_be(table, "running")
        if not table.answers(seat, at):
            reason = f"something has happened since entry {at} that this move does not answer"
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
        raise Conflict("late", f"something has happened since entry {act.at}", at=act.at)
    table.add("undo", now, seat=act.seat, person=asker.person)


def _of_seat(table: LiveTable, asker: Asker, act: wire.OfSeat, now: int) -> None:
    holds(table, asker, act.seat)
    _must_be(table, "running")
    _must_play(table, act.seat)
    sitter = table.sitters[act.seat]
    asked = table.asked
    if act.do == "ask_back":
        _ask_back(table, asker, act.seat, now)
        return
    if act.do in {"agree", "decline"}:
        if asked is None or act.seat in asked.agreed:
            raise Conflict("nothing_asked", "nobody asks this seat to take a move back")
    elif act.do in {"leave", "return"} and sitter.away == (act.do == "leave"):
        raise Conflict("as_it_is", f"seat {act.seat} is so already", seat=act.seat)
    table.add(act.do, now, seat=act.seat, person=asker.person)
    if act.do == "agree" and asked is not None:
        _take_back_if_agreed(table, asked, now)


def _ask_back(table: LiveTable, asker: Asker, seat: int, now: int) -> None:
    if not table.terms.take_backs:
        raise NotAllowed("no_take_backs", "at this table no move is taken back")
    assert table.match is not None
    own = [number for number, ply in enumerate(table.match.plies) if ply.seat == seat]
    if not own:
        raise Conflict("nothing_to_undo", "there is no ply to take back")
    table.add("ask_back", now, seat=seat, person=asker.person, ply=own[-1])
    if table.asked is not None:
        _take_back_if_agreed(table, table.asked, now)


def _take_back_if_agreed(table: LiveTable, asked: Asked, now: int) -> None:
    """Those agree who were asked; bots, and who has several seats, need not be."""
    holder = table.sitters[asked.seat].person
    to_ask = {
        seat
        for seat, sitter in enumerate(table.sitters)
        if table.bot_for(seat) is None and sitter.person != holder
    }
    if to_ask <= asked.agreed:
        table.add("back", now, seat=asked.seat, ply=asked.ply)


def _say(table: LiveTable, asker: Asker, act: wire.Say, now: int) -> None:
    if not table.seats_of(asker.person):
        raise NotAllowed("not_seated", "only those who sit at the table talk here")
    table.add("say", now, person=asker.person, text=act.text)


def late(table: LiveTable, seat: int, now: int) -> None:
    """A seat's time is up."""
    table.add("late" if table.terms.late == "bot" else "resign", now, seat=seat)


def _must_be(table: LiveTable, status: str) -> None:
    if table.status != status:
        code = {"open": "not_started", "running": "already_started", "over": "game_over"}
        said = {"open": "has not started", "running": "has started", "over": "is over"}
        raise Conflict(code[table.status], f"the game {said[table.status]}")


def _must_play(table: LiveTable, seat: int) -> None:
    if table.status == "running" and seat in table.resigned:
        raise Conflict("resigned", f"seat {seat} has given up", seat=seat)


def _must_host(table: LiveTable, asker: Asker) -> None:
    if not is_host(table, asker.person):
        raise NotAllowed("not_host", "only who set up the table may do that")


_DO: dict[type, Callable[[LiveTable, Asker, Any, int], None]] = {
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.PutBot: _bot,
    wire.Start: _start,
    wire.Move: _move,
    wire.Undo: _undo,
    wire.OfSeat: _of_seat,
    wire.Say: _say,
}
