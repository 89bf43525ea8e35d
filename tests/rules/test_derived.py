"""Questions that some games answer faster: the answers are those of the nine kernels."""

import random

import numpy as np
import pytest

from games.driving import every_table, finished, moments
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules import batch, derived, dispatch


@pytest.mark.parametrize("greed", [0.0, 1.0])
@every_table
def test_what_is_allowed_and_marked_is_what_is_legal(name: str, seats: int, greed: float) -> None:
    match = Match(name, seats, 12)
    game, luck = match.game, random.Random(12)
    room = np.empty(game.most_legal, np.int64)
    for _ in moments(match, 12, greed, share=0.2):
        for seat in match.to_act:
            s = match.states
            legal = set(game.legal(s, 0, seat).tolist())
            words = np.zeros(-(-game.actions // 64), np.uint64)
            dispatch.mark(game.tables, s, 0, seat, room, words)
            marked = np.unpackbits(words.view(np.uint8), bitorder="little")
            assert set(np.flatnonzero(marked).tolist()) == legal
            near = {action + step for action in legal for step in (-1, 1, -game.actions)}
            tried = luck.sample(sorted(legal | near), min(50, len(legal | near)))
            tried += [luck.randrange(game.actions) for _ in range(20)]
            for action in [*tried, -1, game.actions - 1, game.actions, 2**40]:
                allowed = dispatch.allows(game.tables, s, 0, seat, action)
                assert bool(allowed) == (action in legal), action


@every_table
def test_games_without_kernels_of_their_own_are_asked_by_the_others(name: str, seats: int) -> None:
    game = find(name)
    s = batch.position(game, seats, 3, 6)
    seat = game.to_act(s, 0)[0]
    legal = game.legal(s, 0, seat).tolist()
    own, listed = (np.zeros(-(-game.actions // 64), np.uint64) for _ in range(2))
    room = np.empty(game.most_legal, np.int64)
    dispatch.mark(game.tables, s, 0, seat, room, own)
    derived.mark_listed(game.tables, s, 0, seat, room, listed)
    assert (own == listed).all()
    for action in (*legal[:3], legal[-1]):
        assert derived.is_among(game.tables, s, 0, seat, action)
    assert not derived.is_among(game.tables, s, 0, seat, game.actions)


@every_table
def test_how_far_seats_got_is_the_result(name: str, seats: int) -> None:
    match = finished(name, seats, 2, 0.5)
    room = np.empty(16, np.int64)
    for seat in range(seats):
        got = dispatch.progress(match.game.tables, match.states, 0, seat, room)
        result = match.game.result(seats, match.scores(seat))
        cells = 81 if seats > 1 else 3 * 81
        assert got == (cells - result if match.game.lower_is_better else result)


def test_second_chance_alone_gets_on_cell_by_cell() -> None:
    """SC-16: over the whole series, and never back."""
    match = Match("second_chance", 1, 4)
    room = np.empty(16, np.int64)
    before = 0
    for _ in moments(match, 4, 0.0):
        got = dispatch.progress(match.game.tables, match.states, 0, 0, room)
        assert before <= got <= before + 8
        before = int(got)
