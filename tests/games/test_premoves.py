"""Moves ahead of one's turn: with the declared fields, `legal` answers as it will then."""

import pytest
from hypothesis import given

from games.driving import greeds, moments, seeds
from spielwerk.games import find, names
from spielwerk.match.match import Match
from spielwerk.rules.hidden import view
from spielwerk.rules.state import States

PLANNED = [name for name in names() if find(name).premoves is not None]
TABLES = [(name, seats) for name in PLANNED for seats in find(name).seats if seats > 1]


def _imagined(match: Match, seat: int) -> States:
    """Return what a seat was granted, as if it were its turn."""
    states = view(match.game.layout, match.states, 0, seat)
    for field, value in (match.game.premoves or {}).items():
        states[field][0] = value
    states["turn"][0] = 1 << seat
    return states


def test_some_games_can_be_planned_ahead_and_others_can_not() -> None:
    assert set(PLANNED) == {"axio", "axio_hex", "axio_rota"}  # before a roll nothing can be chosen


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seeds, greeds)
def test_on_ones_turn_they_change_nothing(name: str, seats: int, seed: int, greed: float) -> None:
    for match in moments(Match(name, seats, seed), seed, greed, share=0.2):
        [seat] = match.to_act
        turns = match.game.premoves or {}
        if any(match.states[field][0] != value for field, value in turns.items()):
            continue  # the seat decides something else, such as a swap
        legal = match.game.legal(match.states, 0, seat)
        assert match.game.legal(_imagined(match, seat), 0, seat).tolist() == legal.tolist()


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seeds, greeds)
def test_what_the_others_leave_can_be_made_then(
    name: str, seats: int, seed: int, greed: float
) -> None:
    """Whatever was planned and is not refused when the turn comes was planned as the same move."""
    planned: dict[int, dict[int, str]] = {}
    for match in moments(Match(name, seats, seed), seed, greed):
        game, states = match.game, match.states
        [acting] = match.to_act
        legal = game.legal(states, 0, acting)[:40]
        written = game.write_all(states, 0, acting, legal)
        for action, text in zip(legal.tolist(), written, strict=True):
            assert planned.get(acting, {}).get(action, text) == text
        planned[acting] = {}  # it is its turn: what was planned is made, or dropped
        for seat in set(range(match.seats)) - {acting}:
            seen = _imagined(match, seat)
            ahead = game.legal(seen, 0, seat)
            texts = game.write_all(seen, 0, seat, ahead)
            planned[seat] = dict(zip(ahead.tolist(), texts, strict=True))
    assert planned
