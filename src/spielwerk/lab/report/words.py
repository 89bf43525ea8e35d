"""A report's texts and numbers as German and English readers write them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from spielwerk.rules.errors import BadSetting
from spielwerk.rules.numbers import quoted

HERE = Path(__file__).parent
WEB = Path(str(files("spielwerk.web")))
LANGUAGES = ("de", "en")
NARROW = "\u202f"  # a space at which no line breaks


class Words:
    """One language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            known = " or ".join(LANGUAGES)
            raise BadSetting("unknown_language", f"write {known}, not {quoted(language)}")
        self.language = language
        self._texts = _read(HERE / "texts" / f"{language}.json")
        self._names = _read(WEB / "texts" / f"{language}.json")

    def say(self, key: str, **facts: Any) -> str:
        """A text, with what it tells filled in."""
        return self._texts[key].format(**facts)

    def name(self, key: str, otherwise: str) -> str:
        """A name that the page in the browser knows too: of games, bots, numbers."""
        return self._names.get(key, otherwise)

    def bot(self, name: str) -> str:
        """A bot's name, its budget included."""
        plain, at, budget = name.partition("@")
        return self.name(f"bot.{plain}", plain) + at + budget

    def score(self, name: str) -> str:
        """What a number of the scoreboard is called."""
        return self.name(f"score.{name}", name)

    def kind(self, name: str, scores: tuple[str, ...]) -> str:
        """What a part of the box is called: by its colours, where notation spells them."""
        if name in scores:
            return self.score(name)
        if name and all(letter in (*scores, "_") for letter in name):
            return "–".join(self.name(f"colour.{letter}", letter) for letter in name)
        return name

    def number(self, value: float, digits: int = 1) -> str:
        """A number with so many digits after the point, or the comma."""
        text = f"{value:,.{digits}f}"
        if self.language == "de":
            text = text.translate(str.maketrans(",.", f"{NARROW},"))
        return text

    def percent(self, share: float, digits: int = 0) -> str:
        """A share in percent."""
        gap = NARROW if self.language == "de" else ""
        return f"{self.number(100 * share, digits)}{gap}%"

    def between(self, low: float, high: float) -> str:
        """An interval in percent."""
        return self.say("between", low=self.percent(low), high=self.percent(high))


def _read(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found
