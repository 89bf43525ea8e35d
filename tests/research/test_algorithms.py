"""Other people's algorithms play and learn our games, and one of another package (`chips`)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
import torch
from open_spiel.python.algorithms import ismcts, mcts
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from envs.chips import STAKE, installed
from spielwerk.envs import open_spiel
from spielwerk.envs.learner import LearnerEnv
from spielwerk.games import names

GAMES = [*names(), "chips"]
HIDDEN = ["axio", "axio_hex(hands=hidden)", "axio_rota", "second_chance", "chips"]
OPEN = ["anubixx", "axio_hex"]  # ISMCTS refuses games in which nothing is hidden


@pytest.fixture(autouse=True, scope="module")
def _chips(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("chips")):
        open_spiel.register("chips")
        yield


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Use one thread: small networks are slower on many, and other tests run beside these."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_every_game_is_searched() -> None:
    assert {name.partition("(")[0] for name in HIDDEN + OPEN} == set(GAMES)


def draw(state: Any, luck: np.random.RandomState) -> None:
    """Decide chance until a seat is to act, or the game is over."""
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choice(outcomes, p=odds))


def searching(bot: type, game: Any, luck: np.random.RandomState) -> Any:
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    if bot is mcts.MCTSBot:
        return bot(game, 2.0, 4, rollouts, solve=False, random_state=luck)
    return bot(game=game, evaluator=rollouts, uct_c=2.0, max_simulations=4, random_state=luck)


@pytest.mark.parametrize(
    ("name", "bot"),
    [(name, ismcts.ISMCTSBot) for name in HIDDEN] + [(name, mcts.MCTSBot) for name in OPEN],
)
def test_openspiels_searches_play(name: str, bot: type) -> None:
    game = pyspiel.load_game(f"spielwerk_{name}")
    state, luck = game.new_initial_state(), np.random.RandomState(1)
    bots = [searching(bot, game, luck) for _ in range(game.num_players())]
    for ply in range(4):
        draw(state, luck)
        legal = state.legal_actions()
        action = luck.choice(legal) if ply < 2 else bots[state.current_player()].step(state)
        assert action in legal
        state.apply_action(action)


def test_openspiel_pays_chips() -> None:
    game = pyspiel.load_game("spielwerk_chips(seats=3)")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-STAKE, 2 * STAKE, 0)
    luck = np.random.RandomState(1)
    bots = [searching(ismcts.ISMCTSBot, game, luck) for _ in range(3)]
    returns = []
    for _ in range(5):
        state = game.new_initial_state()
        draw(state, luck)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        returns.append(state.returns())
    assert max(map(max, returns)) > 1
    assert not any(map(sum, returns))


@pytest.mark.parametrize("name", GAMES)
def test_maskable_ppo_trains_on_several_environments(name: str) -> None:
    kwargs = {"game": name, "bots": "zufall", "flat": True}
    envs = make_vec_env(LearnerEnv, n_envs=2, seed=1, env_kwargs=kwargs)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=64,
        n_epochs=1,
        policy_kwargs={"net_arch": [16]},
        seed=1,
        device="cpu",
    )
    weights = [weight.detach().clone() for weight in model.policy.parameters()]
    model.learn(256)
    assert model.num_timesteps == 256
    pairs = zip(weights, model.policy.parameters(), strict=True)
    assert any((old != new).any() for old, new in pairs)
    envs.close()
