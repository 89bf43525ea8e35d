"""Build a game's lesson for the page: short positions to play, from the author's `lesson.json`.

`lesson.json` in the game's folder lists the steps. Each is written like the record of a match
(`setup`, `plies`), with `fields` to override parts of the state where a record would be long.
`done` defines success, and `solution` is one way to get there; the page judges
(`web/lesson-step.js`). `reveals` fixes what chance decides after the solution, so that the page
can show it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay
from spielwerk.rules.errors import SpielwerkError
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import view
from spielwerk.rules.state import States
from spielwerk.rules.texts import LANGUAGES, home

SOURCE, MADE = "lesson.json", "steps.json"
SAID = ("say", "done", "wrong")  # a lesson's texts for each step
_KEYS = {"name", "done", "solution"}
_OPTIONAL = {"seats", "setup", "plies", "fields", "look", "reveals"}
_PLACE = re.compile(r"\{(\w+)\}")


class LessonError(SpielwerkError):
    """A lesson that cannot be played; the message names the step."""


def source(game: Game) -> Path:
    """Return the path of the lesson that a game's author writes."""
    return home(type(game)) / SOURCE


def folder(game: Game) -> Path:
    """Return the folder of a lesson for the page: the steps built here, and the texts."""
    return home(type(game)) / "web" / "lesson"


def make(game: Game) -> list[dict[str, Any]]:
    """Return the steps of a game's lesson for the page; raise `LessonError` if one is invalid."""
    steps = json.loads(source(game).read_text(encoding="utf-8"))
    return [_Step(game, told).made() for told in steps]


def write(game: Game) -> Path:
    """Write a game's lesson for the page."""
    made = folder(game) / MADE
    text = _written(make(game))
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(text, encoding="utf-8")
    return made


def check(game: Game) -> Iterator[str]:
    """Yield the problems of a game's lesson; none if it has no lesson."""
    if not source(game).is_file():
        return
    try:
        steps = make(game)
    except (SpielwerkError, ValueError) as error:
        yield f"its lesson can't be played: {error}"
        return
    made = folder(game) / MADE
    if not made.is_file() or made.read_text(encoding="utf-8") != _written(steps):
        yield f"its lesson is stale: rewrite it with `spielwerk lesson {game.id}`"
    for language in LANGUAGES:
        yield from _check_texts(game, language, [step["name"] for step in steps])


def _check_texts(game: Game, language: str, steps: list[str]) -> Iterator[str]:
    file = folder(game) / f"{language}.json"
    if not file.is_file():
        yield f"its lesson has no texts in {file.name}"
        return
    texts = json.loads(file.read_text(encoding="utf-8"))
    for key in (f"{step}.{kind}" for step in steps for kind in SAID):
        if not texts.get(key):
            yield f"{file.name} of its lesson has no text for {key}"
    most = max(game.seats)
    known = {f"{of}_{name}" for of in ("from", "to", "other") for name in game.score_names(most)}
    known |= {f"{of}_{name}" for of in ("from", "to", "other") for name in game.score_names(2)}
    for key, text in texts.items():
        for place in sorted(set(_PLACE.findall(text)) - known - {"least", "points"}):
            yield f"{key} in {file.name} of its lesson speaks of {{{place}}}, which nothing fills"


def _written(steps: list[dict[str, Any]]) -> str:
    return json.dumps(steps, separators=(",", ":")) + "\n"


class _Step:
    """One position of a lesson, as written by its author."""

    def __init__(self, game: Game, told: dict[str, Any]) -> None:
        self._game, self._told = game, told
        self._name = str(told.get("name", "?"))
        missing, unknown = _KEYS - told.keys(), told.keys() - _KEYS - _OPTIONAL
        if missing or unknown:
            wrong = sorted(missing or unknown)
            raise self._error(f"{'lacks' if missing else 'has unknown'} {', '.join(wrong)}")
        if not told["done"].keys() <= {"moves", "points"}:
            raise self._error("is done by `moves` and `points` alone")

    def made(self) -> dict[str, Any]:
        """Return the step with the state that is granted to the learner, at seat 0."""
        game, told = self._game, self._told
        match, states = self._replayed(told.get("plies", []))
        granted = match.granted([0])[0]
        self._solve(states)
        return {
            "name": self._name,
            "seats": match.seats,
            "to_act": list(game.to_act(states, 0)),
            "first": granted["first"],
            "plies": [
                {key: ply[key] for key in ("seat", "action", "move")} for ply in granted["plies"]
            ],
            "state": self._seen(states),
            **{key: told[key] for key in ("done", "solution", "look") if key in told},
            **self._drawn(),
        }

    def _replayed(self, plies: list[dict[str, Any]]) -> tuple[Match, States]:
        """Return the match after these plies, and its state with the author's fields."""
        told = self._told
        record = {"format": "spielwerk/1", "game": self._game.id, "seats": told.get("seats", 2)}
        record |= {"options": {}, "setup": told.get("setup", {}), "plies": plies, "result": None}
        try:
            match = replay(record, seed=0)
        except SpielwerkError as error:
            raise self._error(f"does not describe a valid match: {error.reason}") from error
        states = match.states
        for name, value in told.get("fields", {}).items():
            states[name][0] = value
        return match, states

    def _seen(self, states: States) -> str:
        """Return a state as the learner sees it."""
        return base64.b64encode(view(self._game.layout, states, 0, 0).tobytes()).decode()

    def _drawn(self) -> dict[str, str]:
        """Return what the learner sees once chance has decided; nothing if it has nothing to."""
        told = self._told
        if "reveals" not in told:
            return {}
        made: list[dict[str, Any]] = [{"seat": 0, "move": move} for move in told["solution"]]
        made[-1]["reveals"] = told["reveals"]
        _, states = self._replayed([*told.get("plies", []), *made])
        return {"drawn": self._seen(states)}

    def _solve(self, states: States) -> None:
        """Check that the solution can be played, move by move."""
        game, tried = self._game, states.copy()
        for move in self._told["solution"]:
            if 0 not in game.to_act(tried, 0):
                raise self._error(f"leaves no turn for {move}")
            try:
                action, _ = game.chosen(tried, 0, 0, move)
            except SpielwerkError as error:
                raise self._error(f"does not allow {move}: {error.reason}") from error
            game.apply(tried, 0, 0, action)

    def _error(self, reason: str) -> LessonError:
        return LessonError("bad_lesson", f"step {self._name} {reason}", step=self._name)
