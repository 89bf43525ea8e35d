"""Idempotency keys: an act sent twice under one key is done once; a different act is refused.

An entry's key is `~`, a digest of the act, the person's id, a colon and the client's key. In older
logs it is only the person's id, a colon and the client's key, without the digest.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from spielwerk.server.refusals import Conflict
from spielwerk.server.store.log import dumps

_DIGITS = 12  # of a digest: two acts collide by chance once in 10**14 times


class Used(NamedTuple):
    """A used key: the entry that the act made, and the act's digest if it is known."""

    entry: int
    digest: str | None


class Keys:
    """The keys of all acts at a table."""

    def __init__(self) -> None:
        self._used: dict[str, Used] = {}

    def note(self, written: str, entry: int) -> None:
        """Store an entry's key."""
        digest, plain = read(written)
        self._used[plain] = Used(entry, digest)

    def done(self, person: int | None, act: Any) -> int | None:
        """Return the entry an act made when it was sent before; refuse a key of a different act."""
        used = self._used.get(_plain(person, act))
        if used is None or act.key is None:
            return None
        if used.digest not in {None, _digest(act)}:
            raise Conflict("key_used", "this key was already used for a different act", key=act.key)
        return used.entry


def read(written: str) -> tuple[str | None, str]:
    """Split an entry's key into the digest, if any, and the person's id with the client's key."""
    if not written.startswith("~"):
        return None, written
    return written[1 : 1 + _DIGITS], written[1 + _DIGITS :]


def written(person: int | None, act: Any) -> str | None:
    """Return the key to store with an act's entry; None if the client sent none."""
    return None if act.key is None else f"~{_digest(act)}{_plain(person, act)}"


def _plain(person: int | None, act: Any) -> str:
    return f"{person}:{act.key}"


def _digest(act: Any) -> str:
    told = dumps(act.model_dump(exclude={"key"}, exclude_none=True))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
