"""Moves as numbers: why one is refused and which action it is agree with what is legal."""

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from games.axio_rota.positions import cell_of
from games.driving import greeds, moments, seeds
from spielwerk.games.axio_rota.notation import KINDS, turned
from spielwerk.match.match import Match


def _tries(match: Match, seat: int, luck: random.Random) -> Iterator[str]:
    """The tile in hand and another, on and around the display, and far away."""
    view = match.view(seat)
    places = [cell_of(f"{place}:") for place in view["tiles"]]
    columns = range(min(x for x, _ in places) - 2, max(x for x, _ in places) + 3)
    rows = range(min(y for _, y in places) - 2, max(y for _, y in places) + 3)
    far = [(34, 32), (66, 0), (2, -64), (999, -999)]
    for x, y in [*itertools.product(columns, rows), *far]:
        for kind in (KINDS.index(view["hands"][seat]), luck.randrange(len(KINDS))):
            tile = turned(kind, luck.randrange(4))
            for named in ("", f"={luck.choice('rgbop')}"):
                yield f"{x},{y}:{tile}{named}"


@pytest.mark.parametrize("seats", [1, 3])
@given(seed=seeds, greed=greeds)
def test_a_move_is_refused_exactly_if_it_is_not_legal(seats: int, seed: int, greed: float) -> None:
    """RO-7, RO-10"""
    luck = random.Random(seed)
    match = Match("axio_rota", seats, seed)
    game = match.game
    told = np.empty(2 * game.notation.width, np.int64)
    for _ in moments(match, seed, greed, share=0.04):
        seat, states = match.to_act[0], match.states
        legal = set(match.legal(seat))
        for move in _tries(match, seat, luck):
            numbers = game.notation.read(move)
            refused = game.kernels.why_not(game.tables, states, 0, seat, numbers, told)
            assert (refused == 0) == (move in legal)
            action = game.kernels.find(game.tables, states, 0, seat, numbers)
            assert (refused == 0) == game.kernels.allows(game.tables, states, 0, seat, action)


@pytest.mark.parametrize("seats", [1, 3])
@given(seed=seeds, greed=greeds)
def test_every_action_is_found_again_from_its_move(seats: int, seed: int, greed: float) -> None:
    """RO-7, RO-10: and no action that is not legal is refused for nothing."""
    luck = random.Random(seed)
    match = Match("axio_rota", seats, seed)
    game = match.game
    move, told = np.empty(4, np.int64), np.empty(8, np.int64)
    for _ in moments(match, seed, greed, share=0.04):
        seat, states = match.to_act[0], match.states
        legal = set(game.legal(states, 0, seat).tolist())
        for action in legal | {luck.randrange(game.actions) for _ in range(200)}:
            game.kernels.move(game.tables, states, 0, seat, action, move)
            found = game.kernels.find(game.tables, states, 0, seat, move)
            refused = game.kernels.why_not(game.tables, states, 0, seat, move, told)
            assert (found == action and refused == 0) == (action in legal)
