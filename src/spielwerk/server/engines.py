"""Digests and declarations of games' rules, for clients that compute the rules themselves."""

from __future__ import annotations

import functools
import hashlib
import logging
from typing import NamedTuple

import orjson

from spielwerk.engine import manifest
from spielwerk.engine.declarations import declarations
from spielwerk.engine.errors import EngineError
from spielwerk.engine.interface import INTERFACE
from spielwerk.games import find
from spielwerk.rules.game import Game

_log = logging.getLogger(__name__)
_MOST_KEPT = 64  # cached declarations of games with options or own parts


class Declared(NamedTuple):
    """A game's encoded declarations, and their digest."""

    body: bytes
    digest: str


@functools.cache
def rules(name: str) -> str | None:
    """Return the digest of the rules that number a game's actions; None if there is none.

    Computing it takes as long as playing many moves.
    """
    try:
        return manifest.rules_digest(find(name))
    except EngineError as error:
        _log.warning("clients can't number the actions of %s: %s", name, error)
        return None


def rules_at(game: Game) -> str | None:
    """Return the rules digest of a game as set up at a table, including its own parts."""
    ours = rules(game.id)
    return ours if ours is None or game.parts is None else _digest(f"{ours} {game.parts}".encode())


def fits(name: str) -> bool:
    """Return whether a game has an engine that matches its rules."""
    game = find(name)
    if not (manifest.folder(game) / manifest.ENGINE).is_file():
        return False
    try:
        told = manifest.read(game)
    except EngineError:
        return False
    return (told["interface"], told["rules"]) == (INTERFACE, rules(name))


@functools.lru_cache(maxsize=_MOST_KEPT)
def declared(game: Game) -> Declared:
    """Return everything a page needs to play a game as set up, besides the engine."""
    body = encoded(game)
    return Declared(body, _digest(body))


def encoded(game: Game) -> bytes:
    """Return the declarations as JSON, without caching them."""
    return orjson.dumps(declarations(game) | {"rules": rules_at(game)})


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]
