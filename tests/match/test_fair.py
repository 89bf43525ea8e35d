"""Fair chance: fixed before the match, disclosed after it, and without bias."""

import hashlib
import hmac
import itertools
import math

import numpy as np
import pytest

import spielwerk as sw
from games.driving import finished, stopped
from spielwerk.match.fair import FairChance, bounded


def test_the_commitment_is_known_from_the_start_and_the_seed_only_at_the_end() -> None:
    match = stopped("axio", 2, 77, 0.0, 5)
    seed = (77).to_bytes(32, "big")
    assert match.commitment == hashlib.sha256(seed).hexdigest()
    assert match.seed is None
    assert seed.hex() not in repr(match.record()) + repr(match.view(0)) + repr(match.view(None))
    over = finished("axio", 2, 77, 0.0)
    assert over.seed == seed
    assert over.record()["fair"]["seed"] == seed.hex()


def test_every_draw_can_be_checked_by_hand() -> None:
    """The recipe of the module's docstring, written again: the first tile dealt."""
    seed = (5).to_bytes(32, "big")
    weights = [4, 8, 8, 8, 8, 4, 8, 8, 8, 4, 8, 8, 4, 8, 4]
    word = hmac.new(seed, bytes(8) + bytes(4), hashlib.sha256).digest()[:8]
    point = int.from_bytes(word, "big") % 100
    kind = next(k for k, total in enumerate(itertools.accumulate(weights)) if total > point)
    kinds = [a + b for a, b in itertools.combinations_with_replacement("rgbop", 2)]
    assert sw.Match("axio", 2, 5).record()["setup"]["hands"][0][0] == kinds[kind]


def test_rejected_words_and_lots_follow_the_recipe_too() -> None:
    seed = (5).to_bytes(32, "big")

    def word(k: int, j: int) -> int:
        text = k.to_bytes(8, "big") + j.to_bytes(4, "big")
        return int.from_bytes(hmac.new(seed, text, hashlib.sha256).digest()[:8], "big")

    chance = FairChance(seed)
    assert list(itertools.islice(chance._words(3), 3)) == [word(3, 0), word(3, 1), word(3, 2)]
    assert chance.lot(4) == word(2**64 - 1, 0) % 4


@pytest.mark.parametrize("bound", range(1, 257))
def test_bounded_draws_are_exactly_unbiased(bound: int) -> None:
    """Over all words of eight bits: those not rejected hit every number equally often."""
    hits = [0] * bound
    for word in range(256):
        try:
            hits[bounded([word], bound, bits=8)] += 1
        except StopIteration:
            continue
    assert hits == [256 // bound] * bound


def test_a_rejected_word_is_followed_by_the_next() -> None:
    assert bounded([255, 254, 3], 7, bits=8) == 3  # 252 = 36 * 7: greater ones do not count


@pytest.mark.parametrize("outcomes", [2, 5, 15])
def test_draws_are_uniform(outcomes: int) -> None:
    chance = FairChance((outcomes).to_bytes(32, "big"))
    weights = np.ones(outcomes, np.int64)
    draws = 300 * outcomes
    counts = np.bincount([chance.outcome(weights) for _ in range(draws)], minlength=outcomes)
    statistic = float(((counts - 300) ** 2 / 300).sum())
    # Chi-square with n - 1 degrees of freedom lies above this about once in a million times.
    assert statistic < {2: 27.5, 5: 35.2, 15: 55.5}[outcomes]
    assert chance.drawn == draws


def test_draws_follow_their_weights_and_never_take_what_has_none() -> None:
    chance = FairChance(bytes(32))
    weights = np.array([0, 3, 0, 1, 0], np.int64)
    counts = np.bincount([chance.outcome(weights) for _ in range(4000)], minlength=5)
    assert counts[[0, 2, 4]].tolist() == [0, 0, 0]
    assert abs(counts[1] - 3000) < 5 * math.sqrt(4000 * 0.75 * 0.25)


def test_the_lot_is_part_of_the_proof() -> None:
    for seed in range(20):
        record = finished("axio", 3, seed, 0.0).record()
        assert record["fair"]["first"] == "lot"
        sw.check_fair(record)
        if record["setup"]["first"] != 0:
            break
    claimed = {**record, "fair": {**record["fair"], "first": "set"}}
    sw.check_fair(claimed)  # who starts may also be set: that alone is no fraud


def test_a_host_who_lies_about_the_lot_is_found_out() -> None:
    seed = next(n for n in range(50) if sw.Match("axio", 2, n, first="lot").to_act == (0,))
    match = sw.Match("axio", 2, seed, first=1)
    bot = sw.bot("zufall", 1)
    while not match.over:
        match.play(bot.choose(match, match.to_act[0]))
    record = match.record()
    sw.check_fair(record)
    record["fair"]["first"] = "lot"
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(record)
    assert refused.value.code == "unfair"


def test_the_commitment_noted_at_the_start_is_compared() -> None:
    match = finished("axio", 2, 9, 0.0)
    sw.check_fair(match.record(), commitment=match.commitment)
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(match.record(), commitment=sw.Match("axio", 2, 10).commitment)
    assert refused.value.code == "broken_commitment"


@pytest.mark.parametrize(
    ("fair", "code"),
    [
        (None, "no_seed"),
        ({}, "no_seed"),
        ({"seed": None}, "no_seed"),
        ({"seed": "xyz"}, "bad_seed"),
        ({"seed": "00" * 33}, "bad_seed"),
        ({"seed": "00" * 32, "commitment": "00" * 32}, "broken_commitment"),
        (
            {"seed": "00" * 32, "commitment": hashlib.sha256(bytes(32)).hexdigest()},
            "unfair",
        ),
    ],
)
def test_a_record_without_its_own_seed_is_not_fair(fair: object, code: str) -> None:
    record = finished("axio", 2, 9, 0.0).record()
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair({**record, "fair": fair})
    assert refused.value.code == code


def test_draws_from_another_seed_are_found_out_at_their_ply() -> None:
    """The last tile drawn, which was never laid, is replaced by another possible one."""
    record = finished("axio", 4, 9, 0.0).record()
    last = max(n for n, ply in enumerate(record["plies"]) if "reveals" in ply)
    drew = record["plies"][last]["reveals"]["drew"]
    for tile in ("rg", "gb", "bo", "op"):
        if tile not in drew:
            record["plies"][last]["reveals"]["drew"] = [tile, *drew[1:]]
            break
    sw.replay(record)  # possible by the rules
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(record)
    assert refused.value.code == "unfair"
    assert refused.value.ply == last


def test_an_unfinished_match_is_not_proved() -> None:
    record = finished("axio", 2, 9, 0.0).record()
    cut = {**record, "plies": record["plies"][:5], "result": None}
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(cut)
    assert refused.value.code == "not_over"
