"""Alone, a bot plays against the box: its result is reported, not its opponents."""

import pytest

from spielwerk.lab import arena

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("game", ["axio", "axio_rota", "second_chance"])
def test_the_arena_tells_what_a_bot_reaches_alone(game: str) -> None:
    ledger = arena.Ledger(arena.Contest(game, ("geselle",), 1, 4, seed=2))
    for deal in arena.run(ledger.contest):
        ledger.add(deal)
    (told,) = ledger.as_dict()["bots"]
    assert told["spread"] >= 0
    assert (told["best"] <= told["mean_result"]) == (game == "second_chance")


def test_looking_to_the_end_of_a_game_pays_in_a_series() -> None:
    reached = {}
    for name in ("geselle", "grossmeister@1500"):
        ledger = arena.Ledger(arena.Contest("second_chance", (name,), 1, 3, seed=2))
        for deal in arena.run(ledger.contest):
            ledger.add(deal)
        reached[name] = ledger.standings()[0].mean_result
    assert reached["grossmeister@1500"] < reached["geselle"]
