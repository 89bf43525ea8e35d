"""Dependencies of requests: the current user, and the server's services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection, Request

from spielwerk.server import wire
from spielwerk.server.actions import Actions
from spielwerk.server.acts import Asker
from spielwerk.server.bot_pool import BotPool
from spielwerk.server.limits import Limits, Networks, network
from spielwerk.server.metrics import Metrics
from spielwerk.server.people import COOKIE, People, Person
from spielwerk.server.preparing import Preparing
from spielwerk.server.presence import Presence
from spielwerk.server.refusals import NotReady, NotSignedIn
from spielwerk.server.registry import TableRegistry
from spielwerk.server.settings import Settings
from spielwerk.server.store.store import Store
from spielwerk.server.webhooks import Webhooks

T = TypeVar("T")


@dataclass
class Services:
    """The services of a running server."""

    settings: Settings
    store: Store
    people: People
    registry: TableRegistry
    actions: Actions
    presence: Presence
    bots: BotPool
    preparing: Preparing
    metrics: Metrics
    webhooks: Webhooks
    limits: Limits
    networks: Networks
    # One thread for what needs no account, so that it takes at most one processor's time
    computing: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "computing")
    )

    async def compute(self, work: Callable[..., T], *args: Any) -> T:
        """Compute something in the thread for what needs no account."""
        return await asyncio.get_running_loop().run_in_executor(self.computing, work, *args)

    def close(self) -> None:
        """Stop computing, and hashing passwords."""
        self.computing.shutdown(wait=False, cancel_futures=True)
        self.people.close()


def services(connection: HTTPConnection) -> Services:
    """Return the services of the server that handles the request."""
    found: Services = connection.app.state.services
    return found


async def whoever(connection: HTTPConnection) -> Person | None:
    """Return the current user; None for an anonymous client."""
    bearer = None
    kind, _, told = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        bearer = told.strip()
    server = services(connection)
    person = await server.people.find(connection.cookies.get(COOKIE), bearer)
    if person is not None:
        server.networks.note(person.id, network_of(connection))
    return person


async def signed_in(person: Annotated[Person | None, Depends(whoever)]) -> Person:
    """Return the current user; refuse an anonymous client."""
    if person is None:
        raise NotSignedIn("not_signed_in", "sign in first: POST /api/people")
    return person


def address(connection: HTTPConnection) -> str:
    """Return the client's address."""
    return connection.client.host if connection.client else ""


def network_of(connection: HTTPConnection) -> Hashable:
    """Return the network that a request's rate limits count under."""
    return network(address(connection))


def take_table(server: Services, person: Person, connection: HTTPConnection) -> None:
    """Count a new table against the rate limits."""
    server.limits.take("tables", person.id)
    server.limits.take("tables_of_network", network_of(connection))


async def unless_gone(request: Request, work: asyncio.Future[T]) -> T:
    """Return the result of `work`; cancel it if the client disconnects first."""

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    gone = asyncio.create_task(hung_up())
    try:
        both: list[asyncio.Future[Any]] = [work, gone]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not work.done():
            work.cancel()
    if work.cancelled() or not work.done():
        raise NotReady("no_answer", "the client has disconnected")
    return work.result()


def asker(person: Person | None) -> Asker:
    """Return a person as an `Asker`."""
    return Asker(person.id, person.name, person.guest) if person else Asker(None)


Server = Annotated[Services, Depends(services)]
Me_ = Annotated[Person, Depends(signed_in)]
Anybody = Annotated[Person | None, Depends(whoever)]

TableId = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,16}$")]
SeatPath = Annotated[int, Path(ge=0, lt=wire.MOST_SEATS)]
InviteQuery = Annotated[str | None, Query(max_length=64)]
SeatQuery = Annotated[int | None, Query(ge=0, lt=wire.MOST_SEATS)]
