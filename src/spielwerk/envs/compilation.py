"""The kernels that environments call, for `rules.compilation`: for one game, and for many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from spielwerk.envs import plies
from spielwerk.envs.opponents import LEVELS, OpponentGames
from spielwerk.envs.rewards import Rewards, kinds
from spielwerk.envs.vector import SAME_STEP, VectorGames
from spielwerk.rules import batch, compilation
from spielwerk.rules.compilation import Call
from spielwerk.rules.game import Game
from spielwerk.rules.observation import Observation


class _Unprepared(VectorGames):
    """Games that compile what they need without a progress line."""

    def _compile(self, *kernels: str | None) -> None:
        pass


class _UnpreparedOpponents(OpponentGames):
    """The same, against bots."""

    def _compile(self, *kernels: str | None) -> None:
        pass


def _few(game: Game, **settings: Any) -> VectorGames:
    return _Unprepared(game, game.seats[-1], 1, seed=0, **settings)


def for_envs(game: Game) -> Iterator[Call]:
    """One game: deals, plies, masks, observations and rewards."""
    t, s, seats = game.tables, game.layout.empty(1), game.seats[-1]
    luck, weights, log = batch.stream(0, 0), np.empty(game.most_odds, np.int64), batch.NO_LOG
    room, mask = np.empty(game.most_legal, np.int64), np.empty(game.actions, np.int8)
    row = np.empty(Observation(game).size, np.uint8)

    def acting() -> int:
        return game.to_act(s, 0)[0]

    def play() -> None:
        action = int(game.legal(s, 0, acting())[0])
        plies.play(t, s.copy(), 0, acting(), action, luck, weights, log, 0)

    def pay() -> None:
        for kind in kinds(game, seats):
            rewards = Rewards(game, seats, kind)
            rewards.after(s, 0, rewards.standing(s, 0))

    yield "deals", lambda: plies.deal(t, s, 0, seats, 0, luck, weights, log)
    yield "plies", play
    yield "masks", lambda: plies.write_mask(t, s, 0, acting(), room, mask)
    yield "observations", lambda: plies.look(t, s, 0, acting(), row)
    yield "rewards", pay


def for_vectors(game: Game) -> Iterator[Call]:
    """Many games at once."""

    def check() -> None:
        one, other = (_few(game, masks=None, observe=False) for _ in range(2))
        one.random_step()
        other.step(one.chosen)

    yield "deals", lambda: _few(game, masks=None, observe=False)
    yield "plies", lambda: _few(game, masks=None, observe=False).random_step()
    yield "checks", check


def for_rows(game: Game) -> Iterator[Call]:
    """Yield the observations of many games."""
    yield "rows", lambda: _few(game, masks=None, autoreset=SAME_STEP).random_step()


def for_lists(game: Game) -> Iterator[Call]:
    """Masks as lists."""
    yield "lists", lambda: _few(game, masks="lists", observe=False).random_step()


def for_bits(game: Game) -> Iterator[Call]:
    """Masks as bits."""
    yield "bits", lambda: _few(game, masks="bits", observe=False)


def for_bools(game: Game) -> Iterator[Call]:
    """Masks as bools."""
    yield "bools", lambda: _few(game, masks="bools", observe=False)


def for_afterstates(game: Game) -> Iterator[Call]:
    """Yield the observations after each action."""
    yield "afterstates", lambda: _few(game).afterstates()


def for_opponents(game: Game) -> Iterator[Call]:
    """Yield the plies of bots in many games."""
    seats = game.seats[-1]
    if seats > 1:
        plain: dict[str, Any] = {"masks": None, "observe": False, "seed": 0}
        yield "opponents", lambda: _UnpreparedOpponents(game, seats, 1, LEVELS[:1], **plain)


_OF_MANY = {
    "plies": for_vectors,
    "rows": for_rows,
    "lists": for_lists,
    "bits": for_bits,
    "bools": for_bools,
    "afterstates": for_afterstates,
    "opponents": for_opponents,
}


def get_ready(game: Game, kernels: Sequence[str | None]) -> None:
    """Compile the kernels with these names for many games; skip None."""
    for name in kernels:
        if name is not None:
            compilation.ready(game, _OF_MANY[name])
