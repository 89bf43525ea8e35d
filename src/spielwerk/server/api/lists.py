"""Lists of tables over HTTP, page by page; no table is loaded for them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy import Select

from spielwerk.server.api import answers
from spielwerk.server.api.asking import Anybody, House, Me_, Server
from spielwerk.server.people import Person
from spielwerk.server.store import listing

router = APIRouter(tags=["tables"])

PageQuery = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/tables")
async def public_tables(server: Server, person: Anybody, page: PageQuery = 0) -> answers.TablePage:
    """Public tables at which a seat is free, the newest first."""
    return await _page(server, listing.public_query(page), person)


@router.get("/me/tables")
async def own_tables(
    person: Me_, server: Server, over: bool = False, page: PageQuery = 0
) -> answers.TablePage:
    """Tables at which the asker has a seat, the newest first: finished ones, or all others.

    Those come first at which it is the asker's turn.
    """
    return await _page(server, listing.own_query(person.id, over=over, page=page), person)


async def _page(server: House, found: Select[Any], person: Person | None) -> answers.TablePage:
    listed, more = await server.store.read(listing.read_page, found)
    asker = None if person is None else person.id
    return answers.TablePage(tables=[_summary(one, asker) for one in listed], more=more)


def _summary(listed: listing.Listed, asker: int | None) -> answers.TableSummary:
    row, seats = listed
    to_act = [seat.seat for seat in seats if row.to_act >> seat.seat & 1]
    own = [] if asker is None else [s for s in seats if s.person == asker and not s.kept]
    ranks, results = [seat.rank for seat in seats], [seat.result for seat in seats]
    is_told = row.status == "over" and None not in ranks  # an older version stored none
    return answers.TableSummary(
        id=row.id,
        game=row.terms["game"],
        seats=row.terms["seats"],
        own_parts=row.terms.get("parts") is not None,
        status=row.status,
        listed=row.listed,
        host=row.host == asker,
        yours=[seat.seat for seat in own],
        your_turn=any(seat.seat in to_act and not seat.away | seat.resigned for seat in own),
        to_act=to_act,
        since=row.since,
        created=row.created,
        started=row.started,
        ended=row.ended,
        sitting=[
            answers.Sitting(
                name=None if seat.kept else seat.name,
                bot=seat.bot,
                away=seat.away,
                resigned=seat.resigned,
            )
            for seat in seats
        ],
        ranks=ranks if is_told else None,
        results=results if is_told else None,
    )
