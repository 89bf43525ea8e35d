"""People: guests, accounts with a password, and revocable cookies and tokens."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from spielwerk.server import names
from spielwerk.server.refusals import Conflict, Malformed, NotAllowed, NotFound, NotSignedIn
from spielwerk.server.store import queries
from spielwerk.server.store.log import FORGOTTEN, now
from spielwerk.server.store.store import Store

COOKIE = "spielwerk"
TOKEN_PREFIX = "sw_"  # noqa: S105
LONGEST_LOGIN = 40
_MOST_TOKENS = 20
_HASHING = 2  # passwords at a time: each takes 64 MiB
LOCKED = "!"  # before a password hash, or instead of one: the person is blocked

T = TypeVar("T")


@dataclass(frozen=True)
class Person:
    """A person known to the server."""

    id: int
    name: str
    guest: bool
    epoch: int
    blocked: bool = False

    @classmethod
    def of(cls, row: Any) -> Person:
        """Build a person from a database row."""
        hashed = unlocked(row.password)
        return cls(row.id, row.name, hashed is None, row.epoch, hashed != row.password)


def unlocked(password: str | None) -> str | None:
    """Return the stored password hash, whether or not the person is blocked."""
    return (password or "").removeprefix(LOCKED) or None


class People:
    """Authenticate people and manage their accounts."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._secret = secret
        self._hasher = PasswordHasher()
        self._hashing = ThreadPoolExecutor(_HASHING, "hashing")
        # Verified for unknown names, so that those answers take as long.
        self._nobody = self._hasher.hash(secrets.token_hex())

    def close(self) -> None:
        """Hash no more passwords."""
        self._hashing.shutdown(wait=False, cancel_futures=True)

    async def _hash(self, work: Callable[..., T], *args: str) -> T:
        """Hash or verify a password, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._hashing, work, *args)

    async def welcome(self, name: str) -> Person:
        """Create and return a guest; refuse a name that is registered."""
        await self._check_free(name)
        return Person(await self._store.write(queries.add_person, name, now()), name, True, 0)

    async def _check_free(self, name: str) -> None:
        names.check(name)
        names.check_free(name, await self._store.glance(queries.logins))

    async def find(self, cookie: str | None, bearer: str | None) -> Person | None:
        """Return the person a cookie or token belongs to; None if it is invalid or revoked."""
        if bearer is not None:
            return _let_in(await self._store.read(queries.person_by_token, _digest(bearer)))
        told = self.read_cookie(cookie)
        if told is None:
            return None
        person = _let_in(
            await self._store.read(queries.person_by_cookie, told[0], _digest(cookie or ""))
        )
        return person if person and person.epoch == told[1] else None

    def cookie(self, person: Person) -> str:
        """Return a new cookie for a person; every browser gets a different one."""
        told = f"{person.id}.{person.epoch}.{secrets.token_hex(8)}"
        return f"{told}.{self._sign(told)}"

    def read_cookie(self, cookie: str | None) -> tuple[int, int] | None:
        """Return the person and the epoch in a cookie; None if we did not sign it."""
        told, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(told).encode()):
            return None
        person, epoch, *_ = told.split(".")  # older cookies contain nothing else
        return int(person), int(epoch)

    def _sign(self, told: str) -> str:
        return hmac.digest(self._secret, told.encode(), "sha256").hex()

    async def rename(self, person: Person, name: str) -> None:
        """Rename a guest; refuse to change a registered name."""
        if not person.guest:
            raise Conflict("name_kept", "a registered name can't be changed")
        await self._check_free(name)
        await self.change(person, name=name)

    async def change(self, person: Person, **values: Any) -> None:
        """Update a person's row, unless the person was signed out, blocked or deleted meanwhile."""

        def change(connection: Connection) -> None:
            _check_current(connection, person)
            queries.change_person(connection, person.id, **values)

        await self._store.write(change)

    async def keep(self, person: Person, name: str, password: str, old: str | None) -> Person:
        """Register a name with a password, or change the password; sign out other devices."""
        if not person.guest:
            await self._check(person.id, old or "")
        is_new = person.guest or name != person.name  # an older one may be refused by now
        if is_new:
            names.check(name)
            names.check_own(name)
        login = name.casefold()
        if len(login) > LONGEST_LOGIN:  # some letters become two in lower case
            raise Malformed("malformed", f"name: longer than {LONGEST_LOGIN} letters in lower case")
        hashed = await self._hash(self._hasher.hash, password)

        def keep(connection: Connection) -> None:
            _check_current(connection, person)
            if is_new:
                names.check_free(name, queries.logins(connection, besides=person.id))
            values = {"name": name, "login": login, "password": hashed}
            queries.change_person(connection, person.id, **values)
            queries.sign_out(connection, person.id)

        try:
            await self._store.write(keep)
        except IntegrityError:
            raise Conflict("name_taken", "that name is already registered") from None
        return Person(person.id, name, False, person.epoch + 1)

    async def _check(self, person: int, password: str) -> None:
        row = await self._store.read(queries.person, person)
        hashed = unlocked(row.password) if row else None  # None once deleted
        if hashed is None or not await self._matches(hashed, password):
            raise NotAllowed("wrong_password", "wrong password")

    async def sign_in(self, name: str, password: str) -> Person:
        """Return the person with that registered name and password."""
        row = await self._store.read(queries.person_by_login, name.casefold())
        hashed = unlocked(row.password) if row else None
        if not await self._matches(hashed or self._nobody, password) or row is None:
            raise NotSignedIn("wrong_password", "wrong name or password")
        person = Person.of(row)
        if person.blocked:
            raise NotAllowed("blocked", "the host of this server has blocked that account")
        return person

    async def _matches(self, hashed: str, password: str) -> bool:
        try:
            return await self._hash(self._hasher.verify, hashed, password)
        except VerificationError:
            return False

    async def sign_out(self, person: Person, cookie: str | None) -> None:
        """Revoke one cookie, and all copies of it; a guest has no other."""
        if person.guest:
            await self._store.write(queries.sign_out, person.id)
        elif cookie is not None and self.read_cookie(cookie) is not None:
            await self._store.write(queries.sign_out_cookie, person.id, _digest(cookie))

    async def sign_out_everywhere(self, person: Person) -> None:
        """Revoke all of a person's cookies; API tokens keep working."""
        await self._store.write(queries.sign_out, person.id)

    async def forget(self, person: Person) -> None:
        """Delete the account."""
        await self._store.write(queries.forget_person, person.id, FORGOTTEN)

    async def add_token(self, person: Person, label: str) -> tuple[int, str]:
        """Create an API token; return its id and the token, which can't be shown again."""
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        digest = _digest(token)

        def add(connection: Connection) -> int:
            _check_current(connection, person)
            if queries.count_tokens(connection, person.id) >= _MOST_TOKENS:
                raise Conflict("too_many_tokens", f"you have {_MOST_TOKENS} tokens: revoke one")
            return queries.add_token(connection, person.id, digest, label, now())

        return await self._store.write(add), token

    async def tokens(self, person: Person) -> list[dict[str, Any]]:
        """Return a person's tokens, without their secrets."""
        rows = await self._store.read(queries.tokens_of, person.id)
        return [{"id": row.id, "label": row.label, "created": row.created} for row in rows]

    async def drop_token(self, person: Person, id_: int) -> None:
        """Revoke a token."""
        if not await self._store.write(queries.drop_token, person.id, id_):
            raise NotFound("no_token", "you have no such token")


def _check_current(connection: Connection, person: Person) -> None:
    """Refuse a person who was signed out, blocked or deleted since the request began.

    Hashing a password takes long enough for that.
    """
    if queries.epoch(connection, person.id) != person.epoch:
        raise NotSignedIn("not_signed_in", "your session has expired")


def _let_in(row: Any) -> Person | None:
    person = Person.of(row) if row else None
    return None if person is None or person.blocked else person


def _digest(secret: str) -> str:
    """Return the digest that is stored instead of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
