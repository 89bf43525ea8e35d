"""Spielwerk beside its peers: the vector environment, whole games in the kernel, PettingZoo."""

from __future__ import annotations

import functools
from typing import Literal

import numpy as np

from spielwerk.games import find
from spielwerk.lab.peers.peer import Drive, Mask, Peer, Row, aec
from spielwerk.rules import batch

Masks = Literal["lists", "bits"]
SEED = 1
STEPS = 10  # per call


def _vector(game: str, masks: Masks, handed: bool, observe: bool, threads: int) -> Drive:
    """Step many games at once; the kernel draws actions, or with `handed` NumPy does."""
    from spielwerk.envs.vector import SAME_STEP, VectorGames

    games = VectorGames(
        game,
        2,
        batch.BATCH,
        seed=SEED,
        masks=masks,
        observe=observe,
        autoreset=SAME_STEP,
        threads=threads,
    )
    luck, rows = np.random.default_rng(SEED), np.arange(games.n)

    def play() -> int:
        for _ in range(STEPS):
            if handed:
                games.step(games.masks[rows, luck.integers(games.counts)])
            else:
                games.random_step()
        return STEPS * games.n

    return Drive(play, note=f"{games.n} games")


def _playouts(game: str, observe: bool, threads: int) -> Drive:
    found = find(game)
    games = batch.Batch(found, 2, batch.BATCH, threads=threads)
    results = batch.Results.empty(found, 2, batch.BATCH)

    def play() -> int:
        games.play(results, SEED)
        return int(results.plies.sum())

    return Drive(play, note=f"{batch.BATCH} games")


def _aec(game: str, wrapped: bool, observe: bool, threads: int) -> Drive:
    from spielwerk.envs.aec import RawEnv, env

    def mask(env: RawEnv) -> Mask:
        found: Mask = env.infos[env.agent_selection]["action_mask"]
        return found

    return aec(env(game) if wrapped else RawEnv(game), None if observe else mask)


def _many(name: str, game: str, masks: Masks, *, handed: bool = False) -> Row:
    return Row(name, functools.partial(_vector, game, masks, handed), threads=True)


PEER = Peer(
    "spielwerk",
    ("gymnasium", "pettingzoo"),
    ("spielwerk", "numba", "numpy"),
    (
        _many("spielwerk/axio/vector/lists", "axio", "lists"),
        _many("spielwerk/axio/vector/bits", "axio", "bits"),
        _many("spielwerk/axio/vector/step", "axio", "lists", handed=True),
        Row(
            "spielwerk/axio/random",
            functools.partial(_playouts, "axio"),
            observes=False,
            threads=True,
        ),
        Row("spielwerk/axio/aec", functools.partial(_aec, "axio", False)),
        Row("spielwerk/axio/aec/wrapped", functools.partial(_aec, "axio", True)),
        _many("spielwerk/axio_hex/vector/lists", "axio_hex", "lists"),
        Row("spielwerk/axio_hex/aec", functools.partial(_aec, "axio_hex", False)),
    ),
)
