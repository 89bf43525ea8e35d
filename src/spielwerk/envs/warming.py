"""The kernels that environments call, for `warm.ready`: what one game needs, what many do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from spielwerk.envs import observing
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
    """What a seat sees and gets."""
    s = batch.position(game, game.seats[-1], 0, 0)

    def pay() -> None:
        for kind in KINDS:
            rewards = Rewards(game, game.seats[-1], kind)
            rewards.after(s, 0, rewards.standing(s, 0))

    yield "observations", lambda: observing.of(game).observe(s, 0, 0)
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
