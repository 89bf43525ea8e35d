"""Bots as anybody calls them."""

import pytest

import spielwerk as sw


def test_zufall_chooses_legal_moves_and_repeats_itself_with_a_seed() -> None:
    match = sw.Match("axio", seed=7)
    chosen = [sw.bot("zufall", seed).choose(match, 0) for seed in range(30)]
    assert set(chosen) <= set(match.legal(0))
    assert len(set(chosen)) > 20
    assert chosen == [sw.bot("zufall", seed).choose(match, 0) for seed in range(30)]


def test_a_bot_whose_turn_it_is_not_says_so() -> None:
    with pytest.raises(sw.IllegalMove) as refused:
        sw.bot("zufall").choose(sw.Match("axio", seed=7), 1)
    assert refused.value.code == "not_your_turn"


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(sw.UnknownBot, match="known: zufall"):
        sw.bot("kasparov")
