"""Games are prepared in the background, and report their progress."""

from __future__ import annotations

import asyncio

import pytest

from spielwerk.bots.compilation import for_bots
from spielwerk.rules import compilation
from spielwerk.rules.game import Game
from spielwerk.server import engines
from spielwerk.server.preparing import Preparing


def test_a_game_is_playable_before_the_code_of_its_bots_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def only_rules(game: Game, stage: compilation.Stage = compilation.for_matches) -> bool:
        return stage is not for_bots

    monkeypatch.setattr(compilation, "is_compiled", only_rules)

    async def run() -> None:
        preparing = Preparing()
        preparing.states = {"anubixx": "waiting"}
        await preparing.ready("anubixx")
        assert preparing.states == {"anubixx": "playable"}
        await preparing.ready("anubixx")  # people need not wait for bots
        assert preparing.states == {"anubixx": "playable"}
        await preparing.all()
        assert preparing.states == {"anubixx": "ready"}

    asyncio.run(run())


def test_lists_of_games_are_prepared_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first page asks for them at once, and must not wait while digests are computed."""
    engines.rules.cache_clear()
    described: list[bool] = []

    async def described_before(preparing: Preparing, game: str) -> None:
        described.append(engines.rules.cache_info().currsize == len(preparing.states))

    monkeypatch.setattr(Preparing, "ready", described_before)
    asyncio.run(Preparing().all())
    assert described
    assert all(described)
