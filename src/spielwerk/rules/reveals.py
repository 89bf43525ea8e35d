"""Record what becomes known: write nature's decisions to records, and read them back.

Kernels report what nature is about to decide (a topic, and whose or where it is) and the number to
record for its outcome. Topics declare how these numbers are written in a record, and who may see
them during the game.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from spielwerk.rules.errors import RecordError
from spielwerk.rules.given import expect_keys, quoted, whole
from spielwerk.rules.notation import Names
from spielwerk.rules.state import Layout, Sight

FIRST = "first"
"""The key of the starting seat in a set-up."""
NO_OUTCOME = -1


class Shape(enum.Enum):
    """How a topic's numbers are written in a record."""

    ONE = "a name"
    LIST = "a list of names"
    TEXT = "letters in one text, in the order of their numbers"
    BY_SEAT = "a list of names, one per seat"
    HANDS = "a list of lists of names, one per seat"
    PAIRS = "a list of seats and names: [[0, name]]"
    MAP = "an object of names, by where they lie"


@dataclass(frozen=True)
class Topic:
    """Something that nature decides, or that a ply reveals."""

    key: str
    """The key in records."""
    shape: Shape
    """How its numbers are written."""
    names: str | None = None
    """The kind of names; None: the numbers themselves."""
    sight: str | None = None
    """The field whose owner alone sees it; None: everybody does."""
    places: str | None = None
    """Of a MAP: the kind of names of its keys."""
    at: tuple[str, ...] = ()
    """Of a MAP: its keys, if they are always the same."""
    unordered: bool = False
    """Whether the order of its names is meaningless."""
    shown: bool = False
    """Whether plies reveal it themselves, without nature deciding it."""
    wrong: str = "bad_reveals"
    """The refusal code for an invalid name."""


# The topic of a game that declares none: the numbers of nature's outcomes. During the game it is
# hidden from everybody if anything at the table is hidden.
CHANCE = Topic("chance", Shape.LIST)


class Known(NamedTuple):
    """One fact that became known."""

    topic: int
    whose: int  # a seat or a place; NOBODYS if it is neither
    number: int


