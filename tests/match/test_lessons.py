"""Lessons: every position is legal, and its texts are true."""

import json
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from spielwerk.dominoes.notation import cell_name
from spielwerk.games import find, names
from spielwerk.games.anubixx.layout import NAMES
from spielwerk.match import lessons
from spielwerk.match.lessons import LessonError, make
from spielwerk.match.replay import replay

pytestmark = pytest.mark.compiled
LEARNER = 0
# Steps whose texts say that they win the game
WINNING = [
    ("axio", "end"),
    ("axio_hex", "end"),
    ("axio_rota", "end"),
]
# By game and step: the points of a full colour
FULL = {("axio", "bonus"): 18, ("axio_hex", "bonus"): 18, ("axio_rota", "bonus"): 12}


@dataclass
class Step:
    """A step of a lesson, and the position it begins with."""

    game: Any
    told: dict[str, Any]
    states: Any

    def moves(self) -> dict[str, int]:
        """The learner's legal moves, with their actions."""
        actions = [int(one) for one in self.game.legal(self.states, 0, LEARNER)]
        return {self.game.write(self.states, 0, LEARNER, one): one for one in actions}

    def after(self, *moves: str) -> Any:
        """The state after moves of the learner's."""
        states = self.states.copy()
        for move in moves:
            action = self.game.chosen(states, 0, LEARNER, move)[0]
            self.game.apply(states, 0, LEARNER, action)
        return states

    def gained(self, states: Any, name: str) -> int:
        """What a number of the learner's scoreboard has grown by."""
        k = self.game.score_names(int(states["seats"][0])).index(name)
        now, before = (self.game.scores(one, 0, LEARNER)[k] for one in (states, self.states))
        return int(now - before)

    def is_done(self, move: str) -> bool:
        """Whether one move reaches the goal, as `web/lesson-step.js` judges it."""
        done, states = self.told["done"], self.after(move)
        patterns = [one.split("|") for one in done.get("moves", [])]
        matched = all(any(fnmatchcase(move, one) for one in either) for either in patterns)
        enough = [self.gained(states, name) >= n for name, n in done.get("points", {}).items()]
        return matched and len(patterns) <= 1 and all(enough)


def begun(game: str, name: str) -> Step:
    """A step of a game's lesson."""
    found = find(game)
    told = next(one for one in json.loads(lessons.source(found).read_text()) if one["name"] == name)
    record: dict[str, Any] = {"format": "spielwerk/1", "game": game, "options": {}, "result": None}
    record |= {"seats": told.get("seats", 2), "setup": told["setup"], "plies": told["plies"]}
    states = replay(record, seed=0).states
    for field, value in told.get("fields", {}).items():
        states[field][0] = value
    return Step(found, told, states)


def played(game: str, name: str) -> tuple[Any, Any]:
    """A game, and its state after the solution of a step."""
    step = begun(game, name)
    return step.game, step.after(*step.told["solution"])


@pytest.mark.parametrize("game", names())
def test_nothing_is_wrong_with_a_lesson(game: str) -> None:
    assert list(lessons.check(find(game))) == []


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_short(game: str) -> None:
    assert 5 <= len(make(find(game))) <= 8


@pytest.mark.parametrize(("game", "name"), WINNING)
def test_who_is_told_to_win_wins(game: str, name: str) -> None:
    found, states = played(game, name)
    assert found.to_act(states, 0) == ()
    assert found.ranks(states, 0, int(states["seats"][0]))[LEARNER] == 1


@pytest.mark.parametrize(("game", "name"), WINNING)
def test_who_misses_the_goal_gains_nothing_and_loses(game: str, name: str) -> None:
    """As the text says of every other move: no point in that colour, and the opponent wins."""
    step = begun(game, name)
    ((colour, _),) = step.told["done"]["points"].items()
    missed = [move for move in step.moves() if not step.is_done(move)]
    assert missed
    for move in missed:
        states = step.after(move)
        assert step.gained(states, colour) == 0, move
        assert step.game.to_act(states, 0) == (), move
        assert step.game.ranks(states, 0, int(states["seats"][0]))[LEARNER] == 2, move


