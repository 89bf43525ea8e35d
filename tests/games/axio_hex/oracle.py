"""A slow, plain reading of the Axio-on-hexagons rule page, written independently of the engine.

Cells are names such as "h8", tiles are names such as "rb", and nothing here is clever: it exists
to be compared with a fast engine. The marks HX-1 to HX-13 are the ids of the rule page, AX ids
are those of the AXIO page, where the hexagon page says "as AXIO".
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from typing import Any

from games import oracles
from games.oracles import TOP_KEYS, need, same

COLOURS = "rgboyp"  # HX-1
TILES: Counter[str] = Counter(  # HX-1
    {a + b: 5 if a == b else 6 for i, a in enumerate(COLOURS) for b in COLOURS[i:]}
)
SIDE = {2: 6, 3: 7, 4: 8}  # HX-2, HX-4
PRINTED = {  # HX-3, HX-4: the same six corners in each board's own labels
    2: {"a6": "r", "f1": "g", "k1": "b", "k6": "o", "f11": "y", "a11": "p"},
    3: {"b7": "r", "g2": "g", "l2": "b", "l7": "o", "g12": "y", "b12": "p"},
    4: {"c8": "r", "h3": "g", "m3": "b", "m8": "o", "h13": "y", "c13": "p"},
}
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))  # HX-2: letter, number
UPWARDS = ((0, 1), (1, -1), (1, 0))  # the three that lead to a larger cell: letter, then number
HAND = 6  # HX-5
TOP = 18  # HX-9


def board_of(side: int) -> set[str]:
    """The names of all cells of a hexagon of this side."""
    width = range(1, 2 * side)
    return {
        "abcdefghijklmno"[place - 1] + str(number)
        for place in width
        for number in width
        if side + 1 <= place + number <= 3 * side - 1  # HX-2: side 6 has 7 to 17
    }


@functools.cache
def step(cell: str, way: tuple[int, int]) -> str:
    """The name of the cell next to this one; beyond the edge it is a name that no board holds."""
    return chr(ord(cell[0]) + way[0]) + str(int(cell[1:]) + way[1])


def around(cells: tuple[str, ...]) -> set[str]:
    """The names of all cells beside any of these."""
    return {step(cell, way) for cell in cells for way in DIRECTIONS}


def tile_of(halves: str) -> str:
    """The tile's name: its colours in the order r g b o y p."""
    return "".join(sorted(halves, key=COLOURS.index))


def tile_list(value: Any, size: int, name: str) -> list[str]:
    """So many tile names, or a refusal."""
    need(isinstance(value, list), f"{name} is not a list")
    need(all(isinstance(tile, str) and tile in TILES for tile in value), f"{name}: no such tile")
    need(len(value) == size, f"{name} has {len(value)} tiles, the rules want {size}")
    return list(value)


