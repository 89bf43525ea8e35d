"""Write the files beside a game's engine: its declarations, as JSON and as TypeScript types.

Pages read the former; `tsc` checks boards against the latter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spielwerk.engine import manifest
from spielwerk.engine.declarations import declarations, written
from spielwerk.engine.errors import EngineError
from spielwerk.rules.game import Game

DECLARATIONS, TYPES = "declarations.json", "state.d.ts"
_LARGE = ("i8", "u8")  # 64 bits: too large for a JavaScript number


def types(game: Game) -> str:
    """Return the TypeScript types of a game's state, tables and moves."""
    told = declarations(game)
    lines = [
        f"/** What {game.id} declares. Written by `spielwerk engine {game.id}`, not by hand. */",
        "",
        "export interface State {",
        *_fields(told["layout"]["fields"]),
        "}",
        "",
        "export interface Tables {",
        *_fields(told["tables"]["fields"]),
        "}",
        "",
        "export type Move =",
        *_moves(told["notation"]["forms"]),
    ]
    return "\n".join(lines) + ";\n"


def _fields(fields: dict[str, Any]) -> Iterator[str]:
    for name, field in fields.items():
        number = "bigint" if field["format"] in _LARGE else "number"
        lengths = " × ".join(map(str, field["shape"]))
        yield f"  {name}: {number}{'[]' * len(field['shape'])};" + (lengths and f" // {lengths}")


def _moves(forms: list[dict[str, Any]]) -> Iterator[str]:
    for form in forms:
        slots = "; ".join(
            f"{slot['name']}: {'number[]' if slot['most'] else 'number'}" for slot in form["slots"]
        )
        yield f'  | {{ form: "{form["name"]}"; slots: {{ {slots} }} }}'.replace("{  }", "{}")


def _files(game: Game) -> dict[str, str]:
    return {DECLARATIONS: written(game), TYPES: types(game)}


def write(game: Game, into: Path) -> None:
    """Write a game's declarations and types."""
    into.mkdir(parents=True, exist_ok=True)
    for name, text in _files(game).items():
        (into / name).write_text(text, encoding="utf-8")


def check(game: Game, from_: Path | None = None) -> None:
    """Raise `EngineError` if the files do not match the game."""
    folder = from_ or manifest.folder(game)
    for name, text in _files(game).items():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            command = f"spielwerk engine {game.id} --declarations"
            reason = f"{name} of {game.id} is stale: rewrite it with `{command}`"
            raise EngineError("stale_declarations", reason, game=game.id)