def test_the_marked_cell_is_closed_by_exactly_what_counts() -> None:
    step = begun("axio", "pyramid")
    (cell,) = step.told["look"]
    closing = set()
    for move in step.moves():
        states = step.after(move)
        pyramids = states["pyramids"][0][: int(states["closed"][0])]
        if cell in {cell_name(int(one)) for one in pyramids}:
            closing.add(move)
    assert closing == {move for move in step.moves() if step.is_done(move)}
    assert all(re.search(r"\bg9\b", move) for move in closing)  # "right below it"


def test_the_grey_card_fits_nowhere() -> None:
    step = begun("second_chance", "must")
    cards = step.told["plies"][-1]["reveals"]["cards"]
    fits = {move.partition(":")[0] for move in step.moves()}
    assert len(fits & set(cards)) == 1
    assert fits < set(cards)
    assert all(step.is_done(move) for move in step.moves())  # "find the card that still fits"


def test_nothing_but_a_joker_pays_for_the_top() -> None:
    step = begun("anubixx", "joker")
    yellow = "rgbyop".index("y")
    tables, states = step.game.tables[0], step.states
    sheet = states["sheet"][0][LEARNER]
    assert tables["colour"][sheet][NAMES.index("P61")] == yellow
    assert states["dice"][0][yellow] == 0
    assert states["struck"][0][LEARNER] == tables["stones"][sheet]  # the last one is struck
    assert [move for move in step.moves() if "P61" in move] == ["P61/j"]
    assert not [move for move in step.moves() if "/q" in move]


def test_a_one_breaks_the_tie_that_is_told() -> None:
    found, states = played("second_chance", "one")
    (free, one), (others, none) = (found.scores(states, 0, seat) for seat in (0, 1))
    assert (free, one, none) == (others, 1, 0)


def test_a_full_grid_is_full() -> None:
    found, states = played("second_chance", "full")
    assert found.scores(states, 0, LEARNER)[0] == 0


@pytest.mark.parametrize(("game", "name"), FULL)
def test_a_colour_that_is_told_to_be_full_is_full(game: str, name: str) -> None:
    found, states = played(game, name)
    assert found.scores(states, 0, LEARNER)[0] == FULL[game, name]


def test_two_finished_buildings_are_finished() -> None:
    found, states = played("anubixx", "end")
    assert found.scores(states, 0, LEARNER)[:2] == [21, 15]


STEP = {"name": "hold", "plies": [], "done": {"moves": ["*"]}, "solution": ["br g9-g10"]}
HANDS = [["rb", "gg", "op", "rp", "bo"], ["gb", "ro", "pp", "go", "rr"]]
SETUP = {"hands": HANDS, "first": 0}


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"name": "hold"}, "step hold lacks done, solution"),
        (STEP | {"hint": "g9"}, "step hold has unknown hint"),
        (STEP | {"done": {"cells": []}}, "step hold is done by `moves` and `points` alone"),
        (STEP | {"setup": {"first": 0}}, "step hold does not describe a valid match"),
        (STEP | {"setup": SETUP, "solution": ["br a1-a2"]}, "step hold does not allow br a1-a2"),
        (STEP | {"setup": SETUP, "solution": ["br g9-g10"] * 2}, "leaves no turn for br g9-g10"),
    ],
)
def test_a_step_that_cannot_be_played_is_refused(
    step: dict[str, Any], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lesson.json").write_text(json.dumps([step]))
    monkeypatch.setattr(lessons, "home", lambda game: tmp_path)
    with pytest.raises(LessonError, match=told.replace("(", r"\(")):
        make(find("axio"))


def test_a_stale_lesson_and_missing_texts_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lesson.json").write_text(json.dumps([STEP | {"setup": SETUP}]))
    monkeypatch.setattr(lessons, "home", lambda game: tmp_path)
    game = find("axio")
    assert "its lesson is stale: rewrite it with `spielwerk lesson axio`" in lessons.check(game)
    lessons.write(game)
    texts = {"hold.say": "Lay {tiles}.", "hold.done": "Well done.", "hold.wrong": "Again."}
    (tmp_path / "web" / "lesson" / "en.json").write_text(json.dumps(texts))
    assert list(lessons.check(game)) == [
        "hold.say in en.json of its lesson speaks of {tiles}, which nothing fills",
        "its lesson has no texts in de.json",
    ]
