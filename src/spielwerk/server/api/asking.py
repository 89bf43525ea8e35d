"""Who asks, and of which server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from spielwerk.server.acts import Asker
from spielwerk.server.hall import Hall
from spielwerk.server.limits import Limiter
from spielwerk.server.live import Socket
from spielwerk.server.metrics import Metrics
from spielwerk.server.people import COOKIE, FORGOTTEN, People, Person
from spielwerk.server.preparing import Preparing
from spielwerk.server.refusals import NotSignedIn, TooMany
from spielwerk.server.settings import Settings
from spielwerk.server.store.store import Store
from spielwerk.server.thinkers import Thinkers
from spielwerk.server.webhooks import Webhooks

# Before a person's number; no table's name begins with these.
GONE, FORGET, RENAMED = "-", "!", "="


@dataclass
class House:
    """All that a running server has."""

    settings: Settings
    store: Store
    people: People
    hall: Hall
    thinkers: Thinkers
    preparing: Preparing
    metrics: Metrics
    webhooks: Webhooks
    messages: Limiter | None  # over sockets, a person
    welcomes: Limiter  # new guests, an address
    sign_ins: Limiter  # tries, an address and a name
    sockets: set[Socket]

    async def rename(self, person: int, name: str) -> None:
        """Rename a person at all tables, here and at other workers."""
        self.rename_here(person, name)
        if self.hall.neighbours is not None:
            await self.hall.neighbours.tell_all(f"{RENAMED}{person}:{name}")

    def rename_here(self, person: int, name: str) -> None:
        """Rename a person in this worker's memory."""
        self.hall.rename(person, name)
        for socket in self.sockets:
            if socket.person and socket.person.id == person:
                socket.rename(name)

    async def forget(self, person: int) -> None:
        """Somebody's account is deleted: nobody here, nor at other workers, hears of them again."""
        self.forget_here(person)
        if self.hall.neighbours is not None:
            await self.hall.neighbours.tell_all(f"{FORGET}{person}")

    def forget_here(self, person: int) -> None:
        """Forget them in this worker's memory."""
        self.hall.forget(person, FORGOTTEN, FORGOTTEN)
        self.hang_up_here(person)

    async def hang_up(self, person: int) -> None:
        """End all sockets of somebody who has signed out, here and at other workers."""
        self.hang_up_here(person)
        if self.hall.neighbours is not None:
            await self.hall.neighbours.tell_all(f"{GONE}{person}")

    def hang_up_here(self, person: int) -> None:
        """End those of this worker."""
        for socket in list(self.sockets):
            if socket.person and socket.person.id == person:
                socket.hang_up()

    def hear(self, told: str) -> None:
        """A neighbour tells something: a table has news, or a person another name, or has gone."""
        if told.startswith(FORGET):
            self.forget_here(int(told.removeprefix(FORGET)))
        elif told.startswith(GONE):
            self.hang_up_here(int(told.removeprefix(GONE)))
        elif told.startswith(RENAMED):
            person, _, name = told.removeprefix(RENAMED).partition(":")
            self.rename_here(int(person), name)
        else:
            self.hall.hear(told)


def house(connection: HTTPConnection) -> House:
    """Return the server that is asked."""
    found: House = connection.app.state.house
    return found


async def whoever(connection: HTTPConnection) -> Person | None:
    """Return who asks, if that is known."""
    bearer = None
    kind, _, told = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        bearer = told.strip()
    return await house(connection).people.find(connection.cookies.get(COOKIE), bearer)


async def signed_in(person: Annotated[Person | None, Depends(whoever)]) -> Person:
    """Return who asks; refused if that is not known."""
    if person is None:
        raise NotSignedIn("not_signed_in", "say who you are first: POST /api/people")
    return person


def address(connection: HTTPConnection) -> str:
    """Return where a request comes from."""
    return connection.client.host if connection.client else ""


def asker(person: Person | None) -> Asker:
    """As tables know them."""
    return Asker(person.id, person.name) if person else Asker(None)


def take(limiter: Limiter, who: object, settings: Settings) -> None:
    """Refuse who asks too much."""
    if settings.limits and (wait := limiter.take(who)):
        raise TooMany("too_many", "that is too much at once", seconds=wait)


Server = Annotated[House, Depends(house)]
Me_ = Annotated[Person, Depends(signed_in)]
Anybody = Annotated[Person | None, Depends(whoever)]
