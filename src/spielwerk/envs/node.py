"""Nodes of a game's tree for OpenSpiel, including chance nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.games import find
from spielwerk.rules.game import Game
from spielwerk.rules.state import States


class Node:
    """A state, and what seats have chosen that may act at the same time as others.

    It is copied by its bytes, and written by them too.
    """

    def __init__(
        self, game: Game, seats: int, states: States, chosen: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.game, self.seats, self.states, self.chosen = game, seats, states, chosen

    @classmethod
    def root(cls, game: Game, seats: int, first: int) -> Node:
        """Return the node before the deal."""
        states = game.layout.empty(1)
        game.kernels.start(game.tables, states, 0, seats, first)
        return cls(game, seats, states)

    def __deepcopy__(self, _: object) -> Node:
        return Node(self.game, self.seats, self.states.copy(), self.chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        game = (self.game.id, dict(self.game.options))
        return _restore, (*game, self.seats, self.states.tobytes(), self.chosen)

    def to_act(self) -> int | None:
        """Return nature, the lowest of the seats that have yet to choose, or None at the end."""
        turn = int(self.states["turn"][0])
        for seat, _ in self.chosen:
            turn ^= 1 << seat
        return (turn & -turn).bit_length() - 1 if turn else None

    def act(self, actor: int, action: int) -> None:
        """Apply a legal action; simultaneous actions are applied together."""
        chosen = (*self.chosen, (actor, action))
        turn = int(self.states["turn"][0])
        if len(chosen) < turn.bit_count():
            self.chosen = chosen
            return
        for each in chosen:
            self.game.kernels.act(self.game.tables, self.states, 0, *each)
        self.chosen = ()


def _restore(
    name: str,
    options: dict[str, str],
    seats: int,
    state: bytes,
    chosen: tuple[tuple[int, int], ...],
) -> Node:
    game = find(name, None, options)
    return Node(game, seats, np.frombuffer(state, game.layout.dtype).copy(), chosen)
