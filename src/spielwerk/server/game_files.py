"""A game's files for the page: the folder `web` beside the module that defines the game."""

from __future__ import annotations

import functools
from pathlib import Path

from spielwerk.games import find
from spielwerk.rules.texts import LANGUAGES, home, texts

_PARTS = {
    "board": "board.js",
    "look": "look.css",
    "rules": "rules",
    "sample": "sample.json",
    "texts": "texts",
}


@functools.cache
def folder(name: str) -> Path:
    """Return where the files of a game lie, if it has any; refuse an unknown game."""
    return home(type(find(name))) / "web"


def parts(name: str) -> list[str]:
    """Return what a game brings for the page."""
    return [part for part, file in _PARTS.items() if (folder(name) / file).exists()]


@functools.cache
def list_texts(name: str) -> dict[str, dict[str, str]]:
    """Return by language what lists and forms say of a game: title, about, names of options."""
    listed = {language: _listed(type(find(name)), language) for language in LANGUAGES}
    told = {"title": name, "about": ""}
    for others in listed.values():
        told |= others  # better another language than none
    return {language: told | listed[language] for language in LANGUAGES}


def _listed(game: type, language: str) -> dict[str, str]:
    return {
        key: text
        for key, text in texts(game, language).items()
        if key in ("title", "about") or key.startswith("option.")
    }
