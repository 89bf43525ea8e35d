"""What pages are told of a game's rules, so that they compute them: digests, and declarations."""

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
_MOST_KEPT = 64  # games with options or own parts of which the declarations are kept


class Declared(NamedTuple):
    """A game's declarations as they are sent, and a digest of them."""

    body: bytes
    digest: str


@functools.cache
def rules(name: str) -> str | None:
    """Return the digest of a game's rules by which its actions are numbered; None if it has none.

    To find it out takes as long as many moves do.
    """
    try:
        return manifest.rules_digest(find(name))
    except EngineError as error:
        _log.warning("pages can't number the actions of %s: %s", name, error)
        return None


def rules_at(game: Game) -> str | None:
    """Return the same for a game as it is set up at a table: own parts make rules of their own."""
    ours = rules(game.id)
    return ours if ours is None or game.parts is None else _digest(f"{ours} {game.parts}".encode())


def fits(name: str) -> bool:
    """Return whether a game has an engine, and it is one of these rules."""
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
    """Return all that a page must be told of a game as a table plays it, beside its engine."""
    body = orjson.dumps(declarations(game) | {"rules": rules_at(game)})
    return Declared(body, _digest(body))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]
