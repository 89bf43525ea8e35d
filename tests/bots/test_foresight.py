"""What is foreseen without being tried is what trying would show."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from games.driving import moments
from spielwerk import bots
from spielwerk.bots import foresight
from spielwerk.bots.judging import axio_rota, dominoes
from spielwerk.bots.judging.tracks import SOFTNESS
from spielwerk.bots.masters import Search
from spielwerk.games import find
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
    seen = foresight.load(find(game))
    desk = seen.desk(find(game))
    stage_of = axio_rota.stage_of if game == "axio_rota" else dominoes.stage_of
    alike = []
    for match, seat in (moment for seed in range(3) for moment in _moments(game, seats, seed)):
        t = match.game.tables
        states = match.game.layout.empty(2)
        states[:] = match.states[0]
        if game == "axio_rota" and placements.has_empty(t, states[0], seat):
            continue
        softness = SOFTNESS[stage_of(states[0])]
        weighed = seen.best(t, states, 0, 1, seat, np.empty(8, np.int64), desk)
        heights = {}
        for action in match.game.legal(states, 0, seat).tolist():
            states[1] = states[0]
            match.game.kernels.act(t, states, 1, seat, action)
            heights[action] = _height(states, 1, seat, softness)
        alike.append(heights[weighed] > max(heights.values()) - 1e-9)
    assert len(alike) > 10
    assert all(alike)


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
