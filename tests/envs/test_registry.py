"""Names of environments: for every installed game, and for no other."""

import importlib
import logging
import pickle
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec

import gymnasium
import pettingzoo
import pytest

import spielwerk.envs
from spielwerk.envs import registry
from spielwerk.games import GROUP, game_type, loadable, names
from spielwerk.rules import entry_points
from spielwerk.rules.game import Game


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install two games of other packages that can't be loaded."""
    ours = entry_points.entry_points(GROUP)
    theirs = {
        "broken": EntryPoint("broken", "spielwerk.nowhere:Broken", GROUP),
        "odd": EntryPoint("odd", "pathlib:Path", GROUP),
    }
    games = importlib.import_module("spielwerk.games")  # `spielwerk.games` is a function
    monkeypatch.setattr(games, "entry_points", lambda group: ours | theirs)
    loadable.cache_clear()
    yield
    loadable.cache_clear()
    game_type.cache_clear()


@pytest.mark.parametrize("name", names())
def test_every_game_is_a_module(name: str) -> None:
    module = importlib.import_module(f"spielwerk.envs.{name}_v0")
    assert module is getattr(spielwerk.envs, f"{name}_v0")
    assert module.__doc__ == f"{name} for PettingZoo."
    at_once = not game_type(name).has_first
    assert hasattr(module, "parallel_env") == hasattr(module, "raw_parallel_env") == at_once
    env = module.raw_env(seats=2)
    assert str(env) == f"{name}_v0"
    assert type(pickle.loads(pickle.dumps(module.raw_env))()) is type(env)  # noqa: S301


def test_all_ways_to_import_a_module_lead_to_the_same() -> None:
    import spielwerk.envs.axio_v0  # type: ignore[import-not-found]
    from spielwerk.envs.axio_v0 import env

    from spielwerk.envs import axio_v0

    assert env is axio_v0.env is spielwerk.envs.axio_v0.env
    assert find_spec("spielwerk.envs.axio_v0") is axio_v0.__spec__


def test_a_game_that_is_not_installed_is_named() -> None:
    reason = "there is no game 'nim' .known: anubixx, "
    with pytest.raises(ImportError, match=reason) as refused:
        from spielwerk.envs import nim_v0  # noqa: F401
    assert refused.value.name == "spielwerk.envs.nim_v0"
    with pytest.raises(ImportError, match=reason):
        importlib.import_module("spielwerk.envs.nim_v0")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("spielwerk.envs.nim")


@pytest.mark.usefixtures("others")
def test_a_game_that_cannot_be_loaded_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        found = loadable()
    assert [*found] == [name for name in names() if name not in {"broken", "odd"}]
    broken, odd = (record.getMessage() for record in caplog.records)
    assert "the game broken can't be loaded: ModuleNotFoundError" in broken
    assert "the game odd can't be loaded: pathlib:Path is no class derived from Game" in odd
    with pytest.raises(ImportError, match="the game broken can't be loaded"):
        importlib.import_module("spielwerk.envs.broken_v0")
    assert "spielwerk.envs.broken_v0" not in sys.modules


def test_environments_have_two_seats_or_the_fewest_there_can_be() -> None:
    class Alone(Game):
        seats = range(1, 2)

    class Crowd(Game):
        seats = range(3, 7)

    assert registry.default_seats(game_type("axio")) == 2
    assert [registry.default_seats(game) for game in (Alone, Crowd)] == [1, 3]


def test_registries_know_what_a_game_can_be_played_as() -> None:
    for name in names():
        game = game_type(name)
        assert f"spielwerk/{name}-v0" in gymnasium.registry
        assert f"spielwerk/{name}-selfplay-v0" in gymnasium.registry
        assert (f"spielwerk/{name}-solo-v0" in gymnasium.registry) == (1 in game.seats)
        assert (f"spielwerk/{name}-v0" in pettingzoo.parallel_registry) == (not game.has_first)
