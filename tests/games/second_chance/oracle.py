"""A slow, plain reading of the Second Chance rule page, written independently of the engine.

Cells are names such as "e5", cards are names such as "4B", and nothing here is clever: it exists
to be compared with a fast engine. The marks SC-1 to SC-16 are the ids of the rule page.
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from typing import Any

from games import oracles
from games.oracles import TOP_KEYS, need, same

GRID = frozenset(f"{column}{row}" for column in "abcdefghi" for row in range(1, 10))  # SC-1
CENTRE = "e5"  # SC-1
SEATS = range(1, 7)
SOLO_GAMES = 3  # SC-16
ONE = "1"  # SC-10: what stands before the colon when a one is written

TWICE = """
1A X  2A XX  3A XXX  3B X./XX  4A XXXX  4B XX/XX  4C X./X./XX  4D XXX/.X.  4E .XX/XX.
"""
ONCE = """
5A .XX/XX./.X.  5B XXXXX  5C X./X./X./XX  5D .X/.X/XX/X.  5E XX/XX/X.  5F XXX/.X./.X.
5G X.X/XXX  5H X../X../XXX  5I X../XX./.XX  5J .X./XXX/.X.  5K .X/XX/.X/.X  5L XX./.X./.XX
6A XXX/XXX  6B X..X/XXXX  6C XXX/.X./.X./.X.  6D X../XX./XXX  6E .X../XXXX/.X..
6F X../XX./.XX/..X
7A X.X/XXX/X.X  7B .X./XXX/XXX  7C X.X/X.X/XXX  7D X.../X.../X.../XXXX
"""
STARTS = """
8A XXX/X.X/X.X/X..  8B X.X/XXX/X.X/X..  8C .XX./XXXX/.XX.  8D XXXX/X..X/X..X
8E XX../.XX./..XX/...X/...X  8F .X.../XXXXX/.X.../.X...  8G XXX/.X./.X./XXX
8H X.../X.../XX../XXXX  8I .XX/XX./XX./.XX  8J X.X/XXX/.X./.XX
8K ..X../..X../XXXXX/..X..  8L XX./XXX/.XX/..X  8M XXXXX/X..../X..../X....
"""


def named(text: str) -> dict[str, str]:
    """Card names and their pictures, out of a list that alternates between the two."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


START_CARDS = tuple(named(STARTS))  # SC-2
PICTURES = named(TWICE) | named(ONCE) | named(STARTS)  # SC-3
DECK: Counter[str] = Counter([*named(TWICE), *named(TWICE), *named(ONCE)])  # SC-2, SC-3


def squares(picture: str) -> set[tuple[int, int]]:
    """Where a picture has its cells."""
    rows = enumerate(picture.split("/"))
    return {(x, y) for y, row in rows for x, mark in enumerate(row) if mark == "X"}


