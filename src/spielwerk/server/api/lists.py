"""Paginated lists of tables over HTTP, read without loading any table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy import Row, Select

from spielwerk.server import wire
from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import Anybody, Me_, Server, Services
from spielwerk.server.people import Person
from spielwerk.server.store import listing

router = APIRouter(tags=["tables"])

PageQuery = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/tables")
async def public_tables(server: Server, person: Anybody, page: PageQuery = 0) -> answers.TablePage:
    """List public tables with a free seat, newest first."""
    return await _page(server, listing.public_query(page), person)


@router.get("/me/tables")
async def own_tables(
    person: Me_, server: Server, over: bool = False, page: PageQuery = 0
) -> answers.TablePage:
    """List the current user's tables, newest first: the finished ones, or all others.

    Tables where it is the user's turn, or where a seat is reserved for them, come first.
    """
    return await _page(server, listing.own_query(person.id, over=over, page=page), person)


async def _page(server: Services, found: Select[Any], person: Person | None) -> answers.TablePage:
    listed, more = await server.store.read(listing.read_page, found)
    asker = None if person is None else person.id
    readable = (one for one in listed if _is_readable(one.row.terms))
    return answers.TablePage(tables=[_summary(one, asker) for one in readable], more=more)


def _is_readable(terms: Any) -> bool:
    """Return whether stored terms are valid, so that one bad table doesn't break a list."""
    try:
        wire.Terms(**terms)
    except (TypeError, ValueError):
        return False
    return True


def _summary(listed: listing.Listed, asker: int | None) -> answers.TableSummary:
    row, seats = listed
    to_act = [seat.seat for seat in seats if row.to_act >> seat.seat & 1]
    mine = [] if asker is None else [seat for seat in seats if seat.person == asker]
    own = [seat for seat in mine if not seat.kept]
    ranks, results = [seat.rank for seat in seats], [seat.result for seat in seats]
    labels = row.terms.get("labels") or [None] * len(seats)
    is_told = row.status == "over" and None not in ranks  # older versions stored none
    return answers.TableSummary(
        id=row.id,
        game=row.terms["game"],
        seats=row.terms["seats"],
        own_parts=row.terms.get("parts") is not None,
        played_offline=row.terms.get("labels") is not None,
        status=row.status,
        listed=row.listed,
        host=row.host == asker,
        yours=[seat.seat for seat in own],
        reserved=[seat.seat for seat in mine if seat.kept],
        your_turn=any(seat.seat in to_act and not seat.away | seat.resigned for seat in own),
        to_act=to_act,
        since=row.since,
        created=row.created,
        started=row.started,
        ended=row.ended,
        sitting=[
            answers.Sitting(
                name=None if seat.kept else seat.label or seat.name or labels[seat.seat],
                bot=seat.bot,
                away=seat.away,
                resigned=seat.resigned,
                guest=_is_guest(seat),
                reserved_for=seat.name if seat.kept else None,
            )
            for seat in seats
        ],
        ranks=ranks if is_told else None,
        results=results if is_told else None,
    )


def _is_guest(seat: Row[Any]) -> bool:
    """Return whether a seat shows a name that is not registered."""
    if seat.bot is not None:
        return False
    return seat.person is None or seat.label is not None or bool(seat.guest)
