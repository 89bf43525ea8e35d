"""Pgx on JAX's CPU: many games in one compiled step, which restarts finished games."""

from __future__ import annotations

import functools
import time
from typing import Any

from spielwerk.lab.peers.peer import Drive, Peer, Row

BATCHES = (256, 1024)  # the faster one is measured
STEPS = 10  # per call: loops inside the compiled program cost Pgx nothing


def _compiled(name: str, n: int, observe: bool) -> tuple[Any, Any, float]:
    """Return compiled steps of `n` games, their start, and the seconds of compilation."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: None) -> Any:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        allowed = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choice, allowed, axis=-1)
        after = step(state, action, jax.random.split(chance, n))
        if not observe:  # the compiler drops unused results
            after = after.replace(observation=state.observation)
        return (after, key), None

    def steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=STEPS)[0]

    key = jax.random.PRNGKey(1)
    begin = time.perf_counter()
    start = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    program = jax.jit(steps).lower(start, key).compile()
    return program, (start, key), time.perf_counter() - begin


def _drive(name: str, n: int, observe: bool) -> Drive:
    import jax

    program, now, seconds = _compiled(name, n, observe)

    def play() -> int:
        nonlocal now
        now = jax.block_until_ready(program(*now))
        return STEPS * n

    return Drive(play, seconds, f"{n} games")


@functools.cache
def _faster(name: str) -> tuple[int, Drive]:
    """Return the batch that is stepped faster, without observations."""

    def rate(drive: Drive) -> float:
        drive.play()
        begin = time.perf_counter()
        return drive.play() / (time.perf_counter() - begin)

    drives = {n: _drive(name, n, False) for n in BATCHES}
    n = max(BATCHES, key=lambda n: rate(drives[n]))
    return n, drives[n]


def _game(name: str, observe: bool, threads: int) -> Drive:
    n, drive = _faster(name)
    return _drive(name, n, True) if observe else drive


PEER = Peer(
    "pgx",
    ("pgx", "jax"),
    ("pgx", "jax"),
    (
        Row("pgx/connect_four/random", functools.partial(_game, "connect_four")),
        Row("pgx/hex_11x11/random", functools.partial(_game, "hex")),
        Row("pgx/go_9x9/random", functools.partial(_game, "go_9x9")),
    ),
)
