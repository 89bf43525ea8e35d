"""The arena: line-ups, the same deals for all, intervals, ratings, sequential tests."""

import json
import math
import subprocess
import sys

import pytest

import spielwerk as sw
from spielwerk.lab import arena
from spielwerk.lab.arena import Contest, Ledger, Meeting, interval
from spielwerk.lab.executors import Processes

pytestmark = pytest.mark.compiled


def test_every_choice_of_bots_sits_in_every_rotation() -> None:
    assert Contest("axio", ("zufall", "geselle"), 2, 10, 1).line_ups() == [(0, 1), (1, 0)]
    three = Contest("axio", ("zufall", "lehrling", "geselle"), 2, 12, 1)
    assert three.line_ups() == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert three.deals == 2
    assert len(Contest("axio", ("zufall",) * 4, 4, 4, 1).line_ups()) == 4


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (("chess", ("zufall", "zufall"), 2, 1, 1), "unknown_game"),
        (("axio", ("zufall", "kasparov"), 2, 1, 1), "unknown_bot"),
        (("axio", ("zufall",), 2, 1, 1), "bad_bots"),
        (("anubixx", ("zufall",), 1, 1, 1), "bad_seats"),
    ],
)
def test_contests_that_cannot_be_are_refused(settings: tuple[object, ...], code: str) -> None:
    with pytest.raises(sw.SpielwerkError) as refused:
        Contest(*settings)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_a_deal_is_the_same_whoever_sits_where_and_whoever_plays_it() -> None:
    contest = Contest("second_chance", ("geselle", "lehrling"), 2, 8, seed=3)
    alone = list(arena.run(contest))
    assert alone == list(arena.run(contest, Processes(2)))
    assert len(alone) == 4
    assert [meeting.line_up for meeting in alone[0]] == [(0, 1), (1, 0)]


def test_equal_bots_share_a_deal() -> None:
    """Rotated seats on the same deal: the value of a seat cancels out."""
    ledger = Ledger(Contest("axio", ("zufall", "zufall"), 2, 20, seed=1))
    ledger.add(
        [Meeting((0, 1), [1, 2], [[1] * 5, [0] * 5]), Meeting((1, 0), [1, 2], [[1] * 5, [0] * 5])]
    )
    one, two = ledger.standings()
    assert one.share == two.share == 0.5
    assert one.mean_rank == 1.5


def test_ties_split_a_win() -> None:
    ledger = Ledger(Contest("anubixx", ("zufall", "geselle", "lehrling"), 3, 3, seed=1))
    ledger.add([Meeting((0, 1, 2), [1, 1, 3], [[9] * 6, [9] * 6, [1] * 6])])
    assert [one.share for one in ledger.standings()] == [0.5, 0.5, 0]
    assert [one.mean_result for one in ledger.standings()] == [54, 54, 6]


def test_intervals_hold_their_mean_and_do_not_shrink_to_nothing() -> None:
    mean, low, high = interval([0.5, 1.0, 0.0, 0.5] * 25, 200)
    assert mean == 0.5
    assert high - mean == pytest.approx(mean - low)
    assert high - mean == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 200), rel=0.2)
    assert interval([1.0] * 100, 200)[1] == pytest.approx(0.981, abs=0.002)
    assert interval([1.0] * 100, 200)[2] == 1


def test_better_bots_are_rated_higher() -> None:
    ledger = Ledger(Contest("anubixx", ("zufall", "geselle"), 2, 20, seed=2))
    for deal in arena.run(ledger.contest):
        ledger.add(deal)
    random_one, better = ledger.standings()
    assert better.rating > random_one.rating + 5
    assert better.low > 0.5


def test_solo_results_are_told() -> None:
    ledger = Ledger(Contest("second_chance", ("geselle",), 1, 3, seed=1))
    for deal in arena.run(ledger.contest):
        ledger.add(deal)
    (alone,) = ledger.standings()
    assert alone.best <= alone.mean_result < 81
    assert alone.share == 1


def test_the_command_says_what_was_run_and_what_came_of_it() -> None:
    words = ["arena", "axio_rota", "--bots", "geselle,zufall", "--games", "6", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", *words, "--sprt", "0.5,0.9"],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert {"name", "share", "low", "high", "rating"} <= set(told["bots"][0])
    assert (told["game"], told["seats"], told["seed"]) == ("axio_rota", 2, 1)
    assert told["games"] <= 6
    assert told["version"] == sw.__version__
    assert told["sprt"] in (None, "high")
