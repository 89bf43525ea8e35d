"""Tables over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from starlette.requests import Request

from spielwerk.match import previews
from spielwerk.match.match import Match
from spielwerk.match.watching import after
from spielwerk.server import acts, bot_names, ending, engines, wire
from spielwerk.server.acts import Asker
from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import (
    Anybody,
    InviteQuery,
    Me_,
    SeatQuery,
    Server,
    Services,
    TableId,
    asker,
    take_table,
    unless_gone,
)
from spielwerk.server.api.packing import packed_json
from spielwerk.server.refusals import Conflict, NotAllowed, NotFound
from spielwerk.server.table import LiveTable

router = APIRouter(tags=["tables"])


async def _seen(
    server: Services, id_: str, who: Asker, seat: int | None, invite: str | None
) -> LiveTable:
    """Return the committed table; refuse if the asker may not see it from that seat."""
    table = await server.registry.table(id_)
    if seat is not None:
        acts.holds(table, who, seat)
    elif not acts.may_watch(table, who.person, invite):
        raise NotAllowed("not_public", "this table is not open to spectators")
    return table


def _own(table: LiveTable, person: int | None) -> answers.OwnTable:
    yours = table.seats_of(person)
    return answers.OwnTable(
        info=answers.TableInfo(**table.info()),
        yours=yours,
        reserved=table.seats_reserved_for(person),
        your_turn=any(seat in table.to_act and not table.bot_for(seat) for seat in yours),
        host=acts.is_host(table, person),
    )


def _playing(table: LiveTable) -> Match:
    if table.match is None:
        raise Conflict("not_started", "the game has not started")
    return table.match


@router.post("/tables", status_code=201)
async def create(
    new: wire.NewTable, person: Me_, server: Server, request: Request
) -> answers.NewTableInfo:
    """Set up a table."""
    take_table(server, person, request)
    made = await server.actions.create(asker(person), new)
    return answers.NewTableInfo(**made)


@router.get("/tables/{table}")
async def table_info(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> answers.OwnTable:
    """Return a table, without its match."""
    found = await server.registry.table(table)
    who = asker(person)
    _check_may_know(found, who.person, invite)
    return _own(found, who.person)


def _check_may_know(table: LiveTable, person: int | None, invite: str | None) -> None:
    """Refuse a person who may neither watch the table nor sit down there."""
    invited = acts.same(invite, table.invite) or table.terms.listed
    if not (invited or acts.may_watch(table, person, invite)):
        raise NotAllowed("not_public", "this table is not open to spectators")


@router.get("/tables/{table}/declarations", response_model=answers.Declarations)
async def declarations(
    table: TableId, server: Server, person: Anybody, request: Request, invite: InviteQuery = None
) -> Response:
    """Return what a client needs to compute the rules of the game at a table, with its parts.

    It is unchanged as long as its ETag is.
    """
    found = await server.registry.table(table)
    who = asker(person)
    _check_may_know(found, who.person, invite)
    told = await asyncio.to_thread(engines.declared, found.game)
    return packed_json(request.headers, told.body, told.digest)


@router.post("/tables/{table}/acts")
async def act(table: TableId, act: wire.Act, person: Me_, server: Server) -> answers.Done:
    """Perform an act at a table."""
    return answers.Done(**await server.actions.act(table, asker(person), act))


@router.get("/tables/{table}/view")
async def view(
    table: TableId,
    server: Server,
    person: Anybody,
    seat: SeatQuery = None,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    form: wire.Form = "view",
    invite: InviteQuery = None,
) -> dict[str, Any]:
    """Return what a seat or a spectator sees now, with the moves from number `since` on.

    With `ply`, return what it saw after that many plies. The form `record` returns data.
    """
    found = await _seen(server, table, asker(person), seat, invite)
    match = _playing(found)
    if ply is not None:
        match = await asyncio.to_thread(after, match, ply)
    since = min(since, match.length)
    told = match.granted([seat], since)[0] if form == "record" else match.view(seat, since)
    return told | {"number": found.number}


@router.get("/tables/{table}/legal")
async def legal(
    table: TableId,
    server: Server,
    person: Me_,
    seat: Annotated[int, Query(ge=0, lt=wire.MOST_SEATS)],
) -> list[answers.LegalMove]:
    """List a seat's legal moves, and the points each would add."""
    found = await _seen(server, table, asker(person), seat, None)
    match = _playing(found)
    if seat not in found.to_act:
        return []
    told = await asyncio.to_thread(previews.legal_points, match.game, match.states, seat)
    return [answers.LegalMove(move=move, points=points) for move, points in told]


