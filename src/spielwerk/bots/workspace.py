"""The working memory of a bot's kernels: one record with named fields, with a type per game."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from spielwerk.bots.tree import DEEPEST
from spielwerk.rules.dealing import ENDLESS
from spielwerk.rules.depth import Depth
from spielwerk.rules.game import Game
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import NATURE

Workspace = npt.NDArray[Any]  # an array of one such record

MOST_PROMISING = 32  # actions that are evaluated for one turn
MOST_FACTS = 16


@functools.cache
def _dtype(game_type: Any, numbers: int, rows: int, kinds: int) -> np.dtype[Any]:
    """Return the record type for a class of games, given its numbers of scores, rows and kinds."""
    seats, legal = game_type.seats[-1], game_type.most_legal
    fields: dict[str, tuple[str, tuple[int, ...]]] = {
        # Settings
        "seed": ("u8", ()),
        "imagines": ("u1", ()),  # whether the unseen is sampled
        "weighs": ("u1", ()),  # whether replies can be evaluated
        "own": ("u1", ()),  # whether only the seat's own plies count
        "halves": ("u1", ()),  # whether each round eliminates the worse half of the candidates
        "budget": ("i8", ()),  # nodes; 0: the caller measures time
        "most": ("i8", ()),  # candidates, without halving
        "worlds": ("i8", ()),  # in which they are played on
        "deep": ("i8", ()),  # worlds in which they are played through, with two seats
        "plies": ("i8", ()),  # for which they are played on
        "turns": ("i8", ()),  # for which they are played through
        "late": ("i8", ()),  # with fewer moves than this, to the end
        "few": ("i8", ()),  # moves evaluated for another seat
        # Progress
        "begun": ("u1", ()),
        "through": ("u1", ()),  # whether candidates are played through, not just on
        "rounds": ("i8", ()),  # remaining
        "part": ("i8", ()),  # nodes per round
        "share": ("i8", ()),  # nodes left in this round
        "first": ("i8", ()),  # initial number of candidates
        # Candidates, in the end best first
        "found": ("i8", ()),
        "actions": ("i8", (legal,)),
        "values": ("f8", (legal,)),
        "visits": ("i8", (legal,)),
        "world": ("i8", ()),  # number of worlds played
        "before": ("i8", ()),  # the weight, in worlds, of replies evaluated before
        "nodes": ("i8", ()),  # number of states visited
        # For sorting by value
        "order": ("i8", (legal,)),
        "spare": ("i8", (legal,)),
        "sorted": ("f8", (legal,)),
        # For playing on
        "stream": ("u8", (1,)),
        "weights": ("i8", (game_type.most_odds,)),
        "board": ("i8", (max(NATURE, numbers),)),
        "listed": ("i8", (legal,)),
        "promising": ("i8", (MOST_PROMISING,)),
        "promise": ("f8", (MOST_PROMISING,)),  # the gains of the most promising actions
        # A tree: how many nodes it has, the range of rewards, a path, and children by action
        "grown": ("i8", ()),
        "lowest": ("f8", ()),
        "highest": ("f8", ()),
        "path": ("i8", (DEEPEST,)),
        "marks": ("i8", (game_type.actions,)),
        # Hidden tiles: all tiles of the pool, the unseen ones, and its rows as each seat sees them
        "hides": ("u1", ()),
        "totals": ("i8", (max(kinds, 1),)),
        "unseen": ("i8", (max(kinds, 1),)),
        "pool": ("i8", (seats, max(rows, 1), ENDLESS + 1)),
    }
    doubled = fields.keys() & game_type.scratch.keys()
    if doubled:
        raise TypeError(f"{game_type.id}: scratch {', '.join(doubled)} is in every workspace")
    fields |= game_type.scratch
    widest_first = sorted(fields, key=lambda name: -np.dtype(fields[name][0]).itemsize)
    return np.dtype((np.record, [(name, *fields[name]) for name in widest_first]))


def workspace(game: Game, seats: int, depth: Depth, *, imagines: bool = True) -> Workspace:
    """Allocate the memory for searching one position."""
    pools = [Imagination(game.layout, game.tables, seat).pool() for seat in game_seats(game)]
    rows, totals = pools[0]
    numbers = len(game.score_names(seats))
    kind: Any = type(game)
    w = np.zeros(1, _dtype(kind, numbers, len(rows), len(totals)))
    w["imagines"], w["own"] = imagines, depth.own
    w["weighs"] = game.kernels.answered is not None and seats > 1
    w["most"], w["worlds"], w["deep"] = depth.candidates, depth.worlds, depth.through
    w["late"], w["few"] = depth.late, min(depth.others, MOST_PROMISING)
    w["hides"] = len(totals) > 0
    w["marks"] = -1
    if len(totals):
        w["totals"][0] = totals
        w["pool"][0] = [rows for rows, _ in pools]
    game.fill_scratch(w)
    return w


def game_seats(game: Game) -> range:
    """Return the seats of the game's largest table."""
    return range(game.seats[-1])
