"""Games, bots and records over HTTP: everything that needs no table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Response
from starlette.requests import Request

from spielwerk import bots
from spielwerk.games import loadable
from spielwerk.match.watching import granted, watched
from spielwerk.rules.game import Game
from spielwerk.server import engines, game_files, wire
from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import (
    Me_,
    SeatQuery,
    Server,
    asker,
    network_of,
)

router = APIRouter(tags=["tables"])

_PLIES = 50  # of a record: one more token


@router.get("/games")
async def games(server: Server) -> list[answers.GameInfo]:
    """List the games, and whether each is ready to play."""
    return [
        answers.GameInfo(**game_files.told(name, server.preparing.states[name]))
        for name in loadable()
    ]


@router.get("/bots")
async def all_bots() -> list[str]:
    """List the bots, weakest first."""
    return bots.names()


@router.post("/records", status_code=201)
async def hand_in(
    handed: wire.HandedIn, person: Me_, server: Server, request: Request
) -> answers.HandedIn:
    """Upload a game that was played offline; its whole record is checked, then stored.

    It becomes a finished table hosted by the current user; the other players appear as names.
    """
    server.limits.take("records", person.id)
    server.limits.take("records_of_network", network_of(request))
    return answers.HandedIn(id=await server.actions.hand_in(asker(person), handed))


@router.post("/replays", response_model=answers.Views | answers.Records)
async def replays(
    record: dict[str, Any],
    server: Server,
    request: Request,
    seat: SeatQuery = None,
    form: wire.Form = "view",
) -> Response:
    """Check a record, and return what a seat or a spectator sees after each ply.

    With the form `record`, the states are returned as data.
    """
    plies = record.get("plies")
    cost = 1 + (len(plies) // _PLIES if isinstance(plies, list) else 0)
    server.limits.take("computing", network_of(request), cost)
    if isinstance(game := record.get("game"), str) and game in server.preparing.states:
        await server.preparing.ready(game)
    told = await server.compute(_records if form == "record" else _views, record, seat)
    return Response(told, media_type="application/json")


# These return JSON, which takes as long to write as to compute.


def _records(record: dict[str, Any], seat: int | None) -> str:
    data = granted(record, seat)
    return answers.Records(
        records=[answers.GrantedRecord(**one) for one in data.records],
        plies=[answers.GrantedPly(**ply) for ply in data.plies],
        steps=[answers.Step(**asdict(step)) for step in data.tiebreaks],
        declarations=_declared_own(data.game),
    ).model_dump_json()


def _views(record: dict[str, Any], seat: int | None) -> str:
    told = watched(record, seat)
    return answers.Views(
        views=told.views,
        lines=[[answers.Line(**line) for line in ply] for ply in told.lines],
        steps=[answers.Step(**asdict(step)) for step in told.tiebreaks],
    ).model_dump_json()


def _declared_own(game: Game) -> answers.Declarations | None:
    """Return the declarations of a game with its own parts; None for the standard parts."""
    if game.parts is None:
        return None
    return answers.Declarations.model_validate_json(engines.declared(game).body)
