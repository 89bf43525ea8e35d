"""The manifest beside an engine: the sources it was built from, and what it exports.

It has two digests of sources, independent of processor and versions. *Rules* covers everything that
determines what is legal, what an action does and how actions are numbered. *Engine* covers all of
the engine's code, including bots and loops; an engine built from other sources is stale.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from spielwerk.engine import sources
from spielwerk.engine.errors import EngineError
from spielwerk.engine.interface import INTERFACE, exports
from spielwerk.rules.game import Game
from spielwerk.rules.texts import home

ENGINE, MANIFEST = "engine.wasm", "engine.json"
RULES = ("start", "legal", "count", "nth", "odds", "act", "find", "move", "allows")


def rules_digest(game: Game) -> str:
    """Return the digest of a game's rules with the parts in the box."""
    boxed = game if game.parts is None else type(game)()
    return sources.digest(
        game.kernels,
        {name: getattr(game.kernels, name) for name in RULES},
        sources.describe(game.layout.dtype),
        sources.describe(boxed.tables.dtype),
        boxed.tables.tobytes().hex(),
    )


def engine_digest(game: Game) -> str:
    """Return the digest of everything that a game's engine is built from."""
    found = exports(game)
    arguments = [f"{name}{_kinds(one.arguments)}" for name, one in sorted(found.items())]
    functions = {name: one.function for name, one in found.items()}
    return sources.digest(game.kernels, functions, str(INTERFACE), *arguments)


def _kinds(arguments: tuple[Any, ...]) -> list[str]:
    """Return the types that a function is compiled for."""
    return [
        f"{sources.describe(one.dtype)}{np.ndim(one)}{one.flags.writeable}"
        if isinstance(one, np.ndarray)
        else type(one).__name__
        for one in arguments
    ]


def manifest(game: Game) -> dict[str, Any]:
    """Return the manifest of a game's engine, ready for JSON."""
    return {
        "game": game.id,
        "interface": INTERFACE,
        "rules": rules_digest(game),
        "engine": engine_digest(game),
        "exports": {
            name: [_told(argument) for argument in one.arguments]
            for name, one in exports(game).items()
        },
    }


def _told(argument: Any) -> str:
    """Return how an argument is passed: an array as its address and its lengths."""
    if isinstance(argument, np.ndarray):
        return f"array {argument.ndim}"
    if isinstance(argument, np.uint64):
        return "word"
    return "truth" if isinstance(argument, bool) else "number"


# Files


def folder(game: Game) -> Path:
    """Return the folder of a game's engine, among the other files for its page."""
    return home(type(game)) / "web"


def write(game: Game, engine: bytes, into: Path) -> None:
    """Write an engine and its manifest."""
    into.mkdir(parents=True, exist_ok=True)
    (into / ENGINE).write_bytes(engine)
    text = json.dumps(manifest(game), indent=1)
    (into / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read(game: Game, from_: Path | None = None) -> dict[str, Any]:
    """Return the manifest of a game's engine; raise `EngineError` if there is none."""
    file = (from_ or folder(game)) / MANIFEST
    if not file.is_file():
        reason = f"{game.id} has no engine: build it with `spielwerk engine {game.id}`"
        raise EngineError("no_engine", reason, game=game.id)
    told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return told


def check(game: Game, from_: Path | None = None) -> None:
    """Raise `EngineError` if the engine was built from other sources than the current ones."""
    told = read(game, from_)
    if (told["interface"], told["engine"]) != (INTERFACE, engine_digest(game)):
        reason = (
            f"the engine of {game.id} is stale: build it anew with `spielwerk engine {game.id}`, "
            "or all of ours with `make engines`"
        )
        raise EngineError("stale_engine", reason, game=game.id)
