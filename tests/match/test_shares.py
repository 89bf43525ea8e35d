"""Shares: players add to the seed, so that knowing one part alone chooses no draw."""

import hashlib
import hmac
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.match.match import Match
from spielwerk.match.shares import Share, SharedSeed, hashed, mixed

ONE, OTHER = (Share(hashed(bytes([n]) * 32), bytes([n]) * 32) for n in (1, 2))
SEED = (5).to_bytes(32, "big")


def finished(*shares: Share | None) -> dict[str, Any]:
    """Return the record of a match between bots, with these shares."""
    match, bot = Match("axio", 2, SharedSeed(SEED, shares)), sw.bot("zufall", 1)
    while not match.over:
        match.play(bot.choose(match, match.to_act[0]))
    return match.record()


def test_the_seed_is_mixed_by_a_recipe() -> None:
    text = b"\0" + bytes([1]) * 32 + b"\1" + bytes([2]) * 32
    assert mixed(SEED, [ONE, OTHER]) == hmac.new(SEED, text, hashlib.sha256).digest()
    assert mixed(SEED, [None, OTHER]) == hmac.new(SEED, text[33:], hashlib.sha256).digest()
    assert mixed(SEED, [None, Share(ONE.hash)]) == mixed(SEED, ()) == SEED


def test_every_share_changes_the_deal_and_its_seat_matters() -> None:
    deals = [
        str(Match("axio", 2, SharedSeed(SEED, shares)).setup)
        for shares in ((), (ONE, None), (None, ONE), (ONE, OTHER), (OTHER, ONE))
    ]
    assert len(set(deals)) == len(deals)


@pytest.mark.parametrize("shares", [(ONE, OTHER), (ONE, None), (ONE, Share(OTHER.hash))])
def test_a_record_with_shares_is_checked(shares: tuple[Share | None, ...]) -> None:
    record = finished(*shares)
    assert record["fair"]["commitment"] == hashlib.sha256(SEED).hexdigest()
    assert record["fair"]["seed"] == SEED.hex()
    assert record["fair"]["shares"] == [share and share.record() for share in shares]
    sw.check_fair(record)
    assert sw.replay(record).record() == record


@pytest.mark.parametrize(
    ("shares", "code"),
    [
        ([None, None], "unfair"),
        ([ONE.record(), None], "unfair"),
        ([OTHER.record(), ONE.record()], "unfair"),
        ([ONE.record(), {"hash": ONE.hash, "value": "02" * 32}], "broken_share"),
        ([ONE.record()], "bad_shares"),
        ({}, "bad_shares"),
        ([1, 2], "bad_shares"),
        ([{"hash": "x"}, None], "bad_shares"),
        ([{"hash": ONE.hash, "value": 7}, None], "bad_shares"),
    ],
)
def test_a_host_who_lies_about_shares_is_found_out(shares: object, code: str) -> None:
    record = finished(ONE, OTHER)
    record["fair"]["shares"] = shares
    sw.replay(record)  # the game itself holds
    with pytest.raises(sw.RecordError) as refused:
        sw.check_fair(record)
    assert refused.value.code == code


def test_a_match_with_shares_goes_on_from_its_record() -> None:
    match = Match("axio", 2, SharedSeed(SEED, (ONE, OTHER)))
    for _ in range(4):
        match.play(match.legal(match.to_act[0])[0])
    again = sw.replay(match.record(), seed=SEED)
    for one in (match, again):
        one.play(one.legal(one.to_act[0])[0])
    assert again.record() == match.record()
