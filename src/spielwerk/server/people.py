"""People: guests at once, names kept by a password, cookies and tokens that can be revoked."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from spielwerk.server.refusals import Conflict, Malformed, NotAllowed, NotFound, NotSignedIn
from spielwerk.server.store import queries
from spielwerk.server.store.log import now
from spielwerk.server.store.store import Store

COOKIE = "spielwerk"
TOKEN_PREFIX = "sw_"  # noqa: S105
FORGOTTEN = "–"
LONGEST_LOGIN = 40
_MOST_TOKENS = 20


@dataclass(frozen=True)
class Person:
    """Somebody who is known to the server."""

    id: int
    name: str
    guest: bool
    epoch: int

    @classmethod
    def of(cls, row: Any) -> Person:
        """From a row of the database."""
        return cls(row.id, row.name, row.password is None, row.epoch)


class People:
    """Who is who."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret
        self._hasher = PasswordHasher()
        # Checked where there is no such name, so that its answer takes as long.
        self._nobody = self._hasher.hash(secrets.token_hex())

    async def welcome(self, name: str) -> Person:
        """Return a new guest."""
        return Person(await self._store.write(queries.add_person, name, now()), name, True, 0)

    async def find(self, cookie: str | None, bearer: str | None) -> Person | None:
        """Return who that is; nobody if it does not hold (any more)."""
        if bearer is not None:
            digest = hashlib.sha256(bearer.encode()).hexdigest()
            row = await self._store.read(queries.person_by_token, digest)
            return Person.of(row) if row else None
        told = self.read_cookie(cookie)
        if told is None:
            return None
        row = await self._store.read(queries.person, told[0])
        return Person.of(row) if row and row.epoch == told[1] else None

    def cookie(self, person: Person) -> str:
        """Return what a person's browser keeps."""
        told = f"{person.id}.{person.epoch}"
        return f"{told}.{self._sign(told)}"

    def read_cookie(self, cookie: str | None) -> tuple[int, int] | None:
        """Return the person and the epoch that a cookie of ours tells."""
        told, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(told).encode()):
            return None
        person, _, epoch = told.partition(".")
        return int(person), int(epoch)

    def _sign(self, told: str) -> str:
        return hmac.digest(self._secret, told.encode(), "sha256").hex()

    async def rename(self, person: Person, name: str) -> None:
        """Rename a guest; a kept name stays."""
        if not person.guest:
            raise Conflict("name_kept", "a name that is kept by a password stays as it is")
        if await self._store.read(queries.person_by_login, name.casefold()) is not None:
            raise Conflict("name_taken", "somebody has kept that name already")
        await self._store.write(queries.change_person, person.id, name=name)

    async def keep(self, person: Person, name: str, password: str, old: str | None) -> Person:
        """Keep a name by a password, or change the password: other devices are signed out."""
        if not person.guest:
            await self._check(person.id, old or "")
        login = name.casefold()
        if len(login) > LONGEST_LOGIN:  # some letters are two in lower case
            raise Malformed("malformed", f"name: in lower case it has over {LONGEST_LOGIN} letters")
        hashed = await asyncio.to_thread(self._hasher.hash, password)

        def keep(connection: Connection) -> None:
            values = {"name": name, "login": login, "password": hashed}
            queries.change_person(connection, person.id, **values)
            queries.sign_out(connection, person.id)

        try:
            await self._store.write(keep)
        except IntegrityError:
            raise Conflict("name_taken", "somebody has kept that name already") from None
        return Person(person.id, name, False, person.epoch + 1)

    async def _check(self, person: int, password: str) -> None:
        row = await self._store.read(queries.person, person)
        if row is None or not await self._matches(row.password, password):
            raise NotAllowed("wrong_password", "that is not the password")

    async def sign_in(self, name: str, password: str) -> Person:
        """Whoever has kept that name by that password."""
        row = await self._store.read(queries.person_by_login, name.casefold())
        if not await self._matches(row.password if row else self._nobody, password) or row is None:
            raise NotSignedIn("wrong_password", "name and password don't belong together")
        return Person.of(row)

    async def _matches(self, hashed: str, password: str) -> bool:
        try:
            return await asyncio.to_thread(self._hasher.verify, hashed, password)
        except VerificationError:
            return False

    async def sign_out_everywhere(self, person: Person) -> None:
        """No cookie given so far holds any more; tokens of programs do."""
        await self._store.write(queries.sign_out, person.id)

    async def forget(self, person: Person) -> None:
        """Delete the account."""
        await self._store.write(queries.forget_person, person.id, FORGOTTEN)

    async def add_token(self, person: Person, label: str) -> tuple[int, str]:
        """Return a token for a program; it can't be shown a second time."""
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        digest = hashlib.sha256(token.encode()).hexdigest()

        def add(connection: Connection) -> int:
            if queries.count_tokens(connection, person.id) >= _MOST_TOKENS:
                raise Conflict("too_many_tokens", f"{_MOST_TOKENS} tokens are enough: revoke one")
            return queries.add_token(connection, person.id, digest, label, now())

        return await self._store.write(add), token

    async def tokens(self, person: Person) -> list[dict[str, Any]]:
        """Return a person's tokens, without what makes them work."""
        rows = await self._store.read(queries.tokens_of, person.id)
        return [{"id": row.id, "label": row.label, "created": row.created} for row in rows]

    async def drop_token(self, person: Person, id_: int) -> None:
        """Revoke a token."""
        if not await self._store.write(queries.drop_token, person.id, id_):
            raise NotFound("no_token", "there is no such token of yours")
