"""AXIO's ranks, by the words of the rule instead of by kernel."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games.driving import finished, greeds, seeds
from spielwerk.games import find

tracks = st.lists(st.integers(0, 18), min_size=5, max_size=5)


def rank_compare(tables: list[list[int]]) -> list[int]:
    """AX-18: sort each seat's tracks, compare the lists, the larger wins, equal ones share."""
    lists = [sorted(table) for table in tables]
    return [1 + sum(other > mine for other in lists) for mine in lists]


@given(seed=seeds, greed=greeds, seats=st.integers(1, 4))
def test_final_ranks_are_rank_compare(seed: int, greed: float, seats: int) -> None:
    """AX-18"""
    match = finished("axio", seats, seed, greed)
    assert match.ranks == rank_compare([match.scores(seat) for seat in range(seats)])


@given(tables=st.lists(tracks, min_size=1, max_size=4), seed=seeds)
def test_ranks_of_any_tracks(tables: list[list[int]], seed: int) -> None:
    """AX-18: ties too, which whole games seldom bring."""
    if len(tables) > 1:
        tables[1] = random.Random(seed).sample(tables[0], 5)
    game = find("axio")
    states = game.layout.empty(1)
    states["seats"] = len(tables)
    for seat, table in enumerate(tables):
        states["tracks"][0, seat] = table
    assert game.ranks(states, 0, len(tables)) == rank_compare(tables)
