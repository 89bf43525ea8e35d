"""Baselines: the interval of a mean reward."""

import pytest

from spielwerk.lab.baselines import mean_reward


def test_where_all_games_end_alike_the_interval_is_no_point() -> None:
    mean, low, high = mean_reward([1.0] * 400, seats=2)
    assert (mean, high) == (1, 1)
    assert low == pytest.approx(2 * 400 / (400 + 1.96**2) - 1)  # Wilson's, of 400 wins
    assert mean_reward([-1.0] * 400, seats=2) == pytest.approx((-1, -1, -low))
    assert mean_reward([1.0] * 400, seats=1)[1] < 1


def test_the_interval_ends_where_rewards_end() -> None:
    mean, low, high = mean_reward([1.0, 1.0, 1.0, 1.0, -1.0], seats=2)
    assert mean == pytest.approx(0.6)
    assert (low > -1, high) == (True, 1)
    mean, low, high = mean_reward([0.9, 1.0, 0.8], seats=1)
    assert mean == pytest.approx(0.9)
    assert 0 < low < mean < high <= 1


def test_of_many_mixed_games_it_is_the_usual_one() -> None:
    mean, low, high = mean_reward([1.0, -1.0] * 200, seats=2)
    assert mean == 0
    assert (-low, high) == pytest.approx((1.96 / 20, 1.96 / 20), rel=0.01)
