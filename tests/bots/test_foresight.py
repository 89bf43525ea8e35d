"""What is foreseen without being tried is what trying would show."""

from collections.abc import Iterator

import numpy as np
import pytest

from games.driving import moments
from spielwerk import bots
from spielwerk.bots import foresight
from spielwerk.bots.foresight import best_tried
from spielwerk.bots.judging import weigh_up
from spielwerk.bots.masters import Search
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.rules.kernel import kernel

pytestmark = pytest.mark.compiled

TABLES = [("axio", 2), ("axio", 4), ("axio_hex", 2), ("axio_hex", 3), ("axio_rota", 2)]


@kernel
def weighed_up(t, s, i, seat, board):  # type: ignore[no-untyped-def]
    return weigh_up(t, s, i, seat, board)


def _moments(game: str, seats: int, seed: int) -> Iterator[tuple[Match, int]]:
    match = Match(game, seats, seed)
    for _ in moments(match, seed, 0.5, share=0.5):
        yield match, match.to_act[0]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_action_that_is_weighed_best_is_best_when_tried(game: str, seats: int) -> None:
    """Mostly: the stage is that before the move, and a name in rota is weighed alone."""
    seen = foresight.load(find(game))
    desk = seen.desk(find(game))
    alike = []
    for match, seat in (moment for seed in range(3) for moment in _moments(game, seats, seed)):
        t, board = match.game.tables, np.empty(8, np.int64)
        states = match.game.layout.empty(4)
        states[:] = match.states[0]
        weighed = seen.best(t, states, 0, 1, seat, board, desk)
        assert weighed in match.game.legal(states, 0, seat)
        room = np.empty(match.game.most_legal, np.int64)
        tried = best_tried(t, states, 0, 1, seat, board, room)
        for place, action in ((2, weighed), (3, tried)):
            match.game.kernels.act(t, states, place, seat, int(action))
        values = [float(weighed_up(t, states, place, seat, board)) for place in (2, 3)]
        assert values[0] < values[1] + 1e-9
        alike.append(values[0] > values[1] - 1e-9)
    assert np.mean(alike) > (0.99 if game == "axio_hex" else 0.8)


@pytest.mark.parametrize(
    ("game", "options"),
    [("axio", {}), ("axio_hex", {"hands": "hidden"}), ("axio_rota", {})],
)
def test_expected_answers_are_the_mean_over_worlds(game: str, options: dict[str, str]) -> None:
    match = Match(game, 2, 5, **options)  # type: ignore[arg-type]
    geselle = bots.bot("geselle", 1)
    for _ in range(9):
        match.play(geselle.choose(match, match.to_act[0]), match.to_act[0])
    seat = match.to_act[0]
    search = Search(geselle.know(match.game, 2, seat, match.states), np.uint64(7))
    actions, expected = search.candidates(12)
    assert expected is not None
    sums = np.zeros(len(actions))
    worlds = 400
    for world in range(worlds):
        search.play_on(actions, world, 1, sums)
    if game == "axio_hex":  # which looks at its own next tile too
        assert np.corrcoef(sums, expected)[0, 1] > 0.5
    else:
        assert np.abs(sums / worlds - expected).max() < 0.15


def test_a_meister_does_not_always_take_what_looks_best_at_once() -> None:
    found = 0
    for match, seat in _moments("axio", 2, 4):
        meister, geselle = bots.bot("meister", 1), bots.bot("geselle", 1)
        found += meister.choose(match, seat) != geselle.choose(match, seat)
    assert found > 0
