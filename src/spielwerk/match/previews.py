"""Preview moves: the points that each would score."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.game import Game
from spielwerk.rules.plies import scores_after
from spielwerk.rules.state import States


def legal_points(game: Game, states: States, seat: int) -> list[tuple[str, list[int]]]:
    """Return a seat's legal moves in states[0], sorted, and what each adds to its scoreboard.

    Points are those before any draw.
    """
    if seat not in game.to_act(states, 0):
        return []
    room = game.layout.empty(2)
    room[0] = states[0]
    actions = game.legal(states, 0, seat)
    before = game.scores(states, 0, seat)
    after = np.empty((len(actions), len(before)), np.int64)
    scores_after(game.tables, room, seat, actions, after)
    moves = game.write_all(states, 0, seat, actions)
    return sorted(zip(moves, (after - before).tolist(), strict=True))


def points_of(game: Game, states: States, seat: int, action: int) -> list[int]:
    """Return what a legal action in states[0] adds to the seat's scoreboard, entry by entry."""
    after = game.scores(game.after(states, 0, seat, action), 0, seat)
    before = game.scores(states, 0, seat)
    return [new - old for old, new in zip(before, after, strict=True)]


def preview(game: Game, states: States, seat: int, move: str) -> dict[str, Any]:
    """Return what a move in states[0] would score, ready for JSON: in total and by line (HX-15).

    `points` is what it adds to the seat's scoreboard, entry by entry; `lines` shows where that
    comes from.
    """
    if seat not in game.to_act(states, 0):
        raise IllegalMove("not_your_turn", f"seat {seat} may not act now", seat=seat)
    action, _ = game.chosen(states, 0, seat, move)
    return {
        "points": points_of(game, states, seat, action),
        "lines": told_lines(game, states, seat, action),
    }


def told_lines(game: Game, states: States, seat: int, action: int) -> list[dict[str, Any]]:
    """Return where the points of a legal action in states[0] come from, ready for JSON."""
    return [
        {"cells": list(line.cells), "name": line.name, "points": line.points}
        for line in game.lines(states, 0, seat, action)
    ]
