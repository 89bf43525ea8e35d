"""Take back moves with the consent of all other people at the table."""

from __future__ import annotations

from spielwerk.server.refusals import Conflict, NotAllowed
from spielwerk.server.sitters import Asked
from spielwerk.server.table import LiveTable


def ask(table: LiveTable, person: int | None, seat: int, now: int) -> None:
    """Ask to take back a seat's last move; refuse if a person who must agree is away."""
    if not table.terms.take_backs:
        raise NotAllowed("no_take_backs", "this table does not allow take-backs")
    assert table.match is not None
    own = [number for number, ply in enumerate(table.match.plies) if ply.seat == seat]
    if not own:
        raise Conflict("nothing_to_undo", "there is no ply to take back")
    for other in _others(table, seat):
        if table.sitters[other].away or _gave_up_since(table, other, own[-1]):
            raise Conflict("absent", f"seat {other} is away and can't agree", seat=other)
    table.add("ask_back", now, seat=seat, person=person, ply=own[-1])
    if table.asked is not None:
        do_if_agreed(table, table.asked, now)


def _others(table: LiveTable, seat: int) -> list[int]:
    """Return the seats of other people, whose consent is needed."""
    holder = table.sitters[seat].person
    return [k for k, sitter in enumerate(table.sitters) if sitter.person not in {None, holder}]


def _gave_up_since(table: LiveTable, seat: int, ply: int) -> bool:
    """Return whether a seat resigned after its person had made one of the moves from a ply on."""
    made = (table.log[number] for number in table.made_by[ply:])
    return seat in table.resigned and any(one.seat == seat and one.person for one in made)


def do_if_agreed(table: LiveTable, asked: Asked, now: int) -> None:
    """Take the move back once all other people have agreed; bots are not asked."""
    to_ask = {
        seat
        for seat in _others(table, asked.seat)
        if seat not in table.resigned or _gave_up_since(table, seat, asked.ply)
    }
    if to_ask <= asked.agreed:
        table.add("back", now, seat=asked.seat, ply=asked.ply, anew=True)
