"""Rewards: by rank at the end, or ply by ply, and their sums."""

import numpy as np
import pytest

from games.driving import every_table, moments
from spielwerk.envs.rewards import Rewards
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules import batch
from spielwerk.rules.errors import BadSetting


def _after_tracks(seats: int, lowest: list[int]) -> list[float]:
    """Return outcomes of a game of AXIO that ends with these lowest tracks."""
    game = find("axio")
    s = batch.position(game, seats, 1, 0)
    s["turn"][0] = 0
    s["tracks"][0, :seats] = 18
    s["tracks"][0, :seats, 2] = lowest
    rewards = Rewards(game, seats)
    paid: list[float] = rewards.after(s, 0, rewards.standing(s, 0))[:, 0].tolist()
    return paid


@pytest.mark.parametrize(
    ("lowest", "expected"),
    [
        ([5, 3], [1, -1]),
        ([3, 5], [-1, 1]),
        ([4, 4], [0, 0]),
        ([5, 4, 3], [1, 0, -1]),
        ([5, 5, 3], [0.5, 0.5, -1]),
        ([3, 5, 3], [-0.5, 1, -0.5]),
        ([1, 2, 3, 4], [-1, -1 / 3, 1 / 3, 1]),
        ([2, 2, 2, 4], [-1 / 3, -1 / 3, -1 / 3, 1]),
    ],
)
def test_ranks_are_spread_from_one_to_minus_one(lowest: list[int], expected: list[float]) -> None:
    paid = _after_tracks(len(lowest), lowest)
    assert paid == pytest.approx(expected, abs=1e-6)
    assert sum(paid) == pytest.approx(0, abs=1e-6)


def test_alone_it_is_how_much_of_the_best_was_reached() -> None:
    assert _after_tracks(1, [9]) == [0.25]  # of 36 (AX-20)
    assert _after_tracks(1, [18]) == [0.5]


@every_table
def test_nothing_is_paid_for_the_outcome_before_it_is_there(name: str, seats: int) -> None:
    match = Match(name, seats, 6)
    rewards = Rewards(match.game, seats)
    before = rewards.standing(match.states, 0)
    for _ in moments(match, 6, 0.3):
        assert not rewards.after(match.states, 0, before).any()
    paid = rewards.after(match.states, 0, before)[:, 0]
    assert match.ranks is not None
    if seats == 1:
        got = match.game.result(1, match.scores(0))
        best = match.game.best_alone
        assert paid[0] == pytest.approx((best - got if match.game.lower_is_better else got) / best)
    else:
        assert paid.sum() == pytest.approx(0, abs=1e-6)
        assert (
            np.argsort(paid, stable=True).tolist()
            == np.argsort(-np.array(match.ranks), stable=True).tolist()
        )


@every_table
def test_points_add_up_to_the_result(name: str, seats: int) -> None:
    match = Match(name, seats, 7)
    rewards = Rewards(match.game, seats, "points")
    before = rewards.standing(match.states, 0)
    at_first = [match.game.result(seats, match.scores(seat)) for seat in range(seats)]
    paid = np.zeros(seats)
    for _ in moments(match, 7, 0.3):
        paid += rewards.after(match.states, 0, before)[:, 0]
    paid += rewards.after(match.states, 0, before)[:, 0]
    at_last = [match.game.result(seats, match.scores(seat)) for seat in range(seats)]
    if match.game.lower_is_better and seats == 1:
        assert paid.tolist() == [3 * 81 - at_last[0]]
    else:
        sign = -1 if match.game.lower_is_better else 1
        changes = [sign * (b - a) for a, b in zip(at_first, at_last, strict=True)]
        assert paid.tolist() == changes


@every_table
def test_vectors_are_what_the_scoreboard_gains(name: str, seats: int) -> None:
    match = Match(name, seats, 8)
    rewards = Rewards(match.game, seats, "vector")
    signs = np.array(match.game.signs(seats))
    assert rewards.width == len(signs) == len(match.game.score_names(seats))
    before = rewards.standing(match.states, 0)
    scores = np.array([match.scores(seat) for seat in range(seats)])
    for _ in moments(match, 8, 0.3):
        paid = rewards.after(match.states, 0, before)
        now = np.array([match.scores(seat) for seat in range(seats)])
        assert paid.tolist() == (signs * (now - scores)).tolist()
        scores = now


def test_a_free_cell_is_to_be_avoided_and_a_one_is_not() -> None:
    assert find("second_chance").signs(3) == (-1, 1)
    assert find("axio").signs(3) == (1, 1, 1, 1, 1)


def test_other_kinds_are_refused() -> None:
    with pytest.raises(BadSetting, match="outcome, points, vector"):
        Rewards(find("axio"), 2, "money")
