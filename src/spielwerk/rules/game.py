"""What a game is: a layout, kernels, parts, and the words in which people speak of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from rich.text import Text

from spielwerk.rules import loops
from spielwerk.rules.asking import allows
from spielwerk.rules.deciding import Comparison
from spielwerk.rules.dispatch import Kernels
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.lines import Line
from spielwerk.rules.numbers import quoted, whole
from spielwerk.rules.parts import PartsFile
from spielwerk.rules.state import NATURE, NATURES_TURN, Layout, Numbers, States

# The seats that may act, by a state's `turn`
ACTING = [
    tuple(seat for seat in range(NATURE + 1) if turn >> seat & 1)
    for turn in range(2 * NATURES_TURN)
]


class Game(ABC):
    """One game with its parts. Kernels hold the rules; methods here speak, read and show."""

    id: ClassVar[str]
    seats: ClassVar[range]
    layout: Layout  # the game's; where an option says who sees what, the option's
    kernels: ClassVar[Kernels]
    actions: ClassVar[int]  # seats' actions are numbers from 0 to below this
    most_legal: ClassVar[int]  # no seat ever has more legal actions
    most_odds: ClassVar[int]  # nature never has more outcomes
    known_options: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # values, the default first
    has_first: ClassVar[bool] = True  # does one seat start?
    lower_is_better: ClassVar[bool] = False  # are points on a scoreboard to be avoided?
    best_alone: ClassVar[int] = 1  # no seat alone gets further (`rules.asking.progress`)
    unordered: ClassVar[frozenset[str]] = frozenset()  # keys of records: lists in free order

    def __init__(
        self, parts: Path | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        self.options = self._check_options(options or {})
        self._set_tables(self.read_parts(parts))
        self._numbers = len(self.score_names(self.seats[-1]))  # on a scoreboard
        # A digest of a player's own parts; None if they are as the box has them.
        as_in_box = parts is None or self.tables.tobytes() == self.read_parts(None).tobytes()
        self.parts = PartsFile(parts).digest() if parts and not as_in_box else None

    def _set_tables(self, tables: States) -> None:
        tables.flags.writeable = False  # kernels are compiled for tables that nobody changes
        self.tables = tables

    def __deepcopy__(self, _: object) -> Game:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._set_tables(self.tables)

    def check_seats(self, seats: object) -> int:
        """The number of seats, refused if the game is not made for it."""
        number = whole(seats)
        if number is None or number not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            reason = f"{self.id} has {fewest} to {most} seats, not {quoted(seats)}"
            raise BadSetting("bad_seats", reason, fewest=fewest, most=most)
        return number

    def check_first(self, first: object, seats: int) -> int:
        """The starting seat, refused if there is no such seat; 0 where no seat starts."""
        number = whole(first)
        if not self.has_first and number != 0:
            reason = f"in {self.id} no seat starts; leave 'first' at 0"
            raise BadSetting("bad_first", reason)
        if number is None or number not in range(seats):
            reason = f"the first seat must be 0 to {seats - 1} or 'lot', not {quoted(first)}"
            raise BadSetting("bad_first", reason)
        return number

    def option(self, name: str) -> str:
        """What an option is set to."""
        return self.options.get(name, self.known_options[name][0])

    def _check_options(self, options: Mapping[str, object]) -> dict[str, str]:
        """The options that differ from their defaults; those that do not exist are refused."""
        for name, value in options.items():
            if name not in self.known_options:
                known = ", ".join(self.known_options) or "none"
                reason = f"{self.id} has no option {quoted(name)} (known: {known})"
                raise BadSetting("unknown_option", reason, option=name)
            if value not in self.known_options[name]:
                allowed = ", ".join(self.known_options[name])
                reason = f"{name} must be one of {allowed}, not {quoted(value)}"
                raise BadSetting("bad_option", reason, option=name)
        return {
            name: str(value)
            for name, value in options.items()
            if value != self.known_options[name][0]
        }

    # What kernels compute, in Python's own types.

    def to_act(self, s: States, i: int) -> tuple[int, ...]:
        """The seats that may act; nature is one; nobody when the game is over."""
        return ACTING[int(s["turn"][i])]

    def legal(self, s: States, i: int, seat: int) -> Numbers:
        """The actions that `seat` may choose from, given that it may act."""
        out = np.empty(self.most_legal, np.int64)
        return out[: self.kernels.legal(self.tables, s, i, seat, out)]

    def chosen(self, s: States, i: int, seat: int, move: object) -> tuple[int, int]:
        """The action that a legal move of `seat` stands for, and of how many it is one."""
        if not isinstance(move, str):
            raise IllegalMove("malformed", f"a move is a text, not {quoted(move)}")
        action = self.read(s, i, seat, move)
        if not allows(self.tables, s, i, seat, action):
            raise self.refusal(s, i, seat, action)
        return action, int(self.kernels.count(self.tables, s, i, seat))

    def after(self, s: States, i: int, seat: int, action: int) -> States:
        """An array of one state: what s[i] is after a legal action, before any draw."""
        state = s[i : i + 1].copy()
        self.kernels.act(self.tables, state, 0, seat, action)
        return state

    def odds(self, s: States, i: int) -> Numbers:
        """The weights of nature's outcomes, given that nature is to act."""
        out = np.empty(self.most_odds, np.int64)
        return out[: self.kernels.odds(self.tables, s, i, out)]

    def scores(self, s: States, i: int, seat: int) -> list[int]:
        """A seat's scoreboard."""
        out = np.empty(self._numbers, np.int64)
        n = self.kernels.scores(self.tables, s, i, seat, out)
        scoreboard: list[int] = out[:n].tolist()
        return scoreboard

    def scoreboards(self, s: States, i: int, seats: int) -> list[list[int]]:
        """All seats' scoreboards."""
        out = np.empty((seats, self._numbers), np.int64)
        n = loops.scoreboards(self.tables, s, i, out)
        boards: list[list[int]] = out[:, :n].tolist()
        return boards

    def ranks(self, s: States, i: int, seats: int) -> list[int]:
        """Each seat's rank, given that the game is over."""
        out = np.empty(seats, np.int64)
        self.kernels.ranks(self.tables, s, i, out)
        return out.tolist()

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """Where the points of a legal action come from, line by line; none if a game tells none.

        By name they add up to what the action adds to the scoreboard, but for what lapses where
        a track ends.
        """
        return []

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        """Which part of the box a legal action uses: a tile, a card, a building; '' if none.

        What players would compare: which tiles, which shapes do winners lay more often?
        """
        return ""

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        """What decides the ranks of a game that is over, in order; all in all it gives `ranks`."""
        results = [self.result(seats, self.scores(s, i, seat)) for seat in range(seats)]
        return [Comparison("result", results, self.lower_is_better)]

    def most_plies(self, seats: int) -> tuple[int, int] | None:
        """No game has more plies of seats, and of nature; None if nothing bounds them.

        Bounds that can be proved, not what is usual.
        """
        return None

    # What each game says in its own folder.

    @abstractmethod
    def score_names(self, seats: int) -> tuple[str, ...]:
        """What the numbers on a scoreboard are called; they are as many at all tables."""

    def signs(self, seats: int) -> tuple[int, ...]:
        """For each number on a scoreboard: 1, or -1 if it is to be avoided."""
        sign = -1 if self.lower_is_better else 1
        return tuple(sign for _ in self.score_names(seats))

    @abstractmethod
    def result(self, seats: int, scores: list[int]) -> int:
        """What a seat's final scoreboard comes to, as people would say it in one number."""

    @abstractmethod
    def read_parts(self, parts: Path | None) -> States:
        """The tables that kernels use, from the game's own parts or a player's file."""

    @abstractmethod
    def write(self, s: States, i: int, seat: int, action: int) -> str:
        """An action that `seat` may choose, in notation."""

    @abstractmethod
    def read(self, s: States, i: int, seat: int, move: str) -> int:
        """The action that `move` would be of `seat`, legal or not; `IllegalMove` if it is none."""

    @abstractmethod
    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        """Why `seat` may not choose `action` now."""

    @abstractmethod
    def topic(self, s: States, i: int) -> Any:
        """What nature is about to decide; goes with its outcome to `write_setup`/`_reveals`."""

    @abstractmethod
    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        """A record's `setup`: what nature decided (topic, outcome) before the first ply."""

    @abstractmethod
    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        """The starting seat, and nature's outcomes before the first ply."""

    @abstractmethod
    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        """A ply's `reveals`: what became known with it; `s[i]` is the state after it."""

    @abstractmethod
    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        """Nature's outcomes after a ply; `s[i]`, looked at lazily, is what they meet."""

    def seen_reveals(
        self, reveals: dict[str, Any], seat: int, viewer: int | None
    ) -> dict[str, Any]:
        """What `viewer` may see of what became known with a ply of `seat`: all, but for hands."""
        return reveals

    def seen_setup(self, setup: dict[str, Any], viewer: int | None) -> dict[str, Any]:
        """What `viewer` may see of what was dealt before the first ply: all, but for hands."""
        return setup

    def tell(self, what: str, seen: Any) -> str:
        """A reveal in one line for people."""
        told = " ".join(map(str, seen)) if isinstance(seen, list) else seen
        return f"{what}: {told}"

    @abstractmethod
    def show(self, seen: States) -> dict[str, Any]:
        """What every view holds of this game, ready for JSON, from what a spectator may see."""

    def show_own(self, seen: States, viewer: int) -> dict[str, Any]:
        """What a seat's view holds instead, or beyond that; asked where a field has owners."""
        return {}

    @abstractmethod
    def draw(self, view: dict[str, Any]) -> Text:
        """A view as a drawing for the terminal."""
