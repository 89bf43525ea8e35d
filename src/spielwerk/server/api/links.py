"""Invitations and seat links over HTTP, with addresses that others can reach."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.requests import Request

from spielwerk.server import acts, network
from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import (
    Anybody,
    InviteQuery,
    Me_,
    SeatPath,
    Server,
    Services,
    TableId,
    address,
    signed_in,
)
from spielwerk.server.loaded_table import LoadedTable
from spielwerk.server.people import Person
from spielwerk.server.refusals import Malformed, NotAllowed, NotFound

router = APIRouter(tags=["tables"])

_USUAL_PORT = 8000


async def _hosted(server: Services, id_: str, person: Person) -> LoadedTable:
    await server.registry.table(id_)
    loaded = await server.registry.get(id_)
    if not acts.is_host(loaded.table, person.id):
        raise NotAllowed("not_host", "only the host can do that")
    return loaded


@router.post("/tables/{table}/invite")
async def new_invite(
    table: TableId, person: Me_, server: Server, request: Request
) -> answers.Invite:
    """Create a new invitation; the old one stops working."""
    loaded = await _hosted(server, table, person)
    invite = await server.actions.new_invite(loaded)
    await server.presence.renew(table)
    return _invitation(invite, server, request)


@router.get("/tables/{table}/invite")
async def invite(table: TableId, person: Me_, server: Server, request: Request) -> answers.Invite:
    """Return the invitation, for the host."""
    loaded = await _hosted(server, table, person)
    return _invitation(loaded.table.invite or "", server, request)


def _invitation(invite: str, server: Services, request: Request) -> answers.Invite:
    if not _is_at_the_machine(request):
        return answers.Invite(invite=invite, origins=[], command=None)
    origins = _origins(server, request)
    port = _port(request)
    command = "spielwerk serve --host 0.0.0.0" + ("" if port == _USUAL_PORT else f" --port {port}")
    return answers.Invite(invite=invite, origins=origins, command=None if origins else command)


def _is_at_the_machine(request: Request) -> bool:
    """Return whether the page was opened on the server's own machine, by a loopback address."""
    return network.is_loopback(address(request)) and network.is_loopback(request.url.hostname or "")


def _origins(server: Services, request: Request) -> list[str]:
    return network.origins(server.settings.host, _port(request))


def _port(request: Request) -> int:
    return int(request.scope["server"][1])


@router.get(
    "/tables/{table}/invite.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def invite_code(
    table: TableId,
    person: Anybody,
    server: Server,
    request: Request,
    invite: InviteQuery = None,
    origin: Annotated[str | None, Query(max_length=100)] = None,
) -> Response:
    """Return the invitation's link as a QR code, for the host and for anyone who has the link.

    `origin` is one of the invitation's `origins`.
    """
    found = (await server.registry.get(table)).table
    if not acts.same(invite, found.invite):
        await _hosted(server, table, await signed_in(person))
    if origin is not None and not (
        _is_at_the_machine(request) and origin in _origins(server, request)
    ):
        raise Malformed("malformed", "this is not one of the server's addresses")
    import segno  # few servers are asked for a code: a start does not wait for it

    link = f"{origin or str(request.base_url).rstrip('/')}/table/{table}?invite={found.invite}"
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
    """Create a link to one seat; an older one stops working."""
    loaded = await _hosted(server, table, person)
    _check_seat(loaded, seat)
    token = await server.actions.seat_token(loaded, seat, revoke=False)
    return answers.SeatToken(token=token or "")


@router.delete("/tables/{table}/seats/{seat}/token", status_code=204)
async def drop_seat_token(table: TableId, seat: SeatPath, person: Me_, server: Server) -> None:
    """Revoke the link to a seat."""
    loaded = await _hosted(server, table, person)
    _check_seat(loaded, seat)
    await server.actions.seat_token(loaded, seat, revoke=True)


def _check_seat(loaded: LoadedTable, seat: int) -> None:
    if seat >= loaded.table.terms.seats:
        raise NotFound("no_such_seat", f"there is no seat {seat}", seat=seat)
