"""List an engine's exports: a game's kernels, loops over them, chance, and decisions of bots.

All of them take only arrays and numbers, and return a number or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spielwerk.bots import explanations, search, tree
from spielwerk.bots.workspace import Workspace, workspace
from spielwerk.rules import dealing, dispatch, loops, luck, plies
from spielwerk.rules.game import Game
from spielwerk.rules.state import States

INTERFACE = 2  # the version of this interface: names, arguments and their types


class Export(NamedTuple):
    """A function that engines export, and sample arguments of the types it is compiled for."""

    function: Callable[..., Any]  # a kernel, or a function that the builder compiles as one
    arguments: tuple[Any, ...]


WORD = np.uint64(0)
STREAM = np.zeros(1, np.uint64)


def _numbers(*shape: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.zeros(shape, np.int64)


def exports(game: Game) -> dict[str, Export]:
    """Return the exports of a game's engine, by name."""
    t, s = game.tables, game.layout.empty(1)
    w = workspace(game, game.seats[-1], game.depth)
    return {
        **_kernels(game, t, s, w),
        **_loops(t, s),
        **_chance(s),
        **_decisions(t, s, w),
    }


def _kernels(game: Game, t: States, s: States, w: Workspace) -> dict[str, Export]:
    row, rows = _numbers(1), _numbers(1, 1)
    arguments: dict[str, tuple[Any, ...]] = {
        "start": (0, 0),
        "legal": (0, row),
        "count": (0,),
        "nth": (0, 0),
        "odds": (row,),
        "act": (0, 0),
        "scores": (0, row),
        "ranks": (row,),
        "move": (0, 0, row),
        "find": (0, row),
        "why_not": (0, row, row),
        "lines": (0, 0, rows),
        "disclose": (0, row),
        "due": (row,),
        "told": (0,),
        "outcome": (0,),
        "shown": (0, 0, rows),
        "allows": (0, 0),
        "mark": (0, row, STREAM),
        "progress": (0, row),
        "fault": (),
        "judge": (0, row),
        "glance": (0, row),
        "weigh_up": (0, row),
        "part": (),
        "facts": (0, row),
        "observe": (0, np.zeros(1, np.uint8)),
    }
    found = {
        name: Export(_kernel_of(name, len(more)), (t, s, 0, *more))
        for name, more in arguments.items()
    }
    if game.kernels.threat is not None:
        found["threat"] = Export(threat, (t, s, 0, 0, w, row))
    return found


def _kernel_of(name: str, more: int) -> Callable[..., Any]:
    """Return a function that calls a game's kernel as loops do, so it is compiled only once."""
    kernel = getattr(dispatch, name)
    functions: list[Callable[..., Any]] = [
        lambda t, s, i: kernel(t, s, i),
        lambda t, s, i, a: kernel(t, s, i, a),
        lambda t, s, i, a, b: kernel(t, s, i, a, b),
        lambda t, s, i, a, b, c: kernel(t, s, i, a, b, c),
    ]
    return functions[more]


def _loops(t: States, s: States) -> dict[str, Export]:
    row, rows = _numbers(1), _numbers(1, 1)
    return {
        "apply": Export(plies.apply, (t, s, 0, 0, 0, rows)),
        "scores_after": Export(plies.scores_after, (t, s, 0, row, rows)),
        "scoreboards": Export(plies.scoreboards, (t, s, 0, rows)),
        "write_moves": Export(plies.write_moves, (t, s, 0, 0, row, rows)),
        "random_plies": Export(random_plies, (t, s, 0, STREAM, row, 0, rows, row)),
        "random_game": Export(random_game, (t, s, 0, 0, 0, WORD, 0, STREAM, row, 0, rows, row)),
        "perft": Export(loops.perft, (t, s, 0, rows, row, row, row)),
    }


def _chance(s: States) -> dict[str, Export]:
    row, rows = _numbers(1), _numbers(1, 1)
    return {
        "seed_stream": Export(luck.seed_stream, (STREAM, WORD, WORD)),
        "below": Export(luck.below, (STREAM, 0)),
        "weighted": Export(luck.weighted, (STREAM, row, 0)),
        "take_seen": Export(dealing.take_seen, (s, 0, rows, row)),
        "deal_pool": Export(dealing.deal_pool, (s, 0, rows, row, STREAM)),
    }


def _decisions(t: States, s: States, w: Workspace) -> dict[str, Export]:
    row, rows, boards, sums = _numbers(1), _numbers(1, 1), _numbers(1, 1, 1), np.zeros(1)
    grown = (rows, sums, rows, w)
    return {
        "by_chance": Export(search.by_chance, (t, s, 0, WORD, w)),
        "by_points": Export(search.by_points, (t, s, 0, WORD, w)),
        "by_standing": Export(search.by_standing, (t, s, 0, WORD, w)),
        "think": Export(search.think, (t, s, 0, WORD, 0, w)),
        "end_round": Export(search.end_round, (w,)),
        "by_tree": Export(tree.by_tree, (t, s, 0, WORD, 0, *grown)),
        "plant": Export(tree.plant, (rows, WORD, w)),
        "grow": Export(tree.grow, (t, s, 0, 0, *grown)),
        "harvest": Export(tree.harvest, (rows, sums, w)),
        "explain": Export(explanations.explain, (t, s, 0, row, False, boards, row, w, boards)),
    }


# Functions with several results, which they write to an array


def threat(t: Any, s: Any, i: Any, seat: Any, w: Any, out: Any) -> None:
    """Write the most points that a seat could score in one place, and in what."""
    out[0], out[1] = dispatch.threat(t, s, i, seat, w)


def random_plies(
    t: Any, s: Any, i: Any, stream: Any, weights: Any, most: Any, log: Any, out: Any
) -> None:
    """Play random plies; write the number of plies by seats and of all plies."""
    out[0], out[1] = loops.random_plies(t, s, i, stream, weights, most, log)


def random_game(
    t: Any,
    s: Any,
    i: Any,
    seats: Any,
    first: Any,
    seed: Any,
    number: Any,
    stream: Any,
    weights: Any,
    most: Any,
    log: Any,
    out: Any,
) -> None:
    """Play a random game; write the number of plies by seats and of all plies."""
    out[0], out[1] = loops.random_game(
        t, s, i, seats, first, seed, number, stream, weights, most, log
    )
