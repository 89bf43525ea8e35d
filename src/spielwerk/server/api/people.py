"""People over HTTP."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field, StringConstraints
from starlette.requests import Request

from spielwerk.server.api import answers
from spielwerk.server.api.asking import Anybody, House, Me_, Server, address, take
from spielwerk.server.people import COOKIE, Person
from spielwerk.server.refusals import NotSignedIn
from spielwerk.server.store import queries
from spielwerk.server.wire import Name, Sent

router = APIRouter(tags=["people"])
_YEAR = 365 * 86_400

Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class Named(Sent):
    """A name to be called by."""

    name: Name


class Keeping(Sent):
    """A name to be kept by a password."""

    name: Name
    password: Password
    old: Annotated[str, StringConstraints(max_length=200)] | None = None


class SigningIn(Sent):
    """A name that was kept, and its password."""

    name: Name
    password: Annotated[str, StringConstraints(max_length=200)]


class SigningOut(Sent):
    """On this device, or on all."""

    everywhere: bool = False


class Labelled(Sent):
    """What a token is for."""

    label: Name = Field(default="program")


class Calling(Sent):
    """Where to call when it is one's turn."""

    url: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class CallingSecret(Sent):
    """What calls are signed with."""

    secret: str


def _me(person: Person) -> answers.Me:
    return answers.Me(id=person.id, name=person.name, guest=person.guest)


def _remember(server: House, response: Response, person: Person) -> answers.Me:
    response.set_cookie(
        COOKIE,
        server.people.cookie(person),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=server.settings.secure,
    )
    return _me(person)


@router.post("/people", status_code=201)
async def welcome(named: Named, server: Server, request: Request, response: Response) -> answers.Me:
    """Come in as a guest."""
    take(server.welcomes, address(request), server.settings)
    return _remember(server, response, await server.people.welcome(named.name))


@router.get("/me")
async def me(person: Anybody, request: Request) -> answers.Me | None:
    """Who one is; null for who comes for the first time, and has nothing to show."""
    if person is None and (COOKIE in request.cookies or "authorization" in request.headers):
        raise NotSignedIn("not_signed_in", "what you show does not hold any more")
    return _me(person) if person else None


@router.put("/me/name")
async def rename(named: Named, person: Me_, server: Server) -> answers.Me:
    """Choose another name, as a guest: it is shown at all tables at once."""
    await server.people.rename(person, named.name)
    await server.rename(person.id, named.name)
    return answers.Me(id=person.id, name=named.name, guest=True)


@router.put("/me/password")
async def keep(keeping: Keeping, person: Me_, server: Server, response: Response) -> answers.Me:
    """Keep the name by a password, or change the password."""
    take(server.sign_ins, person.id, server.settings)
    kept = await server.people.keep(person, keeping.name, keeping.password, keeping.old)
    await server.rename(kept.id, kept.name)
    if not person.guest:  # a guest has no other devices
        await server.hang_up(person.id)
    return _remember(server, response, kept)


@router.delete("/me", status_code=204)
async def forget(person: Me_, server: Server, response: Response) -> None:
    """Delete the account: bots take the seats over, and the name is forgotten."""
    await server.hall.leave_all(person.id)
    await server.people.forget(person)
    await server.forget(person.id)
    response.delete_cookie(COOKIE)


@router.post("/sign-in")
async def sign_in(
    signing_in: SigningIn, server: Server, request: Request, response: Response
) -> answers.Me:
    """Be who one was on another device."""
    take(server.sign_ins, (address(request), signing_in.name.casefold()), server.settings)
    person = await server.people.sign_in(signing_in.name, signing_in.password)
    return _remember(server, response, person)


@router.post("/sign-out", status_code=204)
async def sign_out(
    signing_out: SigningOut, person: Me_, server: Server, response: Response
) -> None:
    """Be forgotten by this browser, or by all."""
    if signing_out.everywhere:
        await server.people.sign_out_everywhere(person)
        await server.hang_up(person.id)
    response.delete_cookie(COOKIE)


@router.get("/me/tokens")
async def tokens(person: Me_, server: Server) -> list[answers.Token]:
    """The tokens of one's programs."""
    return [answers.Token(**token) for token in await server.people.tokens(person)]


@router.post("/me/tokens", status_code=201)
async def add_token(labelled: Labelled, person: Me_, server: Server) -> answers.NewToken:
    """A token with which a program acts in one's name."""
    id_, token = await server.people.add_token(person, labelled.label)
    return answers.NewToken(id=id_, token=token)


@router.delete("/me/tokens/{token}", status_code=204)
async def drop_token(
    token: Annotated[int, Field(ge=0, lt=1 << 31)], person: Me_, server: Server
) -> None:
    """Revoke a token."""
    await server.people.drop_token(person, token)
    await server.hang_up(person.id)  # a program's socket is not told from the others


@router.put("/me/webhook")
async def call_me(calling: Calling, person: Me_, server: Server) -> CallingSecret:
    """Be called at an address when it is one's turn, where the host allows that."""
    server.webhooks.check(calling.url)
    secret = secrets.token_hex(32)
    values = {"webhook": calling.url, "webhook_secret": secret}
    await server.store.write(queries.change_person, person.id, **values)
    return CallingSecret(secret=secret)


@router.delete("/me/webhook", status_code=204)
async def call_me_no_more(person: Me_, server: Server) -> None:
    """Be called no more."""
    values = {"webhook": None, "webhook_secret": None}
    await server.store.write(queries.change_person, person.id, **values)
