"""The kernels that environments call, for `rules.compilation`: for one game, and for many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from spielwerk.envs import plies
from spielwerk.envs.rewards import KINDS, Rewards
from spielwerk.envs.vector import SAME_STEP, VectorGames
from spielwerk.rules import batch, compilation
from spielwerk.rules.compilation import Call
from spielwerk.rules.game import Game
from spielwerk.rules.observation import Observation


class _Unprepared(VectorGames):
    """Games that compile what they meet, unannounced."""

    def _compile(self, *kernels: str | None) -> None:
        pass


def _few(game: Game, **settings: Any) -> VectorGames:
    return _Unprepared(game, game.seats[-1], 1, seed=0, **settings)


def for_envs(game: Game) -> Iterator[Call]:
    """One game: deals and plies, masks, what a seat sees and gets."""
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
        for kind in KINDS:
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
    """Yield what each of many sees."""
    yield "rows", lambda: _few(game, masks=None, autoreset=SAME_STEP).random_step()


def for_lists(game: Game) -> Iterator[Call]:
    """Masks as lists."""
    yield "lists", lambda: _few(game, masks="lists", observe=False)


def for_bits(game: Game) -> Iterator[Call]:
    """Masks as bits."""
    yield "bits", lambda: _few(game, masks="bits", observe=False)


def for_bools(game: Game) -> Iterator[Call]:
    """Masks as bools."""
    yield "bools", lambda: _few(game, masks="bools", observe=False)


def for_afterstates(game: Game) -> Iterator[Call]:
    """Yield what would be seen after each action."""
    yield "afterstates", lambda: _few(game).afterstates()


_OF_MANY = {
    "plies": for_vectors,
    "rows": for_rows,
    "lists": for_lists,
    "bits": for_bits,
    "bools": for_bools,
    "afterstates": for_afterstates,
}


def get_ready(game: Game, kernels: Sequence[str | None]) -> None:
    """Compile the kernels of these names that many games need; None is left out."""
    for name in kernels:
        if name is not None:
            compilation.ready(game, _OF_MANY[name])
