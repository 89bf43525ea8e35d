"""Tuning: candidates, rounds, and a parameter that is known to matter."""

import json
import subprocess
import sys

import pytest

import spielwerk as sw
from spielwerk.lab.arena import player
from spielwerk.lab.executors import Serial
from spielwerk.lab.tuning import Tried, Tuning, named, read_ranges

pytestmark = pytest.mark.compiled


def ignore(what: str, done: int, all_: int) -> None:
    """Ignore progress."""


def test_ranges_are_read() -> None:
    assert read_ranges("worlds=8..64, plies=2..2") == {"worlds": (8, 64), "plies": (2, 2)}
    for text in ("", "worlds", "worlds=8", "worlds=9..8", "worlds=-1..8"):
        with pytest.raises(sw.BadSetting):
            read_ranges(text)


def test_bots_with_parameters_are_named_before_their_budget() -> None:
    assert named("grossmeister@2000", {"far": 3}) == "grossmeister:far=3@2000"
    assert named("meister", {"worlds": 3, "plies": 1}) == "meister:worlds=3:plies=1"
    for name in ("grossmeister:far=3@2000", "meister:worlds=3:plies=1", "hellseher:far=2@20"):
        player(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("meister:depth=3", "unknown_parameter"),
        ("meister:worlds=0", "bad_parameter"),
        ("meister:worlds=9999", "bad_parameter"),
        ("meister:worlds=x", "bad_parameter"),
        ("meister:worlds", "broken_bot"),  # a class in a module that does not exist
        ("geselle:worlds=3", "unknown_bot"),
        ("meister:worlds=3@20", "unknown_bot"),
    ],
)
def test_parameters_that_cannot_be_are_refused(name: str, code: str) -> None:
    with pytest.raises(sw.SpielwerkError) as refused:
        player(name)
    assert refused.value.code == code


def test_only_the_lab_may_set_parameters() -> None:
    """A guest who names a bot must not make a server think for hours."""
    with pytest.raises(sw.SpielwerkError):
        sw.bot("meister:worlds=1000")


def test_candidates_are_within_their_ranges_and_each_is_there_once() -> None:
    tuning = Tuning("anubixx", "meister", {"worlds": (2, 40), "through": (0, 3)}, 30)
    drawn = tuning.drawn()
    assert len(drawn) == 30
    assert all(2 <= one["worlds"] <= 40 and 0 <= one["through"] <= 3 for one in drawn)
    assert {one["through"] for one in drawn} == {0, 1, 2, 3}
    assert len({tuple(one.values()) for one in drawn}) == 30
    assert drawn == tuning.drawn()
    assert len(Tuning("anubixx", "meister", {"plies": (1, 3)}, 30).drawn()) == 3


def test_a_parameter_that_matters_is_found() -> None:
    """A meister that looks at one move only plays like a geselle."""
    tuning = Tuning("anubixx", "meister", {"candidates": (1, 24)}, 4, games=6, seed=3)
    tried = tuning.search(Serial(), ignore)
    assert {"candidates": 1} in [one.settings for one in tried]
    assert tried[0].settings["candidates"] > 1
    assert [one.rounds for one in tried] == [2, 2, 1, 1]
    assert [one.games for one in tried] == [12, 12, 6, 6]
    assert tried[0].share >= tried[1].share
    found = tuning.as_dict(tried, tuning.proof(tried[0].settings, 4, Serial(), ignore))
    assert found["low"] <= found["share"] <= found["high"]
    assert found["games"] == 4
    assert isinstance(tried[0], Tried)


def test_the_command_tells_what_it_found() -> None:
    words = ["tune", "anubixx", "--vary", "worlds=1..2", "--candidates", "2", "--games", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", *words, "--proof", "2", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["best"]["worlds"] in (1, 2)
    assert {"share", "low", "high", "fair", "tried"} <= set(told)
