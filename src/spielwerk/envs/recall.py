"""Perfect recall: the plies that each seat saw, and a digest of its observations."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from spielwerk.envs.node import Node
from spielwerk.rules.state import NATURE, States

DIGEST = 16  # bytes


class Recall(NamedTuple):
    """A node, the plies of seats that led to it, and a digest of what each seat saw on the way."""

    plies: int  # of seats and of chance
    node: Node
    told: tuple[tuple[int, int], ...]
    digests: tuple[bytes, ...]

    @classmethod
    def begin(cls, node: Node) -> Recall:
        """Return what is remembered before the deal: nothing."""
        return cls(0, node, (), (b"",) * node.seats)

    def later(self, history: Sequence[tuple[int, int]], player: int) -> Memory:
        """Return what a seat remembers after a history: actors and actions, nature's too."""
        node, told, digest = copy.deepcopy(self.node), list(self.told), self.digests[player]
        granted = node.game.layout.grants(player)
        for actor, action in history[self.plies :]:
            node.act(actor, action)
            if actor != NATURE:
                told.append((actor, action))
            digest = add_to(digest, node.states, granted)
        secret = len(told) - len(node.chosen)
        known = [
            (seat, action if number < secret or seat == player else None)
            for number, (seat, action) in enumerate(told)
        ]
        return Memory(known, digest)


class Memory(NamedTuple):
    """What a seat remembers: plies of seats, and a digest of all that it has seen.

    Simultaneous choices stay hidden until all have chosen.
    """

    plies: list[tuple[int, int | None]]
    digest: bytes

    def __str__(self) -> str:
        plies = (f"{seat}:{'?' if action is None else action}" for seat, action in self.plies)
        return " ".join([*plies, self.digest.hex()])


def add_to(digest: bytes, states: States, granted: Any) -> bytes:
    """Return a digest of what was seen before, and of the granted bytes of a state."""
    seen: bytes = states.view(np.uint8)[granted].tobytes()
    return hashlib.blake2b(digest + seen, digest_size=DIGEST).digest()
