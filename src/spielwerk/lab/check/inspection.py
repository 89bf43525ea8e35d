"""Play random games of one game as plain Python, and check every state.

Unlike compiled kernels, plain ones detect an index out of bounds.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from spielwerk.lab.check.position import SPARE, UNWRITTEN, Position
from spielwerk.lab.check.wrong import Wrong, telling
from spielwerk.match.match import Match
from spielwerk.match.replay import replay
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.game import Game
from spielwerk.rules.state import NATURE, NATURES_TURN, States

ARGUMENTS = {
    "start": "t s i seats first",
    "legal": "t s i seat out",
    "count": "t s i seat",
    "nth": "t s i seat k",
    "odds": "t s i out",
    "act": "t s i seat action",
    "scores": "t s i seat out",
    "ranks": "t s i out",
    "move": "t s i seat action out",
    "find": "t s i seat move",
    "why_not": "t s i seat move out",
    "disclose": "t s i seat move",
    "lines": "t s i seat action out",
    "due": "t s i out",
    "told": "t s i outcome",
    "outcome": "t s i number",
    "shown": "t s i seat action out",
    "allows": "t s i seat action",
    "mark": "t s i seat room words",
    "progress": "t s i seat room",
    "fault": "t s i",
    "judge": "t s i seat room",
    "glance": "t s i seat room",
    "weigh_up": "t s i seat room",
    "best": "t s i spare seat w",
    "promising": "t s i seat w out",
    "answered": "t s i me w",
    "threat": "t s i seat w",
    "part": "t s i",
    "facts": "t s i seat out",
    "observe": "t s i seat out",
}
LONGEST = 5_000  # plies, nature's included, after which a game counts as endless
# Of the positions in which seats act, these are checked closely:
FIRST_FEW = 6
EARLY, LOOKED_AT = 60, 10  # of the first 60 positions, 10,
LATER = 0.02  # and this share of the later ones
ASKED = 8  # earlier moves, each checked for whether it is legal now


class Inspection:
    """Check invariants in random games of one game; `at` is called with the current check."""

    def __init__(self, game: Game, at: Callable[[str], None]) -> None:
        self.game, self._at = game, at

    def run(self, games: int) -> Iterator[str]:
        """Yield wrong arguments of kernels, or if there are none, the first mistake in a game."""
        swapped = list(self._arguments())
        if swapped:
            yield from swapped
            return
        for seats in self.game.seats:
            for number in range(games):
                try:
                    with telling("it fails"):
                        self._play(seats, number)
                except Wrong as wrong:
                    yield f"{wrong} ({self._table(seats)}, game {number})"
                    return

    def _table(self, seats: int) -> str:
        options = "".join(f"{name}={value}, " for name, value in self.game.options.items())
        return options + ("alone" if seats == 1 else f"{seats} seats")

    def _arguments(self) -> Iterator[str]:
        for name in Kernels._fields:
            kernel = getattr(self.game.kernels, name)
            if kernel is None:
                continue
            wanted, found = ARGUMENTS[name].split(), list(inspect.signature(kernel).parameters)
            if len(found) != len(wanted):
                yield (
                    f"the kernel `{name}` takes {len(found)} arguments ({', '.join(found)}) "
                    f"instead of {len(wanted)} ({', '.join(wanted)})"
                )
            elif found != wanted and sorted(found) == sorted(wanted):
                yield (
                    f"the kernel `{name}` takes its arguments in another order "
                    f"({', '.join(found)}) than it is given them ({', '.join(wanted)})"
                )

    def _play(self, seats: int, number: int) -> None:
        game, luck = self.game, random.Random(f"{seats}/{number}")
        first = luck.randrange(seats) if game.has_first else 0
        s = self._start(seats, first)
        looked_at = {*range(FIRST_FEW), *luck.sample(range(EARLY), LOOKED_AT)}
        past: list[str] = []
        plies = 0
        while turn := int(s["turn"][0]):
            self._at(f"{self._table(seats)}, game {number}, ply {plies}")
            self._check_turn(turn, seats)
            if plies > LONGEST:
                raise Wrong(f"a game did not end within {LONGEST:,} plies")
            position = Position(game, s, seats, luck, luck.sample(past, min(ASKED, len(past))))
            if turn == NATURES_TURN:
                ply = NATURE, position.outcome()
            else:
                seat = luck.choice(game.to_act(s, 0))
                if len(past) in looked_at or luck.random() < LATER:
                    position.look(seat)
                ply = seat, luck.choice(position.legal(seat))
                past.append(game.write(s, 0, *ply))
            position.call("act", *ply)
            plies += 1
            if fault := int(position.call("fault")):
                raise Wrong(f"`fault` tells number {fault} after ply {plies}")
        self._check_ranks(s, seats, luck)
        self._check_record(seats, number)

    def _start(self, seats: int, first: int) -> States:
        """Check that set-up ignores the state's previous contents."""
        luck = random.Random(0)
        clean, used = self.game.layout.empty(1), self.game.layout.empty(1)
        used.view(np.uint8)[:] = 0x55
        for s in (clean, used):
            Position(self.game, s, seats, luck).call("start", seats, first)
        for name in self.game.layout.fields:
            if name != "filler" and clean[name].tobytes() != used[name].tobytes():
                raise Wrong(f"`start` leaves in {name} what was there before")
        return clean

    def _check_turn(self, turn: int, seats: int) -> None:
        if turn & NATURES_TURN and turn != NATURES_TURN:
            raise Wrong("nature and a seat may act at the same time")
        if turn != NATURES_TURN and turn >> seats:
            raise Wrong(f"`turn` is {turn}: a seat may act that is not at the table")

    def _check_ranks(self, s: States, seats: int, luck: random.Random) -> None:
        out = np.full(seats + SPARE, UNWRITTEN, np.int64)
        Position(self.game, s, seats, luck).call("ranks", out)
        if (out[:seats] == UNWRITTEN).any() or (out[seats:] != UNWRITTEN).any():
            raise Wrong(f"`ranks` does not write {seats} ranks")
        ranks = out[:seats].tolist()
        if [1 + sum(other < rank for other in ranks) for rank in ranks] != ranks:
            raise Wrong(f"`ranks` writes {ranks}, but 1 is the best, and ties share a rank")

    def _check_record(self, seats: int, number: int) -> None:
        """Check that a match can be recorded, replayed and drawn."""
        luck = random.Random(number)
        options: dict[str, Any] = dict(self.game.options)
        match = Match(self.game.id, seats, number, **options)
        while not match.over:
            self._at(f"{self._table(seats)}, match {number}, ply {len(match.plies)}")
            if len(match.plies) > LONGEST:
                raise Wrong(f"a match did not end within {LONGEST:,} plies")
            seat = luck.choice(match.to_act)
            match.play(luck.choice(match.legal(seat)), seat)
        record = json.loads(json.dumps(match.record(trace=True)))
        with telling("a record can't be replayed"):
            again = replay(record)
        if again.states.tobytes() != match.states.tobytes():
            raise Wrong("a record replays to another state")
        for viewer in (*range(seats), None):
            with telling("a view can't be drawn"):
                self.game.display.draw(match.view(viewer))
