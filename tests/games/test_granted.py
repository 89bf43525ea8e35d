"""What a seat was granted is enough to compute all that a table shows of a move (P15)."""

import random

import numpy as np
import pytest
from hypothesis import given

from games.driving import greeds, moments, seeds
from spielwerk.games import find, names
from spielwerk.match.match import Match
from spielwerk.rules.hidden import view
from spielwerk.rules.state import States

TABLES = [
    (name, seats, options)
    for name in names()
    for options in [
        {},
        *({key: other} for key, known in find(name).known_options.items() for other in known[1:]),
    ]
    for seats in find(name).seats
]
TRIED = 12  # moves of each position that are checked closely


def _known(match: Match, states: States, seat: int, moves: list[str]) -> list[object]:
    """Return all that a table shows a seat that may act, computed from `states`."""
    game = match.game
    legal = game.legal(states, 0, seat)
    told: list[object] = [legal.tolist(), game.write_all(states, 0, seat, legal)]
    told.append([game.scores(states, 0, other) for other in range(match.seats)])
    for action in legal[:: 1 + len(legal) // TRIED].tolist():
        after = game.after(states, 0, seat, action)
        told += [game.scores(after, 0, seat), game.lines(states, 0, seat, action)]
    out = np.full(2 * game.notation.width, -1, np.int64)
    for move in moves:
        numbers = game.notation.read(move)
        refusal = game.kernels.why_not(game.tables, states, 0, seat, numbers, out)
        told.append(
            (
                int(refusal),
                game.notation.refuse(int(refusal), out.tolist()).details if refusal else None,
            )
        )
    return told


def _moves_of_others(match: Match, seed: int) -> list[str]:
    """Return moves of another deal, most of which are refused here."""
    other = Match(match.game.id, match.seats, seed ^ 1, **match.options)  # type: ignore[arg-type]
    luck = random.Random(seed)
    found = []
    for _ in moments(other, seed, 0.0, share=0.2):
        legal = other.legal(other.to_act[0])
        found += luck.sample(legal, min(3, len(legal)))
    return found[:40]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
@given(seed=seeds, greed=greeds)
def test_granted_bytes_tell_what_the_full_state_tells(
    name: str, seats: int, options: dict[str, str], seed: int, greed: float
) -> None:
    match = Match(name, seats, seed, **options)  # type: ignore[arg-type]
    tried = _moves_of_others(match, seed)
    for _ in moments(match, seed, greed, share=0.05):
        states = match.states
        for seat in match.to_act:
            seen = view(match.game.layout, states, 0, seat)
            assert _known(match, seen, seat, tried) == _known(match, states, seat, tried)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
@given(seed=seeds, greed=greeds)
def test_a_move_is_refused_exactly_if_it_is_not_legal(
    name: str, seats: int, options: dict[str, str], seed: int, greed: float
) -> None:
    match = Match(name, seats, seed, **options)  # type: ignore[arg-type]
    game, tried = match.game, _moves_of_others(match, seed)
    numbers, out = (np.empty(n * game.notation.width, np.int64) for n in (1, 2))
    for _ in moments(match, seed, greed, share=0.05):
        states, luck = match.states, random.Random(seed)
        for seat in match.to_act:
            legal = game.legal(states, 0, seat).tolist()
            for action in luck.sample(legal, min(TRIED, len(legal))):
                game.kernels.move(game.tables, states, 0, seat, action, numbers)
                assert game.kernels.find(game.tables, states, 0, seat, numbers) == action
                assert game.kernels.why_not(game.tables, states, 0, seat, numbers, out) == 0
            for move in tried:
                read = game.notation.read(move)
                refused = game.kernels.why_not(game.tables, states, 0, seat, read, out)
                assert bool(refused) == (move not in match.legal(seat))
