"""Moves planned ahead: with the declared fields, `legal` answers as it will at the seat's turn."""

from collections.abc import Mapping

import pytest
from hypothesis import given

from games.driving import greeds, moments, seeds
from spielwerk.games import find, names
from spielwerk.match.match import Match
from spielwerk.rules.hidden import view
from spielwerk.rules.state import States

PLANNED = [name for name in names() if find(name).premoves is not None]
TABLES = [(name, seats) for name in PLANNED for seats in find(name).seats if seats > 1]


def _ahead(match: Match, seat: int) -> Mapping[str, int]:
    """Return the fields as they are on a seat's next turn."""
    begun = any(ply.seat == seat for ply in match.plies)
    return (match.game.premoves if begun else match.game.first_premoves) or {}


def _imagined(match: Match, seat: int) -> States:
    """Return what a seat was granted, as if it were its turn."""
    states = view(match.game.layout, match.states, 0, seat)
    for field, value in _ahead(match, seat).items():
        states[field][0] = value
    states["turn"][0] = 1 << seat
    return states


def test_some_games_can_be_planned_ahead_and_others_can_not() -> None:
    assert set(PLANNED) == {"axio", "axio_hex", "axio_rota"}  # before a roll nothing can be chosen
    assert set(PLANNED) == {name for name in names() if find(name).first_premoves is not None}


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seeds, greeds)
def test_on_ones_turn_they_change_nothing(name: str, seats: int, seed: int, greed: float) -> None:
    for match in moments(Match(name, seats, seed), seed, greed, share=0.2):
        [seat] = match.to_act
        turns = _ahead(match, seat)
        if any(match.states[field][0] != value for field, value in turns.items()):
            continue  # the seat decides something else, such as a swap
        legal = match.game.legal(match.states, 0, seat)
        assert match.game.legal(_imagined(match, seat), 0, seat).tolist() == legal.tolist()


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seeds, greeds)
def test_what_the_others_leave_can_be_made_then(
    name: str, seats: int, seed: int, greed: float
) -> None:
    """A planned move that is legal at its turn was planned as the same move."""
    planned: dict[int, dict[int, str]] = {}
    for match in moments(Match(name, seats, seed), seed, greed):
        game, states = match.game, match.states
        [acting] = match.to_act
        legal = game.legal(states, 0, acting)[:40]
        written = game.write_all(states, 0, acting, legal)
        for action, text in zip(legal.tolist(), written, strict=True):
            assert planned.get(acting, {}).get(action, text) == text
        planned[acting] = {}  # it is the seat's turn: the planned move is made, or dropped
        for seat in set(range(match.seats)) - {acting}:
            seen = _imagined(match, seat)
            ahead = game.legal(seen, 0, seat)
            texts = game.write_all(seen, 0, seat, ahead)
            planned[seat] = dict(zip(ahead.tolist(), texts, strict=True))
    assert planned
