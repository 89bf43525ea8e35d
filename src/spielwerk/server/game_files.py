"""Find a game's web files: the folder `web` next to the module that defines the game."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from spielwerk.games import find
from spielwerk.rules.texts import LANGUAGES, home, texts
from spielwerk.server import engines

_PARTS = {
    "board": "board.js",
    "lesson": "lesson/steps.json",
    "look": "look.css",
    "rules": "rules",
    "sample": "sample.json",
    "texts": "texts",
}


@functools.cache
def folder(name: str) -> Path:
    """Return the folder for a game's web files, which may not exist; refuse an unknown game."""
    return home(type(find(name))) / "web"


def parts(name: str) -> list[str]:
    """Return the kinds of web files that a game has."""
    return [part for part, file in _PARTS.items() if (folder(name) / file).exists()]


def told(name: str, state: str) -> dict[str, Any]:
    """Return a game's description for lists and forms."""
    game = find(name)
    return {
        "id": name,
        "seats": list(game.seats),
        "options": {option: list(values) for option, values in game.known_options.items()},
        "scores": {str(seats): list(game.score_names(seats)) for seats in game.seats},
        "texts": list_texts(name),
        "page": [*parts(name), *(["engine"] if engines.fits(name) else [])],
        "own_parts": game.has_parts(),
        "state": state,
    }


@functools.cache
def list_texts(name: str) -> dict[str, dict[str, str]]:
    """Return a game's title, description, unit of results and option names, by language."""
    listed = {language: _listed(type(find(name)), language) for language in LANGUAGES}
    told = {"title": name, "about": ""}
    for others in listed.values():
        told |= others  # fall back to another language
    return {language: told | listed[language] for language in LANGUAGES}


def _listed(game: type, language: str) -> dict[str, str]:
    return {
        key: text
        for key, text in texts(game, language).items()
        if key in ("title", "about", "end.unit", "end.unit.compared") or key.startswith("option.")
    }
