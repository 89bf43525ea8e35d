"""The memory that a bot's kernels work in: one record with named fields, a kind for each game."""

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

MOST_PROMISING = 32  # actions that are weighed for one turn
MOST_FACTS = 16


@functools.cache
def _dtype(game_type: Any, numbers: int, rows: int, kinds: int) -> np.dtype[Any]:
    """Return the record for a class of games, by how many numbers, rows and kinds there are."""
    seats, legal = game_type.seats[-1], game_type.most_legal
    fields: dict[str, tuple[str, tuple[int, ...]]] = {
        # What is being looked into
        "seed": ("u8", ()),
        "imagines": ("u1", ()),  # whether the unseen is dealt anew
        "weighs": ("u1", ()),  # whether answers can be weighed
        "own": ("u1", ()),  # whether only plies of the seat itself count
        "halves": ("u1", ()),  # whether the worse half of the candidates goes after each round
        "budget": ("i8", ()),  # nodes; 0: somebody else keeps time
        "most": ("i8", ()),  # candidates, where none are halved
        "worlds": ("i8", ()),  # that they are played on in
        "deep": ("i8", ()),  # worlds that they are played through in, with two seats
        "plies": ("i8", ()),  # that they are played on
        "turns": ("i8", ()),  # that they are played through
        "late": ("i8", ()),  # with fewer moves than these, to the end
        "few": ("i8", ()),  # moves that are weighed for another seat
        # How far thinking has got
        "begun": ("u1", ()),
        "through": ("u1", ()),  # whether candidates are played through, not just on
        "rounds": ("i8", ()),  # that are left
        "part": ("i8", ()),  # nodes of a round
        "share": ("i8", ()),  # of which so many are left
        "first": ("i8", ()),  # candidates at first
        # Candidates, best first in the end
        "found": ("i8", ()),
        "actions": ("i8", (legal,)),
        "values": ("f8", (legal,)),
        "visits": ("i8", (legal,)),
        "world": ("i8", ()),  # how many worlds were looked at
        "before": ("i8", ()),  # how many worlds an answer counts for that was weighed before
        "nodes": ("i8", ()),  # states looked at
        # To sort by value
        "order": ("i8", (legal,)),
        "spare": ("i8", (legal,)),
        "sorted": ("f8", (legal,)),
        # To play on
        "stream": ("u8", (1,)),
        "weights": ("i8", (game_type.most_odds,)),
        "board": ("i8", (max(NATURE, numbers),)),
        "listed": ("i8", (legal,)),
        "promising": ("i8", (MOST_PROMISING,)),
        "promise": ("f8", (MOST_PROMISING,)),  # what the most promising actions gain
        # A tree: how many nodes it has, the range of rewards, a path, and children by action
        "size": ("i8", ()),
        "lowest": ("f8", ()),
        "highest": ("f8", ()),
        "path": ("i8", (DEEPEST,)),
        "marks": ("i8", (game_type.actions,)),
        # What can't be seen: all tiles of the pool, those unseen, and its rows as each seat sees it
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
    """Return the memory for looking into one position."""
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
