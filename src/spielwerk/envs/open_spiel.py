"""OpenSpiel: every game under its Python API, as `spielwerk_axio` and so on.

Nature's plies, including the deal, are chance nodes. Seats that act simultaneously choose in turn;
choices stay hidden until all have chosen. So the games are sequential, as most of OpenSpiel's
algorithms require.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from spielwerk.envs import plies
from spielwerk.envs.compilation import for_envs
from spielwerk.envs.node import Node
from spielwerk.envs.recall import DIGEST, Memory, Recall, add_to
from spielwerk.envs.registry import default_seats, missing
from spielwerk.envs.rewards import Rewards, kinds
from spielwerk.games import find, loadable
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.observation import Observation
from spielwerk.rules.state import NATURE

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

Type = pyspiel.GameType
PREFIX = "spielwerk_"


class SpielwerkGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, for one number of seats."""

    name: ClassVar[str]
    """The game's name in Spielwerk, such as `axio`."""

    def __init__(self, params: dict[str, Any]) -> None:
        options = dict(params)
        seats, first = options.pop("seats"), options.pop("first")
        self.rules = find(self.name, None, options)
        self.seats = self.rules.check_seats(seats)
        self.first = self.rules.check_first(first, self.seats)
        compilation.ready(self.rules)
        compilation.ready(self.rules, for_envs)
        utilities = _utilities(self.rules, self.seats)
        longest, self._most_chance_nodes = _bounds(self.rules, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.rules.most_odds,
            num_players=self.seats,
            min_utility=utilities.low,
            max_utility=utilities.high,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=longest,
        )
        super().__init__(_game_type(self.rules, self.seats), info, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound for the chance nodes of a game."""
        return self._most_chance_nodes

    def new_initial_state(self) -> SpielwerkState:
        """Return the state before the deal."""
        return SpielwerkState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SeatObserver:
        """Return an observer of the present, or with `perfect_recall` of all that was seen."""
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SeatObserver(self, recalls)


class SpielwerkState(pyspiel.State):  # type: ignore[misc]
    """A node with the history that led to it."""

    def __init__(self, game: SpielwerkGame) -> None:
        super().__init__(game)
        self.recall = Recall.begin(Node.root(game.rules, game.seats, game.first))
        self.node = Node.root(game.rules, game.seats, game.first)

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        actor = self.node.to_act()
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == NATURE else actor

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.to_act() is None

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        legal: list[int] = np.sort(node.game.legal(node.states, 0, player)).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return nature's outcomes with their probabilities."""
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
        """Return each seat's reward, 0 until the game is over."""
        paying, states = _utilities(self.node.game, self.node.seats), self.node.states
        paid: list[float] = paying.after(states, 0, paying.standing(states, 0))[:, 0].tolist()
        return paid

    def memory(self, player: int) -> Memory:
        """Return what a seat remembers."""
        history = [
            (NATURE if ply.player == pyspiel.PlayerId.CHANCE else ply.player, ply.action)
            for ply in self.full_history()
        ]
        return self.recall.later(history, player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielwerkState:
        """Return a state that the seat cannot distinguish from this one; `sampler` decides chance.

        Hidden tiles are dealt again, and so are choices that other seats have already made in the
        same step. The new state keeps this state's history, but its seats' memories do not come
        from there, so nothing leaks: the seat keeps its own memory, others know what they see.
        """
        node, memory = copy.deepcopy(self.node), self.memory(player)
        game = node.game
        luck = batch.stream(int(sampler() * (1 << 53)), 0)
        Imagination(game.layout, game.tables, player).deal(node.states, 0, luck)
        node.chosen = tuple(
            (seat, action if seat == player else _any_of(game.legal(node.states, 0, seat), sampler))
            for seat, action in node.chosen
        )
        others = [add_to(b"", node.states, game.layout.grants(seat)) for seat in range(node.seats)]
        others[player] = memory.digest
        open_plies = [(seat, action) for seat, action in memory.plies if action is not None]
        settled = open_plies[: len(memory.plies) - len(node.chosen)]
        sampled: SpielwerkState = self.clone()
        sampled.node = node
        sampled.recall = Recall(
            len(self.full_history()),
            copy.deepcopy(node),
            (*settled, *node.chosen),
            tuple(others),
        )
        return sampled

    def __str__(self) -> str:
        node = self.node
        game, actor = node.game, node.to_act()
        whose = "over" if actor is None else "nature" if actor == NATURE else f"seat {actor}"
        boards = [game.scores(node.states, 0, seat) for seat in range(node.seats)]
        return f"{game.id}, ply {self.move_number()}: {whose}, scores {boards}"


def _any_of(actions: Any, sampler: Callable[[], float]) -> int:
    return int(actions[int(sampler() * len(actions))])


class SeatObserver:
    """Observe states as a seat may see them.

    The tensor is the observation; with recall, after it a digest of all that the seat has seen,
    and each ply of a seat as two numbers: 1 + its seat, and 1 + its action, or 0 if that is hidden.
    """

    def __init__(self, game: SpielwerkGame, recalls: bool) -> None:
        known = Observation(game.rules)
        self._row = np.empty(known.size, np.uint8)
        plies = game.max_game_length() if recalls else 0
        self.tensor = np.zeros(known.size + (DIGEST + 2 * plies if recalls else 0), np.float32)
        self._seen, memory = self.tensor[: known.size], self.tensor[known.size :]
        self.dict = known.split(self._seen)
        self._recalls = recalls
        if recalls:
            self._digest, self._plies = memory[:DIGEST], memory[DIGEST:].reshape(plies, 2)
            self.dict |= {"digest": self._digest, "plies": self._plies}

    def set_from(self, state: SpielwerkState, player: int) -> None:
        """Write to `tensor` what the seat sees and remembers."""
        self._look(state, player)
        self._seen[:] = self._row
        if self._recalls:
            memory = state.memory(player)
            self._digest[:] = list(memory.digest) or 0
            self._plies[:] = 0
            for number, (seat, action) in enumerate(memory.plies):
                self._plies[number] = seat + 1, 0 if action is None else action + 1

    def _look(self, state: SpielwerkState, player: int) -> None:
        node = state.node
        plies.look(node.game.tables, node.states, 0, player, self._row)

    def string_from(self, state: SpielwerkState, player: int) -> str:
        """Return the observation's bytes; with recall after all plies that the seat saw."""
        self._look(state, player)
        seen = f"seat {player} sees {self._row.tobytes().hex()}"
        return f"{state.memory(player)} | {seen}" if self._recalls else seen


def _utilities(game: Game, seats: int) -> Rewards:
    """Return what a game pays: chips if seats play for them, or else the outcome."""
    return Rewards(game, seats, "payoff" if "payoff" in kinds(game, seats) else "outcome")


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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": default_seats(game),
            "first": 0,
            **{name: values[0] for name, values in game.known_options.items()},
        },
    )


def register(name: str) -> None:
    """Register a game with OpenSpiel, unless nothing bounds its length."""
    game = find(name)
    seats = default_seats(game)
    if game.most_plies(seats) is not None:
        # One class per game: OpenSpiel drops its registrations after Python has shut down,
        # which classes survive and other objects do not.
        made = type(f"Spielwerk_{game.id}", (SpielwerkGame,), {"name": game.id})
        pyspiel.register_game(_game_type(game, seats), made)


for _name in loadable():
    register(_name)
