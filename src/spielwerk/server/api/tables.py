"""Tables over HTTP."""

from __future__ import annotations

import asyncio
import io
from dataclasses import asdict
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Response
from starlette.requests import Request

from spielwerk import bots
from spielwerk.games import find, loadable
from spielwerk.match import previews
from spielwerk.match.match import Match
from spielwerk.match.watching import after, granted, watched
from spielwerk.rules.game import Game
from spielwerk.server import acts, ending, engines, game_files, wire
from spielwerk.server.acts import Asker
from spielwerk.server.api import answers
from spielwerk.server.api.asking import Anybody, House, Me_, Server, asker
from spielwerk.server.api.packing import packed_json
from spielwerk.server.places import Place
from spielwerk.server.refusals import Conflict, Malformed, NotAllowed, NotFound
from spielwerk.server.table import LiveTable

router = APIRouter(tags=["tables"])

TableId = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,16}$")]
SeatPath = Annotated[int, Path(ge=0, lt=wire.MOST_SEATS)]
SeatQuery = Annotated[int | None, Query(ge=0, lt=wire.MOST_SEATS)]
InviteQuery = Annotated[str | None, Query(max_length=64)]


async def _seen(
    server: House, id_: str, who: Asker, seat: int | None, invite: str | None
) -> LiveTable:
    """Return a table that the asker may look at from that seat, all it shows being on disk."""
    table = await server.hall.table(id_)
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
        your_turn=any(seat in table.to_act and not table.bot_for(seat) for seat in yours),
        host=acts.is_host(table, person),
    )


def _playing(table: LiveTable) -> Match:
    if table.match is None:
        raise Conflict("not_started", "the game has not started")
    return table.match


@router.get("/games")
async def games(server: Server) -> list[answers.GameInfo]:
    """The games, and whether they can be played yet."""
    return [
        answers.GameInfo(
            id=name,
            seats=list(game.seats),
            options={option: list(values) for option, values in game.known_options.items()},
            scores={str(seats): list(game.score_names(seats)) for seats in game.seats},
            texts=game_files.list_texts(name),
            page=[*game_files.parts(name), *(["engine"] if engines.fits(name) else [])],
            own_parts=game.has_parts(),
            state=server.preparing.states[name],
        )
        for name in loadable()
        for game in [find(name)]
    ]


@router.get("/bots")
async def all_bots() -> list[str]:
    """The bots, weakest first."""
    return bots.names()


@router.post("/tables", status_code=201)
async def create(new: wire.NewTable, person: Me_, server: Server) -> answers.NewTableInfo:
    """Set up a table."""
    made = await server.hall.create(asker(person), new)
    return answers.NewTableInfo(**made)