@router.get("/tables/{table}/preview")
async def preview(
    table: TableId,
    server: Server,
    person: Me_,
    seat: Annotated[int, Query(ge=0, lt=wire.MOST_SEATS)],
    move: Annotated[str, Query(max_length=200)],
) -> answers.Preview:
    """Return the points a move would add, and where they come from."""
    found = await _seen(server, table, asker(person), seat, None)
    match = _playing(found)
    if seat not in found.to_act:
        raise Conflict("not_your_turn", f"seat {seat} may not act now", seat=seat)
    told = await asyncio.to_thread(previews.preview, match.game, match.states, seat, move)
    return answers.Preview(**told)


@router.get("/tables/{table}/lines")
async def lines(
    table: TableId,
    server: Server,
    person: Anybody,
    ply: Annotated[int, Query(ge=0, le=1_000_000)],
    invite: InviteQuery = None,
) -> answers.Played:
    """Return a played ply (the first is 0), and where its points came from."""
    who = asker(person)
    found = await server.registry.table(table)
    match = _playing(await _seen(server, table, who, _any_seat(found, who), invite))
    if ply >= match.length:
        raise NotFound("no_such_ply", f"there is no ply {ply} yet", ply=ply)
    made = match.plies[ply]
    told = [answers.Line(**line) for line in match.lines(ply)]
    return answers.Played(seat=made.seat, move=made.move, lines=told)


def _any_seat(table: LiveTable, who: Asker) -> int | None:
    """Return one of the asker's seats, for what all players may see; None for spectators."""
    return next(iter(table.seats_of(who.person)), None)


@router.get("/tables/{table}/end")
async def end(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> list[answers.Step]:
    """Return the comparisons that decided the ranks; an empty list before the end."""
    who = asker(person)
    found = await server.registry.table(table)
    await _seen(server, table, who, _any_seat(found, who), invite)
    return [answers.Step(**step) for step in ending.decided(found)]


@router.get("/tables/{table}/fair")
async def fair(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> answers.Fairness:
    """Return whether everything dealt, drawn and rolled follows from the committed seed."""
    who = asker(person)
    found = await server.registry.table(table)
    await _seen(server, table, who, _any_seat(found, who), invite)
    if found.status != "over":
        raise Conflict("not_over", "the seed is revealed at the end of the game")
    told = await asyncio.to_thread(ending.fairness, found.record(None))
    return answers.Fairness(**told)


@router.get("/tables/{table}/hint")
async def hint(
    table: TableId,
    server: Server,
    person: Me_,
    request: Request,
    seat: Annotated[int, Query(ge=0, lt=wire.MOST_SEATS)],
    bot: wire.BotName = "meister",
) -> list[dict[str, Any]]:
    """Return what a bot would play on that seat, and why."""
    found = await _seen(server, table, asker(person), seat, None)
    if not found.terms.hints:
        raise NotAllowed("no_hints", "this table does not allow hints")
    match = _playing(found)
    bot_names.check_bot(bot)
    if seat not in found.to_act:
        raise Conflict("not_your_turn", f"seat {seat} may not act now", seat=seat)
    thought = asyncio.ensure_future(server.bots.explain(match, seat, bot, person.id))
    return await unless_gone(request, thought)


@router.get("/tables/{table}/record")
async def record(
    table: TableId,
    server: Server,
    person: Anybody,
    seat: SeatQuery = None,
    invite: InviteQuery = None,
) -> dict[str, Any]:
    """Return the record: complete once the game is over, until then as the seat may see it."""
    found = await _seen(server, table, asker(person), seat, invite)
    _playing(found)
    return found.record(seat)
