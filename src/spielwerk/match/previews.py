"""What each move would bring, before anything is decided."""

from __future__ import annotations

import numpy as np

from spielwerk.rules.game import Game
from spielwerk.rules.loops import scores_after
from spielwerk.rules.state import States


def legal_points(game: Game, states: States, seat: int) -> list[tuple[str, list[int]]]:
    """The moves of a seat that may act in states[0], sorted, and what each adds to its scoreboard.

    Numbers are as they stand before any draw.
    """
    if seat not in game.to_act(states, 0):
        return []
    room = game.layout.empty(2)
    room[0] = states[0]
    actions = game.legal(states, 0, seat)
    before = game.scores(states, 0, seat)
    after = np.empty((len(actions), len(before)), np.int64)
    scores_after(game.tables, room, seat, actions, after)
    moves = [game.write(states, 0, seat, action) for action in actions.tolist()]
    return sorted(zip(moves, (after - before).tolist(), strict=True))