@router.get("/tables/{table}")
async def table_info(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> answers.OwnTable:
    """A table, apart from its match."""
    found = await server.hall.table(table)
    who = asker(person)
    _check_may_know(found, who.person, invite)
    return _own(found, who.person)


def _check_may_know(table: LiveTable, person: int | None, invite: str | None) -> None:
    """Refuse whoever may neither watch the table nor sit down there."""
    invited = acts.same(invite, table.invite) or table.terms.listed
    if not (invited or acts.may_watch(table, person, invite)):
        raise NotAllowed("not_public", "this table is not open to spectators")


@router.get("/tables/{table}/declarations", response_model=answers.Declarations)
async def declarations(
    table: TableId, server: Server, person: Anybody, request: Request, invite: InviteQuery = None
) -> Response:
    """All that a page must be told of the game as it is played at a table, with its parts.

    It stays the same as long as its ETag does.
    """
    found = await server.hall.table(table)
    who = asker(person)
    _check_may_know(found, who.person, invite)
    told = await asyncio.to_thread(engines.declared, found.game)
    return packed_json(request.headers, told.body, told.digest)


@router.post("/tables/{table}/acts")
async def act(table: TableId, act: wire.Act, person: Me_, server: Server) -> answers.Done:
    """Do something at a table."""
    return answers.Done(**await server.hall.act(table, asker(person), act))


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
    """What a seat, or a spectator, sees now, with the moves from number `since` on.

    With `ply`: what it saw after so many plies. As a `record`: what it was granted, as data.
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
    """A seat's moves, and the points each adds."""
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
    """What a move would bring, and where its points come from."""
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
    """A ply that was made (the first is 0), and where its points came from."""
    who = asker(person)
    found = await server.hall.table(table)
    match = _playing(await _seen(server, table, who, _any_seat(found, who), invite))
    if ply >= match.length:
        raise NotFound("no_such_ply", f"there is no ply {ply} yet", ply=ply)
    made = match.plies[ply]
    told = [answers.Line(**line) for line in match.lines(ply)]
    return answers.Played(seat=made.seat, move=made.move, lines=told)


def _any_seat(table: LiveTable, who: Asker) -> int | None:
    """Return a seat of the asker's, for what all who play may know; None for spectators."""
    return next(iter(table.seats_of(who.person)), None)


@router.get("/tables/{table}/end")
async def end(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> list[answers.Step]:
    """How the ranks were decided, comparison by comparison; nothing before the end."""
    who = asker(person)
    found = await server.hall.table(table)
    await _seen(server, table, who, _any_seat(found, who), invite)
    return [answers.Step(**step) for step in ending.decided(found)]


@router.get("/tables/{table}/fair")
async def fair(
    table: TableId, server: Server, person: Anybody, invite: InviteQuery = None
) -> answers.Fairness:
    """Whether all that was dealt, drawn and rolled follows from the seed committed to before."""
    who = asker(person)
    found = await server.hall.table(table)
    await _seen(server, table, who, _any_seat(found, who), invite)
    if found.status != "over":
        raise Conflict("not_over", "the seed that chance came from is told at the end")
    told = await asyncio.to_thread(ending.fairness, found.record(None))
    return answers.Fairness(**told)


@router.get("/tables/{table}/hint")
async def hint(
    table: TableId,
    server: Server,
    person: Me_,
    seat: Annotated[int, Query(ge=0, lt=wire.MOST_SEATS)],
    bot: wire.BotName = "meister",
) -> list[dict[str, Any]]:
    """What a bot would do in that seat's place, and why."""
    found = await _seen(server, table, asker(person), seat, None)
    if not found.terms.hints:
        raise NotAllowed("no_hints", "at this table nobody gives hints")
    match = _playing(found)
    acts.check_bot(bot)
    if seat not in found.to_act:
        raise Conflict("not_your_turn", f"seat {seat} may not act now", seat=seat)
    return await server.thinkers.explain(match, seat, bot)


@router.get("/tables/{table}/record")
async def record(
    table: TableId,
    server: Server,
    person: Anybody,
    seat: SeatQuery = None,
    invite: InviteQuery = None,
) -> dict[str, Any]:
    """The record: in full once the game is over, before as the asker may see it."""
    found = await _seen(server, table, asker(person), seat, invite)
    _playing(found)
    return found.record(seat)


async def _hosted(server: House, id_: str, person: Any) -> Place:
    await server.hall.table(id_)
    place = await server.hall.place(id_)
    if not acts.is_host(place.table, person.id):
        raise NotAllowed("not_host", "only who set up the table may do that")
    return place


@router.post("/tables/{table}/invite")
async def new_invite(table: TableId, person: Me_, server: Server) -> answers.Invite:
    """Another invitation; the old one does not hold any more."""
    place = await _hosted(server, table, person)
    return answers.Invite(invite=await server.hall.new_invite(place))


@router.get("/tables/{table}/invite")
async def invite(table: TableId, person: Me_, server: Server) -> answers.Invite:
    """The invitation, for the host."""
    place = await _hosted(server, table, person)
    return answers.Invite(invite=place.table.invite or "")


@router.get(
    "/tables/{table}/invite.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def invite_code(table: TableId, person: Me_, server: Server, request: Request) -> Response:
    """The invitation's link as a QR code, for the host."""
    place = await _hosted(server, table, person)
    link = f"{request.base_url}table/{table}?invite={place.table.invite}"
    code = io.BytesIO()
    try:
        segno.make(link, error="m").save(code, kind="svg", scale=4, border=2, xmldecl=False)
    except segno.DataOverflowError:
        raise Malformed("malformed", "the server's name is too long for a QR code") from None
    return Response(code.getvalue(), media_type="image/svg+xml")


@router.post("/tables/{table}/seats/{seat}/token")
async def seat_token(
    table: TableId, seat: SeatPath, person: Me_, server: Server
) -> answers.SeatToken:
    """A link to one seat, for whom it is kept; an older one does not hold any more."""
    place = await _hosted(server, table, person)
    _check_seat(place, seat)
    token = await server.hall.seat_token(place, seat, revoke=False)
    return answers.SeatToken(token=token or "")


@router.delete("/tables/{table}/seats/{seat}/token", status_code=204)
async def drop_seat_token(table: TableId, seat: SeatPath, person: Me_, server: Server) -> None:
    """Revoke the link to a seat."""
    place = await _hosted(server, table, person)
    _check_seat(place, seat)
    await server.hall.seat_token(place, seat, revoke=True)


def _check_seat(place: Place, seat: int) -> None:
    if seat >= place.table.terms.seats:
        raise NotFound("no_such_seat", f"there is no seat {seat}", seat=seat)


@router.post("/replays")
async def replays(
    record: dict[str, Any], server: Server, seat: SeatQuery = None, form: wire.Form = "view"
) -> answers.Views | answers.Records:
    """What a seat, or a spectator, sees after each ply of a record; every line of it is checked.

    As a `record`: what it was granted then, as data.
    """
    if isinstance(game := record.get("game"), str) and game in server.preparing.states:
        await server.preparing.ready(game)
    if form == "record":
        data = await asyncio.to_thread(granted, record, seat)
        return answers.Records(
            records=[answers.GrantedRecord(**one) for one in data.records],
            plies=[answers.GrantedPly(**ply) for ply in data.plies],
            steps=[answers.Step(**asdict(step)) for step in data.tiebreaks],
            declarations=await asyncio.to_thread(_declared_own, data.game),
        )
    told = await asyncio.to_thread(watched, record, seat)
    return answers.Views(
        views=told.views,
        lines=[[answers.Line(**line) for line in ply] for ply in told.lines],
        steps=[answers.Step(**asdict(step)) for step in told.tiebreaks],
    )


def _declared_own(game: Game) -> answers.Declarations | None:
    """Return what pages are told of a game with own parts; None if it is as in its box."""
    if game.parts is None:
        return None
    return answers.Declarations.model_validate_json(engines.declared(game).body)
