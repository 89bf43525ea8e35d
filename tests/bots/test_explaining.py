"""Reasons are data: which numbers a move changes, those first in which moves differ."""

import json

import pytest

import spielwerk as sw
from games.driving import every_table, moments, stopped

pytestmark = pytest.mark.compiled


@every_table
def test_every_bot_can_tell_its_reasons_everywhere(name: str, seats: int) -> None:
    match = sw.Match(name, seats, 3)
    for number, _ in enumerate(moments(match, 3, 0.5, share=0.2)):
        told = sw.bot("geselle", seed=number).explain(match, match.to_act[0])
        assert json.loads(json.dumps(told)) == told
        for candidate in told:
            assert candidate["move"] in match.legal(match.to_act[0])
            assert len(candidate["terms"]) <= 3


@pytest.mark.parametrize("game", ["axio", "axio_hex", "axio_rota"])
def test_scores_are_told_as_they_will_be(game: str) -> None:
    match = stopped(game, 2, 3, 0.5, 12)
    seat = match.to_act[0]
    before = dict(zip(match.game.score_names(2), match.scores(seat), strict=True))
    told = sw.bot("meister", seed=1).explain(match, seat)[0]
    match.play(told["move"], seat)
    after = dict(zip(match.game.score_names(2), match.scores(seat), strict=True))
    scores = [term for term in told["terms"] if term["term"] == "score"]
    for term in scores:
        assert (term["from"], term["to"]) == (before[term["name"]], after[term["name"]])
        assert term["lowest"] == (term["from"] == min(before.values()))
    assert scores


def test_the_next_seats_best_answer_is_told_by_colour_and_points() -> None:
    seen = False
    match = sw.Match("axio", 2, 3)
    for number, _ in enumerate(moments(match, 3, 0.5, share=0.5)):
        for candidate in sw.bot("meister", seed=number).explain(match, match.to_act[0]):
            for term in candidate["terms"]:
                if term["term"] == "answer":
                    seen = True
                    assert term["name"] == str(1 - match.to_act[0])
                    assert {term["in"], term["from_in"]} <= set(match.game.score_names(2))
                    assert min(term["to"], term["from"]) >= 0
    assert seen


def test_what_differs_is_told_before_what_is_shared() -> None:
    match = stopped("second_chance", 2, 3, 0.5, 10)
    told = sw.bot("geselle", seed=1).explain(match, match.to_act[0], most=4)
    shared = [t for t in told[0]["terms"] if all(t in other["terms"] for other in told[1:])]
    for candidate in told:
        kinds = [term in shared for term in candidate["terms"]]
        assert kinds == sorted(kinds)


def test_fit_is_told_in_second_chance_and_stones_in_anubixx() -> None:
    for game, names in (("second_chance", {"border", "alone"}), ("anubixx", {"stones"})):
        found = set()
        match = sw.Match(game, 2, 3)
        for number, _ in enumerate(moments(match, 3, 0.5, share=0.5)):
            for candidate in sw.bot("geselle", seed=number).explain(match, match.to_act[0]):
                found |= {term["name"] for term in candidate["terms"] if term["term"] == "fit"}
        assert found == names
