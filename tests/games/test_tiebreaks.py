"""The comparisons that decide ranks, step by step: they must agree with the kernels."""

import random

from hypothesis import given

from games.driving import every_table, finished, greeds, seeds
from spielwerk.games import find
from spielwerk.rules.tiebreaks import decide


@every_table
@given(seed=seeds, greed=greeds)
def test_the_steps_come_to_the_ranks(name: str, seats: int, seed: int, greed: float) -> None:
    match = finished(name, seats, seed, greed)
    told = match.tiebreaks
    assert (told[-1].ranks if told else [1]) == match.ranks
    for step in told[:-1]:
        assert len(set(step.ranks)) < seats  # else nothing more was to be compared


def _numbers(luck: random.Random, name: str) -> dict[str, int]:
    """Return the numbers of a state on which ranks depend, with many ties."""
    if name == "second_chance":
        return {"grid": luck.choice([0, 1, 3, 2**64 - 1]), "ones": luck.randrange(8)}
    return {"crossed": luck.choice([0, 1, 2, 3]), "jokers": luck.randrange(2)}


@given(seed=seeds)
def test_ties_are_broken_as_kernels_do(seed: int) -> None:
    """SC-13, SC-14, AN-27: whole games seldom end in a tie."""
    luck = random.Random(seed)
    for name in ("second_chance", "anubixx"):
        game, states = find(name), find(name).layout.empty(1)
        game.kernels.start(game.tables, states, 0, 3, 0)
        for seat in range(3):
            for field, value in _numbers(luck, name).items():
                if field == "ones":
                    states[field][0] = value
                elif field == "grid":
                    states[field][0, seat] = (value, 2**17 - 1 if value > 3 else 0)
                else:
                    states[field][0, seat] = value
        told = decide(game.comparisons(states, 0, 3), 3)
        assert told[-1].ranks == game.ranks(states, 0, 3)
