"""The tables of the goldens, and luck that is the same in every Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import spielwerk as sw

T = TypeVar("T")

SEATS = {
    "anubixx": range(2, 6),
    "axio": range(1, 5),
    "axio_hex": range(2, 5),
    "axio_rota": range(1, 5),
    "second_chance": range(1, 7),
}


class Table(NamedTuple):
    """A game at a number of seats, perhaps with hidden hands."""

    game: str
    seats: int
    hidden: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """Return the rule options that differ from the defaults."""
        return {"hands": "hidden"} if self.hidden else {}

    def __str__(self) -> str:
        return f"{self.game}/{self.seats}" + ("/hidden" if self.hidden else "")


TABLES = [Table(game, seats) for game, all_seats in SEATS.items() for seats in all_seats]
TABLES += [Table("axio_hex", seats, hidden=True) for seats in SEATS["axio_hex"]]
# Where not all tables are possible: solo if it exists, two seats, and the most.
SOME_TABLES = [table for table in TABLES if table.seats in (1, 2, SEATS[table.game][-1])]


def pick(luck: random.Random, of: Sequence[T]) -> T:
    """Return one of them; unlike `random.random`, `random.choice` may change with Python."""
    return of[int(luck.random() * len(of))]


def some(luck: random.Random, of: Sequence[T], number: int) -> list[T]:
    """Return this many of them, some perhaps twice."""
    return [pick(luck, of) for _ in range(number)] if of else []


def choose(match: sw.Match, luck: random.Random, greed: float) -> tuple[int, str]:
    """Return a seat that may act, and a move: any, or, as often as `greed`, the best of a few."""
    seat = pick(luck, match.to_act)
    moves = match.legal(seat)
    if luck.random() >= greed:
        return seat, pick(luck, moves)
    return seat, max(some(luck, moves, 8), key=lambda move: sum(match.preview(move, seat)))


def after(table: Table, seed: int, plies: int) -> sw.Match:
    """Return a match of random moves after this many plies, or at its end."""
    match = sw.Match(table.game, table.seats, seed, **table.options)
    luck = random.Random(seed)
    while not match.over and match.length < plies:
        seat, move = choose(match, luck, 0.5)
        match.play(move, seat)
    return match