def turned(shape: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """A quarter turn."""
    return {(y, -x) for x, y in shape}


def mirrored(shape: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The other side up."""
    return {(-x, y) for x, y in shape}


def name(x: int, y: int) -> str:
    """The cell's name; outside the grid it is a name that the grid does not hold."""
    return chr(ord("a") + x) + str(1 + y)


@functools.cache
def ways(card: str) -> frozenset[frozenset[str]]:
    """SC-7: all sets of cells of an empty grid that this card can fill."""
    shape, found = squares(PICTURES[card]), set()
    for _ in range(4):
        shape = turned(shape)
        for side in (shape, mirrored(shape)):
            for right in range(-8, 17):
                for up in range(-8, 17):
                    cells = frozenset(name(x + right, y + up) for x, y in side)
                    if cells <= GRID:  # SC-7: nothing outside
                        found.add(cells)
    return frozenset(found)


class Table:
    """One game, or a solo series of three: the grids, the deck, and who has what to draw."""

    def __init__(self, seats: int, start: list[Any]) -> None:
        if type(seats) is not int or seats not in SEATS:
            raise ValueError(f"no game for {seats!r} seats")
        self.seats = seats
        self.over = False
        self.finished: list[int] = []  # SC-16: free cells of each finished solo game
        self.set_out(start)

    # What can be asked.

    @property
    def to_act(self) -> tuple[int, ...]:
        """SC-5: the seats that have something to draw or write now, in whatever order."""
        return tuple(sorted(self.choices))

    def legal(self, seat: int) -> list[str]:
        """All legal moves of a seat, each notation once, sorted."""
        return self.drawings(seat, self.choices.get(seat, ()))

    def scores(self, seat: int) -> list[int]:
        """The scoreboard: free cells, and the one (solo: the finished games)."""
        if self.seats == 1:
            return [len(self.free[seat]), sum(self.finished)]  # SC-16
        return [len(self.free[seat]), int(self.wrote_one[seat])]

    def ranks(self) -> list[int]:
        """Competition ranks."""
        keys = [self.rank_key(seat) for seat in range(self.seats)]  # SC-15: all of them
        return [1 + sum(other < mine for other in keys) for mine in keys]

    def rank_key(self, seat: int) -> tuple[int, bool]:
        """The smaller, the better."""
        free = len(self.free[seat])
        if free == 0:
            return 0, False  # SC-13: full grids win together, one or no one
        return free, not self.wrote_one[seat]  # SC-14

    def drawings(self, seat: int, cards: tuple[str, ...]) -> list[str]:
        """SC-7: every way to draw one of these cards on the free cells of a seat's own grid."""
        moves = set()
        for card in cards:
            for cells in self.places(card):
                if cells <= self.free[seat]:  # SC-7: no overlap
                    moves.add(f"{card}:{','.join(sorted(cells))}")
        return sorted(moves)

    def places(self, card: str) -> list[frozenset[str]]:
        """Where a card may go on an empty grid."""
        if card == ONE:
            return [frozenset([cell]) for cell in GRID]  # SC-10: one cell, any
        if card in START_CARDS:
            return [cells for cells in ways(card) if CENTRE in cells]  # SC-4
        return list(ways(card))

    def anyone_full(self) -> bool:
        """SC-12, SC-13: a grid without a free cell."""
        return any(not cells for cells in self.free)

    # What can be done.

    def play(self, seat: int, move: str, reveals: dict[str, Any]) -> None:
        """One ply and the cards turned up after it; a refused one changes nothing."""
        trial = copy.deepcopy(self)
        trial.act(seat, move)
        shown = revealed(reveals)
        trial.go_on(shown)
        need(not any(shown.values()), f"too much is revealed: {shown}")
        self.__dict__.update(trial.__dict__)

    def act(self, seat: int, move: str) -> None:
        """The decision alone."""
        need(not self.over, "the game is over")
        need(type(seat) is int and seat in self.choices, f"seat {seat!r} cannot act now")
        need(move in self.legal(seat), f"illegal move {move!r}")
        card, cells = move.split(":")
        self.free[seat] -= set(cells.split(","))  # SC-7: once drawn it stays
        if card == ONE:
            self.wrote_one[seat] = True  # SC-10: fills the cell
        del self.choices[seat]

    def go_on(self, shown: dict[str, list[Any]]) -> None:
        """As long as nobody has to act: the step is over, and the next one begins."""
        while not self.choices and not self.over:
            if self.step == "drawing":
                self.drawing_is_over(shown)
            elif self.step == "second chances":
                self.round_is_over(shown)
            else:
                self.new_round(shown)  # SC-4: the start pieces are drawn

    def set_out(self, start: list[Any]) -> None:
        """SC-4: empty grids, a whole deck, and a start card for each seat."""
        need(len(start) == self.seats, f"not a start card for each of {self.seats} seats")
        for card in start:
            need(card in START_CARDS, f"no start card {card!r}")
        need(len(set(start)) == len(start), "start cards are all different")
        self.free = [set(GRID) for _ in range(self.seats)]
        self.wrote_one = [False] * self.seats
        self.dropped_out: set[int] = set()
        self.waiting: list[int] = []  # SC-8: seats that can draw neither card of the round
        self.deck: Counter[str] = Counter(DECK)  # SC-16: a solo game shuffles everything anew
        self.step = "start pieces"
        self.choices: dict[int, tuple[str, ...]] = {s: (card,) for s, card in enumerate(start)}

    def new_round(self, shown: dict[str, list[Any]]) -> None:
        """SC-5: two cards for all who are still in."""
        one, two = self.take(shown, "cards", 2)
        self.leave_deck(one)
        self.leave_deck(two)
        still_in = [seat for seat in range(self.seats) if seat not in self.dropped_out]
        able = [seat for seat in still_in if self.drawings(seat, (one, two))]
        self.step = "drawing"
        self.choices = dict.fromkeys(able, (one, two))  # SC-6
        self.waiting = [seat for seat in still_in if seat not in able]  # SC-8: seat order

    def drawing_is_over(self, shown: dict[str, list[Any]]) -> None:
        """All who can draw have drawn, be it nobody: now the second chances, if they are due."""
        too_few = self.deck.total() < len(self.waiting)  # SC-11: nobody is served or drops out
        if self.anyone_full() or too_few:  # SC-13: first look; waiting seats get no card
            self.end_game(shown)
        else:
            self.serve(shown)

    def serve(self, shown: dict[str, list[Any]]) -> None:
        """SC-8: each waiting seat gets a card of its own; none waiting, and nothing happens."""
        first_to_drop = not self.dropped_out  # SC-10: nobody dropped out in an earlier round
        self.step = "second chances"
        for seat, served in zip(
            self.waiting, self.take(shown, "second_chances", len(self.waiting)), strict=True
        ):
            card = own_card(seat, served)
            self.leave_deck(card)  # SC-8: discarded, serves no one else
            if self.drawings(seat, (card,)):
                self.choices[seat] = (card,)  # SC-9: it must be drawn
                continue
            self.dropped_out.add(seat)  # SC-9
            if first_to_drop and self.seats > 1:
                self.choices[seat] = (ONE,)  # SC-10: compulsory, not in solo

    def round_is_over(self, shown: dict[str, list[Any]]) -> None:
        """SC-12: the game ends, or the next round begins."""
        all_out = len(self.dropped_out) == self.seats
        if self.anyone_full() or all_out or self.deck.total() < 2:  # SC-13: second look
            self.end_game(shown)
        else:
            self.new_round(shown)

    def end_game(self, shown: dict[str, list[Any]]) -> None:
        """The match is over, or the next game of a solo series begins."""
        if self.seats == 1:
            self.finished.append(len(self.free[0]))  # SC-16
        if self.seats == 1 and len(self.finished) < SOLO_GAMES:
            self.set_out(self.take(shown, "start", 1))  # SC-16
        else:
            self.over = True

    def take(self, shown: dict[str, list[Any]], kind: str, count: int) -> list[Any]:
        """The next so many of what was revealed of this kind."""
        there = shown.get(kind, [])
        need(len(there) >= count, f"{kind}: {count} wanted, {len(there)} revealed")
        taken, there[:count] = there[:count], []
        return taken

    def leave_deck(self, card: Any) -> None:
        """One card is turned up."""
        need(isinstance(card, str) and self.deck[card] > 0, f"card {card!r} is not in the deck")
        self.deck[card] -= 1


def own_card(seat: int, served: Any) -> Any:
    """The card of one second chance, which must be this seat's."""
    need(isinstance(served, list) and len(served) == 2, f"{served!r} is not a seat and a card")
    need(same(served[0], seat), f"second chance of seat {served[0]!r}, it is that of {seat}")
    return served[1]


def revealed(reveals: Any) -> dict[str, list[Any]]:
    """A copy of what a ply revealed, to take from; each kind named is a list of something."""
    need(isinstance(reveals, dict), "reveals is no object")
    for kind, things in reveals.items():
        need(kind in ("cards", "second_chances", "start"), f"reveals: unknown key {kind!r}")
        need(isinstance(things, list) and len(things) > 0, f"{kind} is empty or no list")
    return {kind: list(things) for kind, things in reveals.items()}


def begin(record: dict[str, Any]) -> Table:
    """Everything before the first ply; the table with the start cards dealt."""
    need(isinstance(record, dict), "a record is an object")
    for key in TOP_KEYS:
        need(key in record, f"no {key}")
    need(record["format"] == "spielwerk/1", "unknown format")
    need(record["game"] == "second_chance", "not a record of second_chance")
    need(record["options"] == {}, "second_chance has no options")
    need(isinstance(record["plies"], list), "plies is not a list")
    setup = record["setup"]
    need(isinstance(setup, dict) and set(setup) == {"start"}, "setup is not start alone")
    need(isinstance(setup["start"], list), "start is not a list")
    return Table(record["seats"], setup["start"])


def check(record: dict[str, Any]) -> None:
    """Go through a record line by line; ValueError names the first thing that is not so."""
    oracles.check(record, begin)
