"""Values foreseen without trying a move equal those after trying it."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from games.driving import moments
from spielwerk import bots
from spielwerk.bots import search, worlds
from spielwerk.bots.workspace import workspace
from spielwerk.dominoes import judge
from spielwerk.games import find
from spielwerk.games.axio_rota import judge as rota_judge
from spielwerk.games.axio_rota import placements
from spielwerk.match.match import Match
from spielwerk.rules.state import States

pytestmark = pytest.mark.compiled

TABLES = [("axio", 2), ("axio", 4), ("axio_hex", 2), ("axio_hex", 3), ("axio_rota", 2)]


def _moments(game: str, seats: int, seed: int) -> Iterator[tuple[Match, int]]:
    match = Match(game, seats, seed)
    for _ in moments(match, seed, 0.5, share=0.5):
        yield match, match.to_act[0]


def _height(states: States, place: int, seat: int, softness: float) -> float:
    tracks = states["tracks"][place, seat].astype(float)
    return -softness * math.log(np.exp(-tracks / softness).sum())


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_action_that_is_weighed_best_is_best_when_tried(game: str, seats: int) -> None:
    """As things stand before the move; a corner that rota names may move a track of another's."""
    w = workspace(find(game), seats, find(game).depth)
    stage_of = rota_judge.stage_of if game == "axio_rota" else judge.stage_of
    alike = []
    for match, seat in (moment for seed in range(3) for moment in _moments(game, seats, seed)):
        t = match.game.tables
        states = match.game.layout.empty(2)
        states[:] = match.states[0]
        if game == "axio_rota" and placements.has_empty(t, states[0], seat):
            continue
        softness = judge.SOFTNESS[stage_of(states[0])]
        weighed = match.game.kernels.best(t, states, 0, 1, seat, w)
        heights = {}
        for action in match.game.legal(states, 0, seat).tolist():
            states[1] = states[0]
            match.game.kernels.act(t, states, 1, seat, action)
            heights[action] = _height(states, 1, seat, softness)
        alike.append(heights[weighed] > max(heights.values()) - 1e-9)
    assert len(alike) > 10
    assert all(alike)


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [("axio", {}, 3), ("axio_hex", {"hands": "hidden"}, 1), ("axio_rota", {}, 1)],
)
def test_expected_answers_are_the_mean_over_worlds(
    game: str, options: dict[str, str], seed: int
) -> None:
    match = Match(game, 2, 5, **options)  # type: ignore[arg-type]
    geselle = bots.bot("geselle", seed)
    for _ in range(9):
        match.play(geselle.choose(match, match.to_act[0]), match.to_act[0])
    seat, word, t = match.to_act[0], np.uint64(7), match.game.tables
    states = match.game.layout.empty(worlds.STATES)
    states[worlds.SEEN] = geselle.know(match.game, 2, seat, match.states).seen[0]
    w = workspace(match.game, 2, match.game.depth)
    w["most"] = 12
    assert search.choose_candidates(t, states, seat, word, w)
    expected = w["values"][0, :12].copy()
    w["values"], w["plies"] = 0.0, 1
    number = 400
    for world in range(number):
        worlds.play_on(t, states, seat, world, word, w)
    sums = w["values"][0, :12]
    if game == "axio_hex":  # which looks at its own next tile too
        assert np.corrcoef(sums, expected)[0, 1] > 0.5
    else:
        assert np.abs(sums / number - expected).max() < 0.15


def test_a_meister_does_not_always_take_what_looks_best_at_once() -> None:
    found = 0
    for match, seat in _moments("axio", 2, 4):
        meister, geselle = bots.bot("meister", 1), bots.bot("geselle", 1)
        found += meister.choose(match, seat) != geselle.choose(match, seat)
    assert found > 0
