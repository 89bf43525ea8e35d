"""People, sessions, tokens and webhooks over HTTP."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field, StringConstraints
from starlette.requests import Request

from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import Anybody, Me_, Server, Services, network_of
from spielwerk.server.guard import is_https
from spielwerk.server.people import COOKIE, Person
from spielwerk.server.refusals import NotSignedIn
from spielwerk.server.wire import Name, Sent

router = APIRouter(tags=["people"])
_YEAR = 365 * 86_400

Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class Named(Sent):
    """A display name."""

    name: Name


class Keeping(Sent):
    """A name to register with a password."""

    name: Name
    password: Password
    old: Annotated[str, StringConstraints(max_length=200)] | None = None


class SigningIn(Sent):
    """A registered name and its password."""

    name: Name
    password: Annotated[str, StringConstraints(max_length=200)]


class SigningOut(Sent):
    """Whether to sign out on this device or on all."""

    everywhere: bool = False


class Labelled(Sent):
    """A token's label."""

    label: Name = Field(default="program")


class Calling(Sent):
    """The URL to call when it is the user's turn."""

    url: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class CallingSecret(Sent):
    """The secret that signs webhook calls."""

    secret: str


def _me(person: Person) -> answers.Me:
    return answers.Me(id=person.id, name=person.name, guest=person.guest)


def _remember(server: Services, request: Request, response: Response, person: Person) -> answers.Me:
    response.set_cookie(
        COOKIE,
        server.people.cookie(person),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=server.settings.secure or is_https(request.scope),
    )
    return _me(person)


@router.post("/people", status_code=201)
async def welcome(named: Named, server: Server, request: Request, response: Response) -> answers.Me:
    """Create a guest and sign in."""
    server.limits.take("guests", network_of(request))
    return _remember(server, request, response, await server.people.welcome(named.name))


@router.get("/me")
async def me(person: Anybody, request: Request) -> answers.Me | None:
    """Return the current user; null for a client without a cookie or token."""
    if person is None and (COOKIE in request.cookies or "authorization" in request.headers):
        raise NotSignedIn("not_signed_in", "your session has expired")
    return _me(person) if person else None


@router.put("/me/name")
async def rename(named: Named, person: Me_, server: Server) -> answers.Me:
    """Rename the current user, if a guest; all tables show the new name immediately."""
    await server.people.rename(person, named.name)
    await server.presence.rename(person.id, named.name, guest=True)
    return answers.Me(id=person.id, name=named.name, guest=True)


@router.put("/me/password")
async def keep(
    keeping: Keeping, person: Me_, server: Server, request: Request, response: Response
) -> answers.Me:
    """Register the name with a password, or change the password."""
    server.limits.take("sign_ins", person.id)
    server.limits.take("sign_ins_of_network", network_of(request))
    kept = await server.people.keep(person, keeping.name, keeping.password, keeping.old)
    await server.presence.rename(kept.id, kept.name, guest=False)
    if not person.guest:  # a guest has no other devices
        await server.presence.hang_up(person.id)
    return _remember(server, request, response, kept)


@router.delete("/me", status_code=204)
async def forget(person: Me_, server: Server, response: Response) -> None:
    """Delete the account: bots take over its seats, and its name is removed."""
    await server.actions.leave_all(person.id)
    await server.people.forget(person)
    await server.presence.forget(person.id)
    await server.actions.leave_all(person.id)  # seats taken meanwhile; from now on nobody can
    response.delete_cookie(COOKIE)


@router.post("/sign-in")
async def sign_in(
    signing_in: SigningIn, server: Server, request: Request, response: Response
) -> answers.Me:
    """Sign in with a registered name."""
    here = network_of(request)
    # Check the name's limit first, so that guessing one password doesn't exhaust the
    # network's limit.
    server.limits.take("sign_ins", (here, signing_in.name.casefold()))
    server.limits.take("sign_ins_of_network", here)
    person = await server.people.sign_in(signing_in.name, signing_in.password)
    return _remember(server, request, response, person)


@router.post("/sign-out", status_code=204)
async def sign_out(
    signing_out: SigningOut, person: Me_, server: Server, request: Request, response: Response
) -> None:
    """Sign out on this device, or on all."""
    if signing_out.everywhere:
        await server.people.sign_out_everywhere(person)
    else:
        await server.people.sign_out(person, request.cookies.get(COOKIE))
    await server.presence.hang_up(person.id)  # it is not known which socket is this browser's
    response.delete_cookie(COOKIE)


@router.get("/me/tokens")
async def tokens(person: Me_, server: Server) -> list[answers.Token]:
    """List the current user's API tokens."""
    return [answers.Token(**token) for token in await server.people.tokens(person)]


@router.post("/me/tokens", status_code=201)
async def add_token(labelled: Labelled, person: Me_, server: Server) -> answers.NewToken:
    """Create an API token, with which a program acts for the current user."""
    id_, token = await server.people.add_token(person, labelled.label)
    return answers.NewToken(id=id_, token=token)


@router.delete("/me/tokens/{token}", status_code=204)
async def drop_token(
    token: Annotated[int, Field(ge=0, lt=1 << 31)], person: Me_, server: Server
) -> None:
    """Revoke a token."""
    await server.people.drop_token(person, token)
    await server.presence.hang_up(person.id)  # it is not known which sockets use this token


@router.put("/me/webhook")
async def call_me(calling: Calling, person: Me_, server: Server) -> CallingSecret:
    """Set a webhook for the current user's turns, if the host allows it."""
    server.limits.take("webhooks", person.id)
    server.webhooks.check(calling.url)
    secret = secrets.token_hex(32)
    await server.people.change(person, webhook=calling.url, webhook_secret=secret)
    return CallingSecret(secret=secret)


@router.delete("/me/webhook", status_code=204)
async def call_me_no_more(person: Me_, server: Server) -> None:
    """Remove the webhook."""
    await server.people.change(person, webhook=None, webhook_secret=None)
