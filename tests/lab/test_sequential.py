"""The arena's sequential test: it decides, and is wrong no more often than promised."""

import random

import numpy as np
import pytest

import spielwerk as sw
from spielwerk.lab.sequential import Sprt

DEALS = 600
TRIALS = 1000
RISK = 0.05


def test_clear_results_are_settled_and_unclear_ones_are_not() -> None:
    test = Sprt(0.5, 0.6)
    assert test.verdict([0.5]) is None
    assert test.verdict([1.0, 0.5] * 100) == "high"
    assert test.verdict([0.5, 0.0] * 100) == "low"
    assert test.verdict([0.5, 0.6] * 3) is None


@pytest.mark.parametrize("text", ["", "0.5", "0.6,0.5", "a,b", "0.5,1.5"])
def test_bad_shares_are_refused(text: str) -> None:
    with pytest.raises(sw.BadSetting):
        Sprt.read(text)


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.55), (0.5, 0.9), (0.1, 0.9), (0.25, 0.3)])
@pytest.mark.parametrize("games", [1, 2, 6])
def test_it_is_wrong_no_more_often_than_it_says(low: float, high: float, games: int) -> None:
    """A deal is one game or several, checked after each, under either hypothesis."""
    luck = np.random.default_rng(games)
    test = Sprt(low, high, RISK)
    for share, wrong in ((low, "high"), (high, "low")):
        trials = luck.binomial(games, share, (TRIALS, DEALS)) / games
        verdicts = [test.verdict(deals) for deals in trials.tolist()]
        error = (RISK * (1 - RISK) / TRIALS) ** 0.5
        assert verdicts.count(wrong) / TRIALS <= RISK + 2 * error


def test_a_wide_question_is_settled_within_a_few_dozen_deals() -> None:
    luck = random.Random(1)
    test = Sprt(0.5, 0.75)
    verdicts = [test.verdict([float(luck.random() < 0.75) for _ in range(80)]) for _ in range(200)]
    assert verdicts.count("high") > 180