class Reveals:
    """How one game's records write what became known.

    `setup` lists the keys of a record's set-up in order; FIRST among them is the starting seat.
    """

    def __init__(
        self, topics: Sequence[Topic], names: Mapping[str, Names], setup: Sequence[str]
    ) -> None:
        self.topics, self._names, self._setup = tuple(topics), names, tuple(setup)
        self._keys = {topic.key: number for number, topic in enumerate(topics)}
        self.unordered = frozenset(topic.key for topic in topics if topic.unordered)

    # Writing

    def write_setup(self, known: Sequence[Known], seats: int, first: int) -> dict[str, Any]:
        """Return a record's `setup`."""
        told = self.write(known, seats) | {FIRST: first}
        return {key: told[key] for key in self._setup if key in told}

    def write(self, known: Sequence[Known], seats: int) -> dict[str, Any]:
        """Return a ply's `reveals`."""
        by_topic: dict[int, list[Known]] = {}
        for one in known:
            by_topic.setdefault(one.topic, []).append(one)
        return {
            self.topics[topic].key: self._write(self.topics[topic], found, seats)
            for topic, found in by_topic.items()
        }

    def _write(self, topic: Topic, known: list[Known], seats: int) -> Any:
        name = self._name
        match topic.shape:
            case Shape.ONE:
                return name(topic, known[0].number)
            case Shape.TEXT:
                return "".join(
                    name(topic, number) for number in sorted(one.number for one in known)
                )
            case Shape.HANDS:
                hands: list[list[Any]] = [[] for _ in range(seats)]
                for one in known:
                    hands[one.whose].append(name(topic, one.number))
                return hands
            case Shape.PAIRS:
                return [[one.whose, name(topic, one.number)] for one in known]
            case Shape.MAP:
                places = self._names[str(topic.places)]
                return {places.write(one.whose): name(topic, one.number) for one in known}
            case _:
                return [name(topic, one.number) for one in known]

    def _name(self, topic: Topic, number: int) -> Any:
        return number if topic.names is None else self._names[topic.names].write(number)

    # Reading

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Claim]:
        """Return the starting seat and what a record's `setup` claims; refuse invalid entries."""
        needed = [key for key in self._setup if key != CHANCE.key]
        expect_keys(setup, needed, self._setup, "setup")
        first = 0
        if FIRST in self._setup:
            found = whole(setup[FIRST])
            if found is None or found not in range(seats):
                raise RecordError("bad_setup", f"'{FIRST}' must be a seat from 0 to {seats - 1}")
            first = found
        for key in self._setup:
            if self._shape(key) in (Shape.BY_SEAT, Shape.HANDS):
                if not isinstance(setup[key], list) or len(setup[key]) != seats:
                    raise RecordError("bad_setup", f"'{key}' must hold {seats}, one per seat")
        return first, self._claim({key: told for key, told in setup.items() if key != FIRST})

    def _shape(self, key: str) -> Shape | None:
        return self.topics[self._keys[key]].shape if key in self._keys else None

    def read(self, reveals: dict[str, Any]) -> Claim:
        """Return what a ply's `reveals` claim; refuse invalid entries."""
        expect_keys(reveals, (), self._keys, "reveals")
        return self._claim(reveals)

    def _claim(self, told: dict[str, Any]) -> Claim:
        numbers = {
            self._keys[key]: deque(self._read(self.topics[self._keys[key]], value))
            for key, value in told.items()
        }
        drawn = {topic: found for topic, found in numbers.items() if not self.topics[topic].shown}
        return Claim(self.topics, drawn)

    def _read(self, topic: Topic, told: Any) -> Iterator[tuple[int | None, int]]:
        """Yield pairs of whose it is (None: not stated) and the number."""
        if topic.shape is Shape.ONE:
            yield None, self._number(topic, told, f"'{topic.key}'")
            return
        shapes: dict[Shape, Any] = {Shape.TEXT: str, Shape.MAP: dict}
        wanted = shapes.get(topic.shape, list)
        if not isinstance(told, wanted) or (topic.shape is Shape.TEXT and not told):
            raise RecordError(
                topic.wrong, f"'{topic.key}' must be {topic.shape.value}, not {quoted(told)}"
            )
        if topic.shape is Shape.MAP:
            if topic.at:
                expect_keys(told, topic.at, (), f"'{topic.key}'")
            places = self._names[str(topic.places)]
            for place, name in told.items():
                where = places.read(place) if isinstance(place, str) else None
                if where is None:
                    raise RecordError(topic.wrong, f"'{topic.key}': {quoted(place)} is no place")
                yield where, self._number(topic, name, f"'{topic.key}'")
            return
        for seat, one in enumerate(told):
            if topic.shape is Shape.HANDS:
                if not isinstance(one, list):
                    raise RecordError(topic.wrong, f"'{topic.key}' must be {topic.shape.value}")
                for name in one:
                    yield seat, self._number(topic, name, f"'{topic.key}' of seat {seat}")
            elif topic.shape is Shape.PAIRS:
                if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int:
                    raise RecordError(topic.wrong, f"'{topic.key}' must be {topic.shape.value}")
                yield one[0], self._number(topic, one[1], f"'{topic.key}'")
            elif topic.shape is Shape.BY_SEAT:
                yield seat, self._number(topic, one, f"'{topic.key}' of seat {seat}")
            else:
                yield None, self._number(topic, one, f"'{topic.key}'")

    def _number(self, topic: Topic, name: Any, what: str) -> int:
        if topic.names is None:
            number = whole(name)
        else:
            number = self._names[topic.names].read(name) if isinstance(name, str) else None
        if number is None:
            told = "one of them" if topic.names is None else f"a {topic.names.replace('_', ' ')}"
            raise RecordError(topic.wrong, f"{what}: {quoted(name)} is not {told}")
        return number

    # Seeing

    def seen_setup(
        self, setup: dict[str, Any], layout: Layout, viewer: int | None
    ) -> dict[str, Any]:
        """Return what `viewer` may see of a set-up, with null in place of the rest."""
        return {key: self._seen_dealt(key, told, layout, viewer) for key, told in setup.items()}

    def _seen_dealt(self, key: str, told: Any, layout: Layout, viewer: int | None) -> Any:
        if key == FIRST or not self._is_hidden(key, layout):
            return told
        if self._shape(key) in (Shape.BY_SEAT, Shape.HANDS):
            return [hand if seat == viewer else None for seat, hand in enumerate(told)]
        return None

    def seen(
        self, reveals: dict[str, Any], layout: Layout, seat: int, viewer: int | None
    ) -> dict[str, Any]:
        """Return what `viewer` may see of the facts that a ply of `seat` revealed."""
        return {key: told for key, told in reveals.items() if self._sees(key, layout, seat, viewer)}

    def seen_rows(
        self, known: Sequence[Known], layout: Layout, seat: int, viewer: int | None
    ) -> list[Known]:
        """Return the same as numbers: the rows of facts that `viewer` may see."""
        return [
            one for one in known if self._sees(self.topics[one.topic].key, layout, seat, viewer)
        ]

    def _sees(self, key: str, layout: Layout, seat: int, viewer: int | None) -> bool:
        return not self._is_hidden(key, layout) or (viewer == seat and key != CHANCE.key)

    def _is_hidden(self, key: str, layout: Layout) -> bool:
        if key == CHANCE.key:
            return layout.hides
        sight = self.topics[self._keys[key]].sight
        return sight is not None and layout.fields[sight].sight is not Sight.PUBLIC


class Claim:
    """What a record claims became known, to be checked against what nature is asked for."""

    def __init__(
        self, topics: Sequence[Topic], told: dict[int, deque[tuple[int | None, int]]]
    ) -> None:
        self._topics, self._told = topics, told

    @property
    def is_used_up(self) -> bool:
        """Whether every claim has been matched."""
        return not any(self._told.values())

    def next(self, topic: int, whose: int) -> int | None:
        """Return the next claimed number for a topic, or None if there is none."""
        told = self._told.get(topic)
        if not told:
            return None
        shape = self._topics[topic].shape
        if shape is Shape.MAP:
            return next((number for place, number in told if place == whose), None)
        claimed, number = told[0]
        if claimed is not None and claimed != whose:
            key = self._topics[topic].key
            raise RecordError("reveal_impossible", f"the next of '{key}' is seat {whose}'s")
        return number

    def take(self, topic: int, whose: int) -> None:
        """Mark the next claimed number as matched."""
        told = self._told[topic]
        if self._topics[topic].shape is Shape.MAP:
            told.remove(next(one for one in told if one[0] == whose))
        else:
            told.popleft()
