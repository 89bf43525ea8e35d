"""Define a game: its layout, kernels and parts, its notation and its display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from spielwerk.rules import plies
from spielwerk.rules.controls import Control
from spielwerk.rules.depth import Depth
from spielwerk.rules.derived import completed
from spielwerk.rules.dispatch import Kernels, register
from spielwerk.rules.display import Display
from spielwerk.rules.errors import BadSetting, IllegalMove, PartsError
from spielwerk.rules.given import quoted, whole
from spielwerk.rules.lines import Line
from spielwerk.rules.notation import Form, Names, Notation, Refusal
from spielwerk.rules.observation import Feature
from spielwerk.rules.parts import PartsFile, PartsSource
from spielwerk.rules.reveals import CHANCE, FIRST, Known, Reveals, Topic
from spielwerk.rules.state import NATURE, NATURES_TURN, Layout, Numbers, States
from spielwerk.rules.texts import sentences
from spielwerk.rules.tiebreaks import Comparison

# The seats that may act, indexed by a state's `turn`
ACTING = [
    tuple(seat for seat in range(NATURE + 1) if turn >> seat & 1)
    for turn in range(2 * NATURES_TURN)
]
NO_PARTS = np.dtype((np.record, [("none", "u1")]))  # the tables of a game without parts


class Game:
    """One game with its parts. `notation` writes its moves, `display` shows its states."""

    # Required declarations
    id: ClassVar[str]
    """The name of the game and of its entry point."""
    seats: ClassVar[range]
    """The possible numbers of seats."""
    layout: Layout
    """The fields of a state. An instance has its own where an option decides who sees what."""
    kernels: Kernels
    """The rules."""
    actions: ClassVar[int]
    """Seats' actions are numbered from 0 to `actions` - 1."""
    most_legal: ClassVar[int]
    """The maximum number of legal actions of a seat."""
    most_odds: ClassVar[int]
    """The maximum number of outcomes of nature."""

    # Notation
    forms: ClassVar[tuple[Form, ...]]
    """The patterns in which moves are written."""
    refusals: ClassVar[tuple[Refusal, ...]] = (Refusal("not_allowed"),)
    """Why a move can be refused; the kernel `why_not` numbers them from 1."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Sample moves, shown to explain the notation."""
    topics: ClassVar[tuple[Topic, ...]] = (CHANCE,)
    """What can become known during a game."""
    setup_keys: ClassVar[tuple[str, ...]] = (FIRST, CHANCE.key)
    """The keys of a record's set-up, in order."""
    most_lines: ClassVar[tuple[int, int]] = (1, 3)
    """Maximum rows and columns written by `lines`."""
    line_cells: ClassVar[str] = "cell"
    """The kind of names for the cells in lines."""
    most_shown: ClassVar[int] = 0
    """Maximum rows written by `shown`."""

    controls: ClassVar[tuple[Control, ...]] = ()
    """Editors for its parts; entries without a control are edited as text."""

    # Display
    display_type: ClassVar[type[Display]] = Display
    """How views and drawings are made."""
    features: tuple[Feature, ...] = ()
    """The fields of observations; if empty, the granted bytes are observed."""

    # Play
    known_options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The rule options with their values, the default first."""
    has_first: ClassVar[bool] = True
    """Whether one seat starts."""
    lower_is_better: ClassVar[bool] = False
    """Whether points on a scoreboard are bad."""
    best_alone: ClassVar[int] = 1
    """The highest `progress` that a seat can reach alone."""
    stake: ClassVar[int] = 0
    """The most chips that a seat can lose to the others; 0 if the game is not played for chips. If
    it is, `progress` counts what a seat has won or lost, and adds up to 0 at the end.
    """
    premoves: ClassVar[Mapping[str, int] | None] = None
    """The values of fields on a seat's turn, so that a page can offer moves ahead of it. None: a
    seat cannot know yet which moves it will have.
    """
    first_premoves: ClassVar[Mapping[str, int] | None] = None
    """The same for a seat's first ply, which may follow a rule of its own."""

    # Bots
    depth: ClassVar[Depth] = Depth()
    """How far bots search."""
    lowest_counts: ClassVar[bool] = False
    """Whether the lowest number on a scoreboard decides."""
    scratch: ClassVar[Mapping[str, tuple[str, tuple[int, ...]]]] = {}
    """Formats and shapes of the arrays that it adds to a bot's workspace, by name."""
    fact_names: ClassVar[tuple[str, ...]] = ()
    """The names of the values that the kernel `facts` writes."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "kernels" in cls.__dict__:
            cls.kernels = completed(cls.kernels, cls.layout, lower_is_better=cls.lower_is_better)
            register(cls.layout, cls.kernels)

    def __init__(
        self, parts: PartsSource | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        self.options = self._check_options(options or {})
        self._set_tables(self.read_parts(parts))
        self._numbers = len(self.score_names(self.seats[-1]))  # on a scoreboard
        # A digest of a player's own parts; None if they equal those in the box.
        as_in_box = parts is None or self.tables.tobytes() == self.read_parts(None).tobytes()
        self.parts_source = None if as_in_box else parts
        self.parts = PartsFile(parts).digest() if parts and not as_in_box else None
        self.notation = Notation(
            self.forms, self.names(), self.refusals, self.examples, sentences(type(self))
        )
        self.reveals = Reveals(self.topics, self.notation.names, self.setup_keys)
        self.display = self.display_type(self)

    def _set_tables(self, tables: States) -> None:
        tables.flags.writeable = False  # kernels are compiled for read-only tables
        self.tables = tables

    def __deepcopy__(self, _: object) -> Game:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._set_tables(self.tables)

    # Settings

    def check_seats(self, seats: object) -> int:
        """Return the number of seats; raise `BadSetting` if the game does not support it."""
        number = whole(seats)
        if number is None or number not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            reason = f"{self.id} has {fewest} to {most} seats, not {quoted(seats)}"
            raise BadSetting("bad_seats", reason, fewest=fewest, most=most)
        return number

    def check_first(self, first: object, seats: int) -> int:
        """Return the starting seat, 0 if no seat starts; raise `BadSetting` if it is invalid."""
        number = whole(first)
        if not self.has_first and number != 0:
            reason = f"in {self.id} no seat starts; leave 'first' at 0"
            raise BadSetting("bad_first", reason)
        if number is None or number not in range(seats):
            reason = f"the first seat must be 0 to {seats - 1} or 'lot', not {quoted(first)}"
            raise BadSetting("bad_first", reason)
        return number

    def option(self, name: str) -> str:
        """Return the value of an option."""
        return self.options.get(name, self.known_options[name][0])

    def _check_options(self, options: Mapping[str, object]) -> dict[str, str]:
        """Return the options that differ from their defaults; refuse unknown ones."""
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

    # What a game may override

    def read_parts(self, source: PartsSource | None) -> States:
        """Return the tables for kernels, read from the game's own parts or a player's file."""
        if source is not None:
            raise PartsError("no_parts", f"{self.id} has no parts that a player could change")
        return np.zeros(1, NO_PARTS)

    @classmethod
    def has_parts(cls) -> bool:
        """Return whether the game has parts that a player can change."""
        return cls.read_parts is not Game.read_parts

    def names(self) -> Mapping[str, Names]:
        """Return the names of the numbers in moves and records, by kind."""
        return {}

    def score_names(self, seats: int) -> tuple[str, ...]:
        """Return the names of the scoreboard's entries; every table size has the same number."""
        return ("points",)

    def signs(self, seats: int) -> tuple[int, ...]:
        """Return 1 for each entry of a scoreboard, or -1 if high values are bad."""
        sign = -1 if self.lower_is_better else 1
        return tuple(sign for _ in self.score_names(seats))

    def result(self, seats: int, scores: list[int]) -> int:
        """Return a seat's final result as a single number."""
        return sum(scores)

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        """Return the criteria that decide the ranks of a finished game, in order."""
        results = [self.result(seats, self.scores(s, i, seat)) for seat in range(seats)]
        return [Comparison("result", results, self.lower_is_better)]

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        """Return which part of the box a legal action uses (a tile, a card …), or '' if none.

        Reports group by it: which tiles or shapes do winners play more often?
        """
        return ""

    def most_plies(self, seats: int) -> tuple[int, int] | None:
        """Return upper bounds for the plies of seats and of nature; None if there are none.

        They must be provable, not merely usual.
        """
        return None

    def fill_scratch(self, w: States) -> None:
        """Initialise the game's own part of a bot's workspace."""

    # Kernels' results as plain Python types

    def to_act(self, s: States, i: int) -> tuple[int, ...]:
        """Return the seats that may act, possibly nature; empty when the game is over."""
        return ACTING[int(s["turn"][i])]

    def legal(self, s: States, i: int, seat: int) -> Numbers:
        """Return the legal actions of `seat`, which must be allowed to act."""
        out = np.empty(self.most_legal, np.int64)
        return out[: self.kernels.legal(self.tables, s, i, seat, out)]

    def odds(self, s: States, i: int) -> Numbers:
        """Return the weights of nature's outcomes; nature must be to act."""
        out = np.empty(self.most_odds, np.int64)
        return out[: plies.weigh(self.tables, s, i, out)]

    def after(self, s: States, i: int, seat: int, action: int) -> States:
        """Return a one-state array: s[i] after a legal action, before any draw."""
        state = s[i : i + 1].copy()
        self.apply(state, 0, seat, action)
        return state

    def scores(self, s: States, i: int, seat: int) -> list[int]:
        """Return a seat's scoreboard."""
        return self.scoreboards(s, i, seat + 1)[seat]

    def scoreboards(self, s: States, i: int, seats: int) -> list[list[int]]:
        """Return the scoreboards of seats 0 to `seats` - 1."""
        out = np.empty((seats, self._numbers), np.int64)
        n = plies.scoreboards(self.tables, s, i, out)
        boards: list[list[int]] = out[:, :n].tolist()
        return boards

    def ranks(self, s: States, i: int, seats: int) -> list[int]:
        """Return each seat's rank; the game must be over."""
        out = np.empty(seats, np.int64)
        self.kernels.ranks(self.tables, s, i, out)
        return out.tolist()

    # Moves

    def write(self, s: States, i: int, seat: int, action: int) -> str:
        """Return an action of `seat` in notation."""
        return self.write_all(s, i, seat, np.array([action]))[0]

    def write_all(self, s: States, i: int, seat: int, actions: Numbers) -> list[str]:
        """Return several actions of `seat` in notation."""
        out = np.empty((len(actions), self.notation.width), np.int64)
        plies.write_moves(self.tables, s, i, seat, actions, out)
        return list(map(self.notation.write, out.tolist()))

    def read(self, s: States, i: int, seat: int, move: object) -> int:
        """Return the action for `move` by `seat`, legal or not; refuse text that is no move."""
        numbers = self.notation.read(move)
        action = int(self.kernels.find(self.tables, s, i, seat, numbers))
        if action < 0:
            raise self._refusal(s, i, seat, numbers)
        return action

    def chosen(self, s: States, i: int, seat: int, move: object) -> tuple[int, int]:
        """Return the action for a legal move of `seat`, and the number of its legal actions."""
        numbers = self.notation.read(move)
        action, legal = plies.choose(self.tables, s, i, seat, numbers)
        if action == plies.REFUSED:
            raise self._refusal(s, i, seat, numbers)
        return int(action), int(legal)

    def spelled(self, s: States, i: int, seat: int, action: int) -> tuple[str, int]:
        """Return a legal action of `seat` in notation, and the number of its legal actions.

        An illegal action is refused for the same reason as its notation would be.
        """
        if action not in range(self.actions):
            reason = f"{self.id} has actions from 0 to {self.actions - 1}, not {quoted(action)}"
            raise IllegalMove("no_action", reason)
        numbers = np.empty(self.notation.width, np.int64)
        legal = plies.spell(self.tables, s, i, seat, action, numbers)
        if legal != plies.REFUSED:
            return self.notation.write(numbers.tolist()), int(legal)
        if self.notation.can_write(numbers.tolist()):
            if refusal := self._why_not(s, i, seat, numbers):
                raise refusal
        # It leads off the board, or duplicates a move that has another number.
        raise IllegalMove("not_legal", f"action {action} is not legal now", action=action)

    def _refusal(self, s: States, i: int, seat: int, numbers: Numbers) -> IllegalMove:
        refusal = self._why_not(s, i, seat, numbers)
        assert refusal is not None, "a move that is refused has a reason"
        return refusal

    def _why_not(self, s: States, i: int, seat: int, numbers: Numbers) -> IllegalMove | None:
        out = np.empty(2 * self.notation.width, np.int64)
        code = int(self.kernels.why_not(self.tables, s, i, seat, numbers, out))
        return self.notation.refuse(code, out.tolist()) if code else None

    def lines(self, s: States, i: int, seat: int, action: int) -> list[Line]:
        """Return where the points of a legal action come from, line by line.

        Summed by name they equal what the action adds to the scoreboard, except for points lost
        at the end of a track.
        """
        rows = np.empty(self.most_lines, np.int64)
        n = self.kernels.lines(self.tables, s[i : i + 1].copy(), 0, seat, action, rows)
        if n == 0:
            return []
        names = self.score_names(int(s["seats"][i]))
        cell = self.notation.names[self.line_cells].write
        return [
            Line(tuple(map(cell, cells[:size])), names[number], points)
            for number, points, size, *cells in rows[:n].tolist()
        ]

    # What becomes known

    def apply(self, s: States, i: int, seat: int, action: int) -> list[Known]:
        """Apply a legal action, including nature's; return what becomes known."""
        rows = np.empty((max(1, self.most_shown), 3), np.int64)
        n = plies.apply(self.tables, s, i, seat, action, rows)
        return [Known(*row) for row in rows[:n].tolist()]

    def due(self, s: States, i: int) -> tuple[int, int]:
        """Return the topic that nature decides next, and whose it is."""
        out = np.empty(2, np.int64)
        self.kernels.due(self.tables, s, i, out)
        topic, whose = out.tolist()
        return topic, whose

    def recall(self, s: States, i: int, number: int) -> tuple[int, bool]:
        """Return the outcome for a recorded number, and whether it is revealed immediately."""
        outcome, at_once = plies.recall(self.tables, s, i, number)
        return int(outcome), bool(at_once)
