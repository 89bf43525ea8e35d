"""Actions as numbers: whatever a client sends results in a move or a refusal with a reason."""

import random

import pytest
from hypothesis import given

from games.driving import every_table, greeds, moments, seeds
from spielwerk.match.match import Match
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.hidden import view

TRIED = 60  # numbers tried at each position
OUTSIDE = (-1, -(1 << 63), 1 << 63, 1 << 200)


@every_table
@given(seed=seeds, greed=greeds)
def test_a_number_is_spelled_exactly_if_it_is_legal(
    name: str, seats: int, seed: int, greed: float
) -> None:
    match = Match(name, seats, seed)
    game, luck = match.game, random.Random(seed)
    for _ in moments(match, seed, greed, share=0.05):
        states = match.states
        before = states.tobytes()
        for seat in match.to_act:
            legal = game.legal(states, 0, seat).tolist()
            tried = {luck.randrange(game.actions) for _ in range(TRIED)} | {0, game.actions - 1}
            near = {action + luck.choice((-1, 1)) for action in luck.sample(legal, 1)}
            for action in sorted(tried | (near & set(range(game.actions)))):
                if action in legal:
                    continue
                with pytest.raises(IllegalMove) as refused:
                    game.spelled(states, 0, seat, action)
                assert refused.value.reason
                seen = view(game.layout, states, 0, seat)
                with pytest.raises(IllegalMove) as from_what_it_sees:
                    game.spelled(seen, 0, seat, action)
                assert str(from_what_it_sees.value) == str(refused.value)
            for action in luck.sample(legal, min(TRIED, len(legal))):
                move, n = game.spelled(states, 0, seat, action)
                assert n == len(legal)
                assert move == game.write(states, 0, seat, action)
                assert game.read(states, 0, seat, move) == action
        assert states.tobytes() == before


@every_table
def test_a_number_that_is_no_action_is_refused(name: str, seats: int) -> None:
    match = Match(name, seats, 1)
    for action in (*OUTSIDE, match.game.actions):
        with pytest.raises(IllegalMove) as refused:
            match.game.spelled(match.states, 0, match.to_act[0], action)
        assert refused.value.code == "no_action"


def test_a_number_is_refused_as_its_move_would_be() -> None:
    match = Match("axio", 2, 1)
    game, states = match.game, match.states
    with pytest.raises(IllegalMove) as by_text:
        match.play("swap")
    with pytest.raises(IllegalMove) as by_number:
        game.spelled(states, 0, 0, game.actions - 2)
    assert by_number.value.code == by_text.value.code == "no_swap"
    assert by_number.value.reason == by_text.value.reason
