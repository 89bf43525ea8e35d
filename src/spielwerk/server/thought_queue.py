"""A fair queue of thoughts: one network's or person's many requests don't delay another's few."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Thought:
    """A question to a bot, and a future for the answer."""

    network: Hashable
    person: Hashable
    cost: float  # expected seconds
    work: Callable[..., Any]
    question: Any
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class ThoughtQueue:
    """Share thinking equally between networks, and a network's share between its people.

    Each person's thoughts keep their order. A short thought therefore waits for the current one,
    not for everything that others have asked for.
    """

    def __init__(self) -> None:
        self._waiting: dict[Hashable, dict[Hashable, deque[Thought]]] = {}
        self._networks = _Shares()
        self._people: dict[Hashable, _Shares] = {}  # by network

    def put(self, thought: Thought) -> None:
        """Queue a thought."""
        network, person = thought.network, thought.person
        if network not in self._waiting:
            self._networks.join(network)
        people = self._waiting.setdefault(network, {})
        if person not in people:
            self._people.setdefault(network, _Shares()).join(person)
        people.setdefault(person, deque()).append(thought)

    def take(self) -> Thought | None:
        """Remove and return the next thought; None if the queue is empty."""
        if not self._waiting:
            return None
        heads = {network: self._head(network) for network in self._waiting}
        network = self._networks.next({one: head.cost for one, head in heads.items()})
        thought = heads[network]
        self._networks.serve(network, thought.cost, self._waiting)
        self._people[network].serve(thought.person, thought.cost, self._waiting[network])
        self.remove(thought)
        return thought

    def _head(self, network: Hashable) -> Thought:
        people = self._waiting[network]
        costs = {person: thoughts[0].cost for person, thoughts in people.items()}
        return people[self._people[network].next(costs)][0]

    def remove(self, thought: Thought) -> bool:
        """Remove a cancelled thought; return False if it is not in the queue."""
        people = self._waiting.get(thought.network, {})
        mine = people.get(thought.person, deque())
        if thought not in mine:
            return False
        mine.remove(thought)
        if not mine:
            del people[thought.person]
        if not people:
            del self._waiting[thought.network]
        self._forget()
        return True

    def note(self, thought: Thought, seconds: float) -> None:
        """Note how long a thought took; what it took beyond its cost counts, too."""
        if (beyond := seconds - thought.cost) > 0:
            self._networks.add(thought.network, beyond)
            self._people.setdefault(thought.network, _Shares()).add(thought.person, beyond)
            self._forget()

    def _forget(self) -> None:
        """Forget all that makes no difference any more."""
        self._networks.forget(self._waiting)
        for network, people in list(self._people.items()):
            people.forget(self._waiting.get(network, {}))
            if not people:
                del self._people[network]


class _Shares:
    """Take turns by seconds used, as weighted fair queueing does with equal weights.

    A clock goes on by what each of those waiting would get if they were all served at once. Whoever
    begins to wait begins at its time: nobody is ahead for not having asked before, and nobody
    behind for having used what nobody else wanted.
    """

    def __init__(self) -> None:
        self._used: dict[Hashable, float] = {}  # of those who wait or are ahead of the clock
        self._clock = 0.0  # seconds each

    def __len__(self) -> int:
        return len(self._used)

    def join(self, one: Hashable) -> None:
        """Begin to wait."""
        self._used[one] = max(self._used.get(one, 0.0), self._clock)

    def next(self, costs: Mapping[Hashable, float]) -> Hashable:
        """Return who of those waiting has used least, including the cost of the next turn."""
        return min(costs, key=lambda one: self._used[one] + costs[one])

    def serve(self, one: Hashable, cost: float, waiting: Collection[Hashable]) -> None:
        """Count a turn of one of those waiting."""
        least = min(self._used[other] for other in waiting)
        self._clock = max(self._clock, least) + cost / len(waiting)
        self._used[one] += cost

    def add(self, one: Hashable, seconds: float) -> None:
        """Count seconds beside a turn."""
        self.join(one)
        self._used[one] += seconds

    def forget(self, waiting: Collection[Hashable]) -> None:
        """Forget those who don't wait and are not ahead of the clock."""
        for one in [one for one in self._used if one not in waiting]:
            if self._used[one] <= self._clock:
                del self._used[one]
