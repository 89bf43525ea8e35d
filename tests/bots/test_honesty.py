"""A bot's move depends only on what its seat may know: redealing the rest does not change it."""

from collections.abc import Iterator

import numpy as np
import pytest

from games.driving import moments
from spielwerk import bots
from spielwerk.bots.budget import Budget
from spielwerk.bots.hellseher import Hellseher
from spielwerk.bots.player import Bot
from spielwerk.match.match import Match
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import States

pytestmark = pytest.mark.compiled

TABLES = [
    ("anubixx", 3, {}),
    ("axio", 1, {}),
    ("axio", 2, {}),
    ("axio", 4, {}),
    ("axio_hex", 2, {}),
    ("axio_hex", 3, {"hands": "hidden"}),
    ("axio_rota", 1, {}),
    ("axio_rota", 3, {}),
    ("second_chance", 1, {}),
    ("second_chance", 4, {}),
]
with_secrets = [table for table in TABLES if table[0] in ("axio", "axio_rota") and table[1] > 1]
SEARCHING = ("grossmeister", "ismcts")  # by nodes, not by time
BOTS = [f"{name}@200" if name in SEARCHING else name for name in bots.names()]


def _worlds(game: str, seats: int, options: dict[str, str]) -> Iterator[tuple[Match, int, States]]:
    """Yield moments of a match, the seat to act, and the state with the unseen redealt."""
    match = Match(game, seats, 3, **options)  # type: ignore[arg-type]
    stream = np.array([9], np.uint64)
    for _ in moments(match, 3, 0.5, share=0.3):
        seat = match.to_act[0]
        states = match.states
        Imagination(match.game.layout, match.game.tables, seat).deal(states, 0, stream)
        yield match, seat, states


def _action(bot: Bot, match: Match, seat: int, states: States) -> int:
    return bot.think(bot.know(match.game, match.seats, seat, states)).action


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_a_seat_cannot_see_does_not_change_its_move(
    name: str, game: str, seats: int, options: dict[str, str]
) -> None:
    for number, (match, seat, states) in enumerate(_worlds(game, seats, options)):
        truth = _action(bots.bot(name, number), match, seat, match.states)
        assert _action(bots.bot(name, number), match, seat, states) == truth


def _cheat() -> Bot:
    return Hellseher(1, Budget(nodes=200))


@pytest.mark.parametrize(("game", "seats", "options"), with_secrets)
def test_a_bot_that_cheats_is_caught(game: str, seats: int, options: dict[str, str]) -> None:
    """Control: shows that the test above can fail."""
    caught = [
        _action(_cheat(), match, seat, states) != _action(_cheat(), match, seat, match.states)
        for match, seat, states in _worlds(game, seats, options)
    ]
    assert any(caught)


def test_nobody_is_asked_to_play_against_the_cheat() -> None:
    assert Hellseher.name not in bots.names()
