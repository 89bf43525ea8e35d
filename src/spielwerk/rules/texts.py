"""Load a game's texts, German and English, from the game's folder."""

from __future__ import annotations

import functools
import inspect
import json
from pathlib import Path

LANGUAGES = ("en", "de")


def home(game: type) -> Path:
    """Return the folder of the module that defines a game."""
    return Path(inspect.getfile(game)).resolve().parent


def texts(game: type, language: str = "en") -> dict[str, str]:
    """Return a game's texts in the given language, by key."""
    return _read(home(game) / "web" / "texts" / f"{language}.json")


@functools.cache
def _read(file: Path) -> dict[str, str]:
    """Return the texts of a file and of the file it includes, resolved as the page does."""
    if not file.is_file():
        return {}
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    included = found.pop("include", None)
    return found if included is None else _read((file.parent / included).resolve()) | found


def sentences(game: type) -> dict[str, str]:
    """Return the English messages of a game's refusals, by code."""
    prefix = "refused."
    return {
        key.removeprefix(prefix): text
        for key, text in texts(game).items()
        if key.startswith(prefix)
    }
