"""Play matches of any game to their ends, well enough to reach what random play seldom does."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st
from numba import config

import spielwerk as sw
from spielwerk.games import find
from spielwerk.match.match import Match

EVERY_TABLE = [(name, seats) for name in sw.games() for seats in find(name).seats]
every_table = pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
seeds = st.integers(0, 2**64 - 1)
FEW = 3 if config.DISABLE_JIT else 12
greeds = st.sampled_from([0.0, 0.5, 1.0])  # how often the best of a few moves is taken


def choose(match: Match, luck: random.Random, greed: float) -> tuple[int, str]:
    """Return a seat that may act, and a move for it."""
    seat = luck.choice(match.to_act)
    moves = match.legal(seat)
    if luck.random() >= greed:
        return seat, luck.choice(moves)
    few = luck.sample(moves, min(FEW, len(moves)))
    return seat, max(few, key=lambda move: sum(match.preview(move, seat)))


def moments(match: Match, seed: int, greed: float, share: float = 1.0) -> Iterator[Match]:
    """Play a match to its end; yield it, before a ply, at this share of moments."""
    luck = random.Random(seed)
    while not match.over:
        if luck.random() < share:
            yield match
        seat, move = choose(match, luck, greed)
        match.play(move, seat)


def finished(name: str, seats: int, seed: int, greed: float) -> Match:
    """Return a finished match."""
    match = Match(name, seats, seed, first="lot")
    for _ in moments(match, seed, greed):
        pass
    return match


def stopped(name: str, seats: int, seed: int, greed: float, plies: int) -> Match:
    """Return a match after this many plies, or at its end."""
    match = Match(name, seats, seed)
    for _ in moments(match, seed, greed):
        if len(match.plies) == plies:
            break
    return match
