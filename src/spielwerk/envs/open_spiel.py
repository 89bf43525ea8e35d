"""OpenSpiel: every game under its Python API, as `spielwerk_axio` and so on.

Nature's plies are chance nodes, the deal included. Seats that act at the same time are asked one
after another, and nothing is to be seen of what they chose until all of them have: so the games
are sequential, as most of OpenSpiel's algorithms want them.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

import numpy as np

from spielwerk.envs import plies
from spielwerk.envs.compilation import for_envs
from spielwerk.envs.node import Node
from spielwerk.envs.registry import default_seats, missing
from spielwerk.envs.rewards import Rewards
from spielwerk.games import find, game_type, loadable
from spielwerk.rules import compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.observation import Observation
from spielwerk.rules.state import NATURE

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

Type = pyspiel.GameType
PREFIX = "spielwerk_"


class SpielwerkGame(pyspiel.Game):  # type: ignore[misc]
    """A game, its options included, for so many seats."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any]) -> None:
        options = dict(params)
        seats, first = options.pop("seats"), options.pop("first")
        self.rules = find(self.name, None, options)
        self.seats = self.rules.check_seats(seats)
        self.first = self.rules.check_first(first, self.seats)
        compilation.ready(self.rules)
        compilation.ready(self.rules, for_envs)
        longest, self._most_chance_nodes = _bounds(self.rules, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.rules.most_odds,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=longest,
        )
        super().__init__(_game_type(self.rules, self.seats), info, params)

    def max_chance_nodes_in_history(self) -> int:
        return self._most_chance_nodes

    def new_initial_state(self) -> SpielwerkState:
        return SpielwerkState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SeatObserver:
        """Return what looks at states: as they are, or as a text with all that was ever seen."""
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SeatObserver(self, recalls)


class SpielwerkState(pyspiel.State):  # type: ignore[misc]
    """A node with the history that led to it."""

    def __init__(self, game: SpielwerkGame) -> None:
        super().__init__(game)
        self.node = Node.root(game.rules, game.seats, game.first)

    def current_player(self) -> int:
        actor = self.node.to_act()
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == NATURE else actor

    def is_terminal(self) -> bool:
        return self.node.to_act() is None

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        legal: list[int] = np.sort(node.game.legal(node.states, 0, player)).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.node.game.odds(self.node.states, 0)
        total = float(weights.sum())
        return [(int(k), float(weights[k]) / total) for k in weights.nonzero()[0]]

    def _apply_action(self, action: int) -> None:
        actor = self.node.to_act()
        assert actor is not None
        self.node.act(actor, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self.node.game.write(self.node.states, 0, player, action)

    def returns(self) -> list[float]:
        paying = Rewards(self.node.game, self.node.seats)
        states = self.node.states
        paid: list[float] = paying.after(states, 0, paying.standing(states, 0))[:, 0].tolist()
        return paid

    def __str__(self) -> str:
        node = self.node
        game, actor = node.game, node.to_act()
        whose = "over" if actor is None else "nature" if actor == NATURE else f"seat {actor}"
        boards = [game.scores(node.states, 0, seat) for seat in range(node.seats)]
        return f"{game.id}, ply {self.move_number()}: {whose}, scores {boards}"


class SeatObserver:
    """Looks at states as a seat may."""

    def __init__(self, game: SpielwerkGame, recalls: bool) -> None:
        self._game, self._recalls = game, recalls
        known = Observation(game.rules)
        self._row = np.empty(known.size, np.uint8)
        self.tensor = np.zeros(known.size, np.float32)
        self.dict = known.split(self.tensor)

    def set_from(self, state: SpielwerkState, player: int) -> None:
        """Set `tensor` to what the seat sees."""
        self._look(state, player)
        self.tensor[:] = self._row

    def _look(self, state: SpielwerkState, player: int) -> None:
        node = state.node
        plies.look(node.game.tables, node.states, 0, player, self._row)

    def string_from(self, state: SpielwerkState, player: int) -> str:
        """Return the observation's bytes; with recall after all plies that the seat saw."""
        self._look(state, player)
        seen = f"seat {player} sees {self._row.tobytes().hex()}"
        return f"{_remembered(self._game, state, player)} | {seen}" if self._recalls else seen


def _remembered(game: SpielwerkGame, state: SpielwerkState, player: int) -> str:
    """Return seats' plies, and a digest of what the seat has seen after each ply, nature's too.

    What others choose at the same time as it is not known before all have chosen.
    """
    node = Node.root(game.rules, game.seats, game.first)
    granted = game.rules.layout.grants(player)
    digest = hashlib.blake2b(digest_size=16)
    told = []
    for ply in state.full_history():
        if ply.player == pyspiel.PlayerId.CHANCE:
            node.act(NATURE, ply.action)
        else:
            node.act(ply.player, ply.action)
            told.append((ply.player, ply.action))
        digest.update(node.states.view(np.uint8)[granted].tobytes())
    secret = len(told) - len(node.chosen)
    known = [
        f"{seat}:{action if number < secret or seat == player else '?'}"
        for number, (seat, action) in enumerate(told)
    ]
    return " ".join([*known, digest.hexdigest()])


def _bounds(game: Game, seats: int) -> tuple[int, int]:
    bounds = game.most_plies(seats)
    if bounds is None:
        raise BadSetting("endless", f"nothing bounds the length of {game.id}")
    return bounds


def _game_type(game: Game, seats: int) -> pyspiel.GameType:
    """Return a game's type, which differs between tables and between options."""
    hidden = game.layout.has_owners
    at_once = not game.has_first  # what others choose at the same time is hidden, too
    knows_all = seats == 1 or not (hidden or at_once)
    return Type(
        short_name=PREFIX + game.id,
        long_name=f"Spielwerk: {game.id}",
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=Type.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            Type.Information.PERFECT_INFORMATION
            if knows_all
            else Type.Information.IMPERFECT_INFORMATION
        ),
        utility=Type.Utility.GENERAL_SUM if seats == 1 else Type.Utility.ZERO_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": default_seats(game),
            "first": 0,
            **{name: values[0] for name, values in game.known_options.items()},
        },
    )


def _register_all() -> None:
    for kind in map(game_type, loadable()):
        game = find(kind.id)
        seats = default_seats(game)
        if game.most_plies(seats) is not None:
            # A class each: OpenSpiel drops what it has registered when Python is gone already,
            # which classes survive and lesser objects do not.
            made = type(f"Spielwerk_{game.id}", (SpielwerkGame,), {"name": game.id})
            pyspiel.register_game(_game_type(game, seats), made)


_register_all()
