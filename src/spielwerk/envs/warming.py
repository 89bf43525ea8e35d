"""The kernels that environments call, for `warm.ready`: what one game needs, what many do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from spielwerk.envs import observing, plies
from spielwerk.envs.rewards import KINDS, Rewards
from spielwerk.envs.vector import SAME_STEP, VectorGames
from spielwerk.rules import batch, warm
from spielwerk.rules.game import Game

Step = tuple[str, Callable[[], object]]


class _Unprepared(VectorGames):
    """Games that compile what they meet, unannounced."""

    def _get_ready(self) -> None:
        pass

    def _get_ready_to_try(self) -> None:
        pass


def _few(game: Game, **settings: Any) -> VectorGames:
    return _Unprepared(game, game.seats[-1], 1, seed=0, **settings)


def for_envs(game: Game) -> Iterator[Step]:
    """One game: deals and plies, masks, what a seat sees and gets."""
    t, s, seats = game.tables, game.layout.empty(1), game.seats[-1]
    stream, weights = batch.stream(0, 0), np.empty(game.most_odds, np.int64)
    log, actions = np.empty((0, 2), np.int64), np.empty(game.most_legal, np.int64)
    mask, row = np.empty(game.actions, np.int8), np.empty(observing.of(game).size, np.uint8)

    def acting() -> int:
        return game.to_act(s, 0)[0]

    def deal() -> None:
        plies.play(t, s, 0, plies.NOBODY, 0, stream, weights, log, 0)

    def pay() -> None:
        for kind in KINDS:
            rewards = Rewards(game, seats, kind)
            rewards.after(s, 0, rewards.standing(s, 0))

    yield "start", lambda: game.kernels.start(t, s, 0, seats, 0)
    yield "plies", deal
    yield "masks", lambda: plies.write_mask(t, s, 0, acting(), actions, mask)
    yield "observations", lambda: plies.look(t, s, 0, acting(), row)
    yield "rewards", pay


def for_vectors(game: Game) -> Iterator[Step]:
    """Many games at once."""

    def check() -> None:
        one, other = (_few(game, masks=None, observe=False) for _ in range(2))
        one.random_step()
        other.step(one.chosen)

    yield "deals", lambda: _few(game, masks=None, observe=False)
    yield "plies", lambda: _few(game, masks=None, observe=False).random_step()
    yield "checks", check


def for_rows(game: Game) -> Iterator[Step]:
    """What each of many sees."""
    yield "rows", lambda: _few(game, masks=None, autoreset=SAME_STEP).random_step()


def for_lists(game: Game) -> Iterator[Step]:
    """Masks as lists."""
    yield "lists", lambda: _few(game, masks="lists", observe=False)


def for_afterstates(game: Game) -> Iterator[Step]:
    """What would be seen after each action."""
    yield "afterstates", lambda: _few(game).afterstates()


def for_bits(game: Game) -> Iterator[Step]:
    """Masks as bits."""
    yield "bits", lambda: _few(game, masks="bits", observe=False)


def for_bools(game: Game) -> Iterator[Step]:
    """Masks as bools."""
    yield "bools", lambda: _few(game, masks="bools", observe=False)


_FOR_MASKS = {"lists": for_lists, "bits": for_bits, "bools": for_bools}


def get_ready(game: Game, masks: str | None, *, rows: bool) -> None:
    """Compile what many games need, with these masks and with observations or without."""
    warm.ready(game, for_vectors)
    if rows:
        warm.ready(game, for_rows)
    if masks:
        warm.ready(game, _FOR_MASKS[masks])


def get_ready_to_try(game: Game) -> None:
    """Compile what afterstates need."""
    warm.ready(game, for_afterstates)
