"""Texts and number formats of reports, in German and English."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from spielwerk.games import game_type
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted
from spielwerk.rules.texts import texts

HERE = Path(__file__).parent
WEB = Path(str(files("spielwerk.web")))
LANGUAGES = ("de", "en")
MOST_DIGITS = 2  # after the point of a percentage
NARROW = "\u202f"  # a space at which no line breaks


class Language:
    """One language, with the words of one game; names that have none are shown as they are."""

    def __init__(self, code: str, game: str) -> None:
        if code not in LANGUAGES:
            known = " or ".join(LANGUAGES)
            raise BadSetting("unknown_language", f"write {known}, not {quoted(code)}")
        self.code = code
        self._texts = _read(HERE / "texts" / f"{code}.json")
        kind: type = game_type(game)
        self._names = _read(WEB / "texts" / f"{code}.json") | texts(kind, code)

    def say(self, key: str, **facts: Any) -> str:
        """Return a text with its values filled in."""
        return self._texts[key].format(**facts)

    def name(self, key: str, otherwise: str) -> str:
        """Return the web page's name of a game, a bot or a number."""
        return self._names.get(key, otherwise)

    def bot(self, name: str) -> str:
        """Return a bot's name, its budget included."""
        plain, at, budget = name.partition("@")
        return self.name(f"bot.{plain}", plain) + at + budget

    def score(self, name: str) -> str:
        """Return the name of a number of the scoreboard."""
        key = f"score.{name}"
        return self._names.get(key) or self._texts.get(key, name)

    def result(self, adds_up: str) -> str:
        """Return the name of a result: the lowest number, the total, or one of the numbers."""
        return self._texts.get(f"result.{adds_up}") or self.score(adds_up)

    def kind(self, name: str, scores: tuple[str, ...]) -> str:
        """Return the name of a part of the box: its colours, where notation spells them."""
        if name in scores:
            return self.score(name)
        if name and all(letter in (*scores, "_") for letter in name):
            return "–".join(self.name(f"colour.{letter}", letter) for letter in name)
        return name

    def number(self, value: float, digits: int = 1) -> str:
        """Return a number with that many digits after the decimal point or comma."""
        text = f"{value:,.{digits}f}"
        if self.code == "de":
            text = text.translate(str.maketrans(",.", f"{NARROW},"))
        return text

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share in percent."""
        gap = NARROW if self.code == "de" else ""
        return f"{self.number(100 * share, digits)}{gap}%"

    def between(self, low: float, high: float) -> str:
        """Return an interval in percent, with enough digits to distinguish its ends."""
        for digits in range(MOST_DIGITS + 1):
            ends = self.percent(low, digits), self.percent(high, digits)
            if ends[0] != ends[1]:
                return self.say("between", low=ends[0], high=ends[1])
        return self.percent(low)


def _read(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found
