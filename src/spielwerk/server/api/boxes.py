"""Parts files over HTTP: read a game's own, and check a player's."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel
from starlette.requests import Request

from spielwerk.games import game_type
from spielwerk.rules import controls
from spielwerk.rules.errors import PartsError
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted
from spielwerk.rules.parts import PartsFile, PartsText
from spielwerk.rules.texts import home
from spielwerk.server import engines, refusals, wire
from spielwerk.server.api import answers
from spielwerk.server.api.dependencies import Server, network_of

router = APIRouter(tags=["boxes"])

GameId = Annotated[str, Path(max_length=40)]
_MOST_DEPTH = 4  # of nested lists and tables
_MOST_NUMBER = 1 << 53  # exact in JavaScript


class Box(BaseModel):
    """A game's parts file, and the controls for editing it."""

    parts: str  # the file's text
    controls: list[dict[str, Any]]  # see `rules/controls.py`; the rest is edited as text


class CheckedBox(BaseModel):
    """A player's parts file after checking."""

    tables: dict[str, Any] | None  # its contents; None if it is not TOML
    wrong: answers.Refusal | None  # why it can't be played
    own: bool  # whether it differs from the game's own
    declarations: answers.Declarations | None  # of the game with these parts, if valid


@router.get("/games/{game}/box")
async def box(game: GameId) -> Box:
    """Return a game's parts file, and the controls for editing it."""
    kind = _with_parts(game)
    file = home(kind) / "parts.toml"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return Box(parts=text, controls=[controls.declared(one) for one in kind.controls])


@router.post("/games/{game}/box")
async def check(game: GameId, sent: wire.Box, server: Server, request: Request) -> CheckedBox:
    """Check a player's parts file; return what is wrong with it, or what a client needs to play."""
    server.limits.take("computing", network_of(request))
    kind = _with_parts(game)
    return await server.compute(_checked, kind, sent.parts)


def _with_parts(name: str) -> type[Game]:
    kind = game_type(name)
    if not kind.has_parts():
        kind(PartsText(""))  # raises the refusal
    return kind


def _checked(kind: type[Game], text: str) -> CheckedBox:
    source = PartsText(text)
    try:
        tables = _told(PartsFile(source).tables, _MOST_DEPTH)
    except PartsError as error:
        return CheckedBox(tables=None, wrong=_refusal(error), own=True, declarations=None)
    try:
        game = kind(source)  # not cached: an editor sends a new one at each step
    except PartsError as error:
        return CheckedBox(tables=tables, wrong=_refusal(error), own=True, declarations=None)
    told = answers.Declarations.model_validate_json(engines.encoded(game))
    return CheckedBox(tables=tables, wrong=None, own=game.parts is not None, declarations=told)


def _refusal(error: PartsError) -> answers.Refusal:
    return answers.Refusal(**refusals.body(error))


def _told(value: Any, depth: int) -> Any:
    """Convert a file's contents to JSON; quote what no control can show."""
    if isinstance(value, str | bool):
        return value
    if isinstance(value, int) and abs(value) < _MOST_NUMBER:
        return value
    if depth and isinstance(value, list):
        return [_told(one, depth - 1) for one in value]
    if depth and isinstance(value, dict):
        return {key: _told(one, depth - 1) for key, one in value.items()}
    return quoted(value)
