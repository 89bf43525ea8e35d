"""The parts of bots on small inputs, which are quick also as plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from games.driving import finished, stopped
from spielwerk.bots.budget import Budget
from spielwerk.bots.player import Bot
from spielwerk.bots.search import NOTICED, ONE_IN
from spielwerk.bots.sorting import sort_best_first
from spielwerk.bots.workspace import Workspace
from spielwerk.bots.worlds import SEEN, margin
from spielwerk.match.match import Match
from spielwerk.rules.hidden import view
from spielwerk.rules.state import States

GAMES = sw.games()
FAST = ("zufall", "lehrling", "geselle", "meister", "grossmeister@30", "ismcts@5")


def desk(bot: Bot, match: Match, seat: int) -> tuple[Workspace, States]:
    """Return scratch memory for kernels, with a seat's observation in it."""
    return bot.desk(bot.know(match.game, match.seats, seat, match.states))


@pytest.mark.parametrize("name", FAST)
def test_a_choice_is_legal_and_repeats_with_its_seed(name: str) -> None:
    match = stopped("anubixx", 2, 5, 0.5, 16)
    seat = match.to_act[0]
    told = sw.bot(name, seed=4).explain(match, seat)
    assert {one["move"] for one in told} <= set(match.legal(seat))
    assert told == sw.bot(name, seed=4).explain(match, seat)
    order = [(one["visits"], one["value"]) for one in told]  # longest examined first, then best
    if name.startswith("ismcts"):  # which knows no better order
        order = [(visits, 0.0) for visits, _ in order]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_is_given_what_its_seat_sees(game: str) -> None:
    match = stopped(game, 2, 3, 0.0, 4)
    for seat in range(2):
        seen = sw.bot("geselle").know(match.game, 2, seat, match.states).seen
        assert seen.tobytes() == view(match.game.layout, match.states, 0, seat).tobytes()


def test_each_thought_has_luck_of_its_own() -> None:
    bot, again = sw.bot("zufall", seed=1), sw.bot("zufall", seed=1)
    drawn = [int(bot.luck()) for _ in range(5)]
    assert len(set(drawn)) == 5
    assert drawn == [int(again.luck()) for _ in range(5)]


@pytest.mark.parametrize("plies", [0, 6, 12])
@pytest.mark.parametrize("game", ["anubixx", "axio"])
def test_a_beginner_notices_a_few_moves_or_a_quarter(game: str, plies: int) -> None:
    match = stopped(game, 2, 3, 0.0, plies)
    seat = match.to_act[0]
    bot = sw.bot("lehrling", seed=1)
    thought = bot.think(bot.know(match.game, 2, seat, match.states))
    n = len(match.legal(seat))
    assert len(thought.candidates) == (n if n <= NOTICED else max(NOTICED, n // ONE_IN))


@given(values=st.lists(st.integers(0, 4), min_size=1, max_size=12))
def test_candidates_are_sorted_best_first_and_equal_ones_keep_their_order(
    values: list[int],
) -> None:
    w, _ = desk(sw.bot("geselle"), sw.Match("anubixx", seed=1), 0)
    n = len(values)
    w["values"][0, :n], w["actions"][0, :n] = values, range(n)
    sort_best_first(w, n)
    assert w["actions"][0, :n].tolist() == sorted(range(n), key=lambda k: -values[k])


@pytest.mark.parametrize("game", ["anubixx", "second_chance"])
def test_who_has_won_is_ahead_and_who_has_lost_is_behind(game: str) -> None:
    decided = 0
    for seed in range(3):
        match = finished(game, 2, seed, 0.0)
        assert match.ranks is not None
        for seat, rank in enumerate(match.ranks):
            bot = sw.bot("meister", seed=1)
            w, states = desk(bot, match, seat)
            ahead = margin(match.game.tables, states, SEEN, seat, w)
            if sorted(match.ranks) == [1, 2]:
                decided += 1
                assert (ahead > 0) == (rank == 1)
    assert decided


def test_a_tree_visits_most_what_looks_best() -> None:
    match = stopped("anubixx", 2, 5, 0.5, 16)
    bot = sw.bot("ismcts@25", seed=3)
    known = bot.know(match.game, 2, match.to_act[0], match.states)
    found = bot.think(known).candidates
    visits = np.array([one.visits for one in found])
    assert visits.sum() == 25
    assert (np.diff(visits) <= 0).all()
    if len(found) > 1:
        rarely = [one.value for one in found if one.visits == visits.min()]
        assert found[0].value >= max(rarely)


def test_times_are_read_in_milliseconds() -> None:
    assert Budget.read("200ms") == Budget(seconds=0.2)
    assert Budget.read("200") == Budget(nodes=200)


@pytest.mark.parametrize("game", ["anubixx", "second_chance"])
def test_what_differs_is_told_before_what_is_shared(game: str) -> None:
    for plies in (6, 12):
        match = stopped(game, 2, 3, 0.5, plies)
        told = sw.bot("geselle", seed=1).explain(match, match.to_act[0], most=4)
        shared = [t for t in told[0]["terms"] if all(t in other["terms"] for other in told[1:])]
        for candidate in told:
            kinds = [term in shared for term in candidate["terms"]]
            assert kinds == sorted(kinds)