class Table:
    """One game: the board, the hands, the bag, the tracks, and who has to do what."""

    def __init__(self, seats: int, first: int = 0) -> None:
        need(type(seats) is int and seats in SIDE, f"no game for {seats!r} seats")
        need(type(first) is int and 0 <= first < seats, f"first seat {first!r} does not exist")
        self.seats = seats
        self.board = board_of(SIDE[seats])
        self.printed = PRINTED[seats]
        self.symbol = dict(self.printed)  # what each cell shows, on a tile or printed
        self.tracks = [dict.fromkeys(COLOURS, 0) for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.bag: Counter[str] = Counter(TILES)
        self.laid = [0] * seats  # tiles that each seat has placed
        self.seat = first  # whose turn it is
        self.swapping = False  # HX-11: the seat says swap or keep next
        self.extra_turn = False  # HX-12: this turn has earned another
        self.over = False

    # What can be asked.

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat that decides next; none when the game is over."""
        return () if self.over else (self.seat,)

    def scores(self, seat: int) -> list[int]:
        """A seat's tracks in the order r g b o y p."""
        return [self.tracks[seat][colour] for colour in COLOURS]

    def ranks(self) -> list[int]:
        """Competition ranks by rank compare."""
        need(self.over, "no ranks before the end")
        lists = [sorted(self.scores(seat)) for seat in range(self.seats)]  # HX-13
        return [1 + sum(other > mine for other in lists) for mine in lists]

    def places(self) -> list[tuple[str, str]]:
        """Pairs of neighbouring free cells, the smaller cell (by letter, then number) first."""
        free = self.board - set(self.symbol)  # HX-6: neither tiles nor start symbols
        pairs = [(cell, step(cell, way)) for cell in free for way in UPWARDS]
        return [pair for pair in pairs if pair[1] in free]

    def opening_allows(self, place: tuple[str, str]) -> bool:
        """HX-7, for a placement of the seat whose turn it is."""
        if self.laid[self.seat] > 0:
            return True  # the first round is each seat's first tile
        tiles = set(self.symbol) - set(self.printed)
        untouched = {start for start in self.printed if not around((start,)) & tiles}
        return bool(around(place) & untouched)

    def legal(self, seat: int) -> list[str]:
        """All legal moves of a seat, each notation once, sorted."""
        if seat not in self.to_act:
            return []
        if self.swapping:
            return ["keep", "swap"]  # HX-11
        tiles = set(self.hands[seat])
        faces = tiles | {tile[::-1] for tile in tiles}  # a double reads the same both ways
        places = [place for place in self.places() if self.opening_allows(place)]
        return sorted(f"{face} {one}-{two}" for one, two in places for face in faces)  # HX-6

    def may_swap(self) -> bool:
        """HX-11, asked before the refill; the bag always holds enough (at most 81 tiles fit)."""
        track = self.tracks[self.seat]
        lowest = {colour for colour in COLOURS if track[colour] == min(track.values())}
        return not lowest & set("".join(self.hands[self.seat]))

    def run(self, cell: str, way: tuple[int, int]) -> int:
        """How many cells this way show, unbroken, what this cell shows; it does not count."""
        count, here = 0, step(cell, way)
        while self.symbol.get(here) == self.symbol[cell]:  # HX-8: anything else ends the run
            count, here = count + 1, step(here, way)
        return count

    def half_points(self, half: str, other: str) -> int:
        """HX-8: along the five lines that do not lead through the other half."""
        return sum(self.run(half, way) for way in DIRECTIONS if step(half, way) != other)

    # What can be done.

    def deal(self, hands: Any) -> None:
        """Hand out the first tiles."""
        need(isinstance(hands, list), "hands is not a list")
        need(len(hands) == self.seats, f"{len(hands)} hands for {self.seats} seats")
        for seat, hand in enumerate(hands):
            self.draw(seat, tile_list(hand, HAND, f"the hand of seat {seat}"))  # HX-5

    def play(self, seat: int, move: str, reveals: dict[str, Any]) -> None:
        """One ply and what became known after it; a refused one changes nothing."""
        need(not self.over, "the game is over")
        need(same(seat, self.seat), f"seat {seat!r} acts, it is the turn of {self.seat}")
        need(move in self.legal(seat), f"illegal move {move!r}")
        trial = copy.deepcopy(self)
        if move == "swap":
            trial.swap(reveals)
        elif move == "keep":
            trial.refill(reveals)
        else:
            trial.place(move)
            trial.after_placement(reveals)
        self.__dict__.update(trial.__dict__)

    def place(self, move: str) -> None:
        """Place a tile and score it."""
        halves, cells = move.split(" ")
        one, two = cells.split("-")
        self.hands[self.seat].remove(tile_of(halves))
        self.laid[self.seat] += 1
        self.symbol[one], self.symbol[two] = halves[0], halves[1]  # HX-6
        track = self.tracks[self.seat]
        before = dict(track)
        for half, other in ((one, two), (two, one)):  # HX-8: each half on its own
            colour = self.symbol[half]
            track[colour] = min(TOP, track[colour] + self.half_points(half, other))  # HX-9
        self.extra_turn = any(before[c] < TOP and track[c] == TOP for c in COLOURS)  # HX-12

    def after_placement(self, reveals: Any) -> None:
        """The end of the game, or the end of the turn."""
        full = all(points == TOP for points in self.tracks[self.seat].values())
        if full or not self.places():  # HX-13: all six at 18, or no room
            only(reveals)
            self.over = True
        elif self.may_swap():
            only(reveals)
            self.swapping = True  # HX-11: a ply of its own, before the refill
        else:
            self.refill(reveals)

    def refill(self, reveals: Any) -> None:
        """HX-10: the hand is filled up, and the turn is over."""
        only(reveals, "drew")
        missing = HAND - len(self.hands[self.seat])
        self.draw(self.seat, tile_list(reveals["drew"], missing, "drew"))
        self.next_turn()

    def swap(self, reveals: Any) -> None:
        """HX-11: six new tiles for the whole hand, and the turn is over."""
        only(reveals, "drew", "returned")
        old = self.hands[self.seat]
        returned = tile_list(reveals["returned"], len(old), "returned")
        need(Counter(returned) == Counter(old), f"returned {returned}, the hand is {old}")
        self.hands[self.seat] = []
        self.draw(self.seat, tile_list(reveals["drew"], HAND, "drew"))
        self.bag.update(old)  # HX-11: only after drawing
        self.next_turn()

    def draw(self, seat: int, tiles: list[str]) -> None:
        """Tiles leave the bag for a hand."""
        for tile in tiles:
            need(self.bag[tile] > 0, f"tile {tile!r} cannot be in the bag")
            self.bag[tile] -= 1
            self.hands[seat].append(tile)

    def next_turn(self) -> None:
        """One extra turn for the same seat, or clockwise."""
        self.swapping = False
        if not self.extra_turn:
            self.seat = (self.seat + 1) % self.seats
        self.extra_turn = False  # HX-12: exactly one; it can earn another


def only(reveals: Any, *keys: str) -> None:
    """Exactly these things become known after a ply."""
    need(isinstance(reveals, dict), "reveals is no object")
    need(set(reveals) == set(keys), f"reveals {list(reveals)}, the rules want {list(keys)}")


def begin(record: dict[str, Any]) -> Table:
    """Everything before the first ply; the table as dealt."""
    need(isinstance(record, dict), "a record is an object")
    for key in TOP_KEYS:
        need(key in record, f"no {key}")
    need(record["format"] == "spielwerk/1", "unknown format")
    need(record["game"] == "axio_hex", "not a record of axio_hex")
    options = record["options"]
    need(isinstance(options, dict) and set(options) <= {"hands"}, "options knows only hands")
    need(options.get("hands", "open") in ("open", "hidden"), "hands are open or hidden")  # HX-5
    need(isinstance(record["plies"], list), "plies is not a list")
    setup = record["setup"]
    need(isinstance(setup, dict) and set(setup) == {"hands", "first"}, "not hands and first")
    table = Table(record["seats"], setup["first"])
    table.deal(setup["hands"])
    return table


def check(record: dict[str, Any]) -> None:
    """Go through a record line by line; ValueError names the first thing that is not so."""
    oracles.check(record, begin)
