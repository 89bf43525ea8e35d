"""Limits: a burst is granted, then one at a time; memory stays bounded."""

import random

import pytest

from spielwerk.server.limits import Limiter, Networks


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_granted_and_then_one_must_wait() -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=3, clock=clock)
    assert [limiter.take("ada") for _ in range(4)] == [0, 0, 0, 0.5]


def test_waiting_as_long_as_was_told_is_enough_and_no_less() -> None:
    clock = Clock()
    limiter = Limiter(rate=0.3, burst=5, clock=clock)
    while not (wait := limiter.take("ada")):
        pass
    clock.now += wait * 0.99
    assert limiter.take("ada") == pytest.approx(wait * 0.01)
    clock.now += wait * 0.01
    assert limiter.take("ada") == 0
    assert limiter.take("ada") > 0


def test_being_refused_costs_nothing() -> None:
    clock = Clock()
    limiter = Limiter(rate=1, burst=1, clock=clock)
    assert limiter.take("ada") == 0
    assert [limiter.take("ada") for _ in range(100)] == [1] * 100
    clock.now += 1
    assert limiter.take("ada") == 0


def test_everybody_has_a_bucket_of_their_own() -> None:
    limiter = Limiter(rate=1, burst=1, clock=Clock())
    assert [limiter.take(who) for who in ("ada", "bob", "ada")] == [0, 0, 1]


def test_something_dear_takes_more_tokens() -> None:
    clock = Clock()
    limiter = Limiter(rate=2, burst=10, clock=clock)
    assert limiter.take("ada", cost=8) == 0
    assert limiter.take("ada", cost=8) == 3
    assert limiter.take("ada", cost=2) == 0


def test_a_bucket_never_holds_more_than_a_burst() -> None:
    clock = Clock()
    limiter = Limiter(rate=1, burst=2, clock=clock)
    limiter.take("ada")
    clock.now += 1e6
    assert [limiter.take("ada") for _ in range(3)] == [0, 0, 1]


def test_a_full_bucket_behind_one_that_is_not_holds_no_more_either() -> None:
    clock = Clock()
    limiter = Limiter(rate=1, burst=10, clock=clock)
    limiter.take("bob", cost=10)
    limiter.take("ada", cost=1)
    clock.now += 9
    assert limiter.take("ada", cost=10) == 0
    assert limiter.take("ada", cost=1) == 1


def test_what_can_never_be_granted_is_a_mistake_of_the_caller() -> None:
    limiter = Limiter(rate=1, burst=2, clock=Clock())
    for cost in (0, -1, 2.5):
        with pytest.raises(ValueError, match="never gives"):
            limiter.take("ada", cost)
    with pytest.raises(ValueError, match="a rate"):
        Limiter(rate=0, burst=1)


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    limiter = Limiter(rate=1, burst=10, clock=clock)
    for number in range(1000):
        limiter.take(number, cost=1 + number % 10)
    assert len(limiter) == 1000
    clock.now += 10
    limiter.take("ada")
    assert len(limiter) == 1


def test_many_keys_do_not_grow_it() -> None:
    limiter = Limiter(rate=1, burst=2, clock=Clock(), most=50)
    for number in range(10_000):
        assert limiter.take(number) == 0
    assert len(limiter) == 50


def test_whoever_goes_on_asking_is_not_let_in_by_many_keys() -> None:
    limiter = Limiter(rate=1, burst=1, clock=Clock(), most=50)
    assert limiter.take("eve") == 0
    for number in range(1000):
        limiter.take(number)
        assert limiter.take("eve") == 1


def test_over_any_while_no_more_is_granted_than_burst_and_rate_allow() -> None:
    clock, chance = Clock(), random.Random(1)
    limiter = Limiter(rate=5, burst=7, clock=clock)
    granted: list[float] = []
    for _ in range(5000):
        clock.now += chance.expovariate(20)
        if limiter.take("ada") == 0:
            granted.append(clock.now)
    for first in range(0, len(granted), 50):
        for last in range(first, len(granted), 37):
            elapsed = granted[last] - granted[first]
            assert last - first + 1 <= 7 + 5 * elapsed + 0.001
    assert len(granted) > 5 * (granted[-1] - granted[0]) * 0.95


def test_of_so_many_people_it_is_known_where_they_are() -> None:
    networks = Networks(most=2)
    for person in (1, 2, 1, 3):
        networks.note(person, f"net {person}")
    assert [networks.of(person) for person in (1, 2, 3)] == ["net 1", None, "net 3"]
    networks.note(1, "a café's")
    assert networks.of(1) == "a café's"
