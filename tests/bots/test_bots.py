"""Bots choose legal moves, the same ones for the same seed; stronger bots choose better ones."""

import json
import random
import time

import pytest

import spielwerk as sw
from games.driving import every_table, stopped
from spielwerk import bots
from spielwerk.bots.budget import Budget
from spielwerk.lab import arena

pytestmark = pytest.mark.compiled


def test_bots_are_listed_and_unknown_ones_refused() -> None:
    ladder = ["zufall", "lehrling", "geselle", "meister", "grossmeister"]
    assert bots.names() == [*ladder, "ismcts"]
    with pytest.raises(sw.UnknownBot) as refused:
        sw.bot("kasparov")
    assert refused.value.code == "unknown_bot"
    assert "(known: zufall, lehrling, " in refused.value.reason
    with pytest.raises(sw.UnknownBot):
        sw.bot("geselle@200ms")  # a bot that does not search has no budget


ALL = ["zufall", "lehrling", "geselle", "meister", "grossmeister@200", "ismcts@100"]


@pytest.mark.parametrize("bot", ALL)
@every_table
def test_bots_play_every_game(name: str, seats: int, bot: str) -> None:
    luck = random.Random(seats)
    match = stopped(name, seats, 5, 0.5, luck.randrange(12))
    for seat in match.to_act:
        move = sw.bot(bot, seed=4).choose(match, seat)
        assert move in match.legal(seat)
        assert move == sw.bot(bot, seed=4).choose(match, seat)


def test_a_seat_that_may_not_act_gets_no_advice() -> None:
    match = sw.Match("axio", seed=1)
    for name in ("zufall", "geselle"):
        with pytest.raises(sw.IllegalMove) as refused:
            sw.bot(name).choose(match, 1)
        assert refused.value.code == "not_your_turn"


def test_the_random_bot_tries_everything() -> None:
    match = sw.Match("anubixx", seed=1)
    bot = sw.bot("zufall", seed=1)
    assert {bot.choose(match, 0) for _ in range(400)} == set(match.legal(0))


def test_candidates_are_told_best_first_with_what_they_are_worth() -> None:
    match = stopped("axio", 2, 3, 0.5, 10)
    seat = match.to_act[0]
    told = sw.bot("geselle", seed=1).explain(match, seat)
    assert json.loads(json.dumps(told)) == told
    assert told[0]["move"] == sw.bot("geselle", seed=1).choose(match, seat)
    values = [one["value"] for one in told]
    assert values == sorted(values, reverse=True)
    assert len({one["move"] for one in told}) == 5
    searched = sw.bot("ismcts@300", seed=1).explain(match, seat, most=3)
    visits = [one["visits"] for one in searched]
    assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("text", ["", "ms", "-5", "0", "0ms", "5s", "1e3", "99999999", "٣"])
def test_a_budget_is_nodes_or_milliseconds(text: str) -> None:
    assert Budget.read("200ms") == Budget(seconds=0.2)
    assert Budget.read("5000") == Budget(nodes=5000)
    with pytest.raises(sw.BadSetting) as refused:
        Budget.read(text)
    assert refused.value.code == "bad_budget"


def test_a_budget_of_nodes_is_kept_to_the_node() -> None:
    match = sw.Match("axio_rota", 2, seed=1)
    bot = sw.bot("ismcts@150", seed=1)
    assert bot.think(bot.know(match.game, 2, 0, match.states)).nodes == 150


def test_shares_of_a_time_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    ends = []
    for share in Budget(seconds=8.0).begin().shares(4):
        while share.goes_on():
            now += 0.5
        ends.append(now)
    assert ends == [2.0, 4.0, 6.0, 8.0]
    late = Budget(seconds=1.0).begin()
    now += 2.0
    assert [late.goes_on(), late.goes_on()] == [True, False]  # at least once


def test_a_grossmeister_tells_all_that_it_looked_at() -> None:
    match = stopped("axio", 2, 3, 0.5, 10)
    bot = sw.bot("grossmeister@2000", seed=1)
    thought = bot.think(bot.know(match.game, 2, match.to_act[0], match.states))
    actions = [candidate.action for candidate in thought.candidates]
    assert len(actions) == len(set(actions)) == 48


RUNGS = [
    ("lehrling", "zufall", 40, 0.85),
    ("geselle", "lehrling", 40, 0.55),
    ("meister", "geselle", 32, 0.5),
]


@pytest.mark.parametrize("game", sw.games())
@pytest.mark.parametrize(("better", "worse", "games", "share"), RUNGS)
def test_each_rung_beats_the_one_below(
    game: str, better: str, worse: str, games: int, share: float
) -> None:
    """Few games, from fixed seeds; docs/bots.md has the real table."""
    ledger = arena.Ledger(arena.Contest(game, (better, worse), 2, games, seed=11))
    for deal in arena.run(ledger.contest):
        ledger.add(deal)
    assert ledger.standings()[0].share > share


@pytest.mark.parametrize("game", ["axio", "axio_hex"])
def test_a_grossmeister_beats_a_meister(game: str) -> None:
    contest = arena.Contest(game, ("grossmeister@600", "meister"), 2, 20, seed=11)
    ledger = arena.Ledger(contest)
    for deal in arena.run(contest):
        ledger.add(deal)
    assert ledger.standings()[0].share > 0.5
