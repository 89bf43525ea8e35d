"""Chain hashes over a table's log, so that a later change of an entry shows.

Each hash covers the previous one, so the last hash, the head, covers the whole log. Players
receive it with every acknowledgement. The hashed data must never change its form, because stored
logs depend on it. An act's key is left out, since it says nothing about the game.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

import orjson

DELETABLE = ("say", "name")  # kinds of entries whose text is deleted with their person


class NotChained(ValueError):
    """A stored text that no server has written in this form."""


def first(table: str, host: int, terms: Mapping[str, Any], seed: bytes) -> bytes:
    """Return the hash that a log starts from: that of the table as it was set up."""
    return _hash(b"", [table, host, terms, hashlib.sha256(seed).hexdigest()])


def link(
    before: bytes,
    number: int,
    kind: str,
    at: int,
    seat: int | None,
    person: int | None,
    data: Mapping[str, Any],
) -> bytes:
    """Return an entry's hash; `before` is the previous entry's hash.

    Raises `NotChained` for a text that can't have been hashed.
    """
    told = {"digest": digest(data)} if kind in DELETABLE else data
    return _hash(before, [number, kind, at, seat, person, told])


def text(said: str | None) -> dict[str, Any]:
    """Return the data of an entry with a text; a missing or deleted text is None.

    The salt keeps a deleted text from being guessed from its digest.
    """
    return {"digest": ""} if said is None else {"text": said, "salt": secrets.token_hex(16)}


def digest(said: Any) -> str:
    """Return the digest that stands for a person's text in the chain, even once deleted."""
    match said:
        case {"text": str(written), "salt": str(salt)}:
            # Hashed separately, so their boundary is unambiguous
            return _hash(b"", [salt, written]).hex()
        case {"digest": str(stored), **others} if "text" not in others:
            return stored
    raise NotChained


def delete_text(said: Any) -> dict[str, str]:
    """Return an entry's data without its text; nothing if it was changed: its log is broken."""
    try:
        return {"digest": digest(said)}
    except NotChained:
        return {}


def _hash(before: bytes, told: list[Any]) -> bytes:
    try:
        text = orjson.dumps(told, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    except orjson.JSONEncodeError:  # people's texts may contain lone surrogates
        text = json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    return hashlib.sha256(before + text).digest()
