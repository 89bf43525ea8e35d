"""A slow, plain reading of the AXIO rota rule page, written independently of the engine.

Cells are pairs (x, y), x to the right and y up; tiles are four letters, the corners clockwise from
top-left; nothing here is clever: it exists to be compared with a fast engine. The marks RO-1 to
RO-17 are the ids of the rule page.
"""

from __future__ import annotations

import copy
from typing import Any

from games import oracles
from games.oracles import TOP_KEYS, need

Cell = tuple[int, int]
Point = tuple[int, int]  # a point of the grid; (0, 0) is the bottom left corner of the cell (0, 0)

COLOURS = "rgbop"  # RO-3
EMPTY = "_"  # RO-1
FULL_TILES = """
    gbop gbpo gobp gopb gpbo gpob rbop rbpo robp ropb rpbo rpob rgop rgpo rogp
    ropg rpgo rpog rgbp rgpb rbgp rbpg rpgb rpbg rgbo rgob rbgo rbog rogb robg
"""  # RO-2
TILES_WITH_AN_EMPTY_CORNER = """
    _rgb _gbr _brg _rgo _gor _org _rgp _gpr _prg _rbo _bor _orb _rbp _bpr _prb
    _rop _opr _pro _gbo _bog _ogb _gbp _bpg _pgb _gop _opg _pgo _bop _opb _pbo
"""  # RO-2
TILES = frozenset(FULL_TILES.split() + TILES_WITH_AN_EMPTY_CORNER.split())
CENTRE: Point = (1, 1)  # RO-4: where the four starting tiles meet
START: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))  # RO-4
MOST_SEATS = 4
OWN_TILES = 12  # RO-5
TOP = 12  # RO-12
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def name_of(cell: Cell) -> str:
    """A cell as it is written: -1,2."""
    return f"{cell[0]},{cell[1]}"


def turned(tile: str) -> list[str]:
    """The four ways in which a tile can lie."""
    return [tile[turn:] + tile[:turn] for turn in range(4)]


def tile_of(lying: str) -> str:
    """The tile's name, as in RO-2, however it lies."""
    names = [way for way in turned(lying) if way in TILES]
    need(len(names) == 1, f"there is no tile {lying!r}")
    return names[0]


def points_of(cell: Cell) -> list[Point]:
    """The grid points at the corners of a cell, clockwise from top-left as in RO-1."""
    x, y = cell
    return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]


class Table:
    """One game: the display, the hands, stacks and supply, the tracks, and who has to act."""

    def __init__(self, start: dict[Cell, str], hands: list[str], first: int) -> None:
        self.seats = len(hands)
        self.display = dict(start)  # RO-4: how the tile on each cell lies
        self.hands: list[str | None] = list(hands)  # the tile that a seat has to place next
        self.unseen = TILES - {tile_of(lying) for lying in start.values()} - set(hands)
        self.stacks = [OWN_TILES - 1] * self.seats  # RO-5: how many tiles each stack still has
        self.supply = len(self.unseen) - sum(self.stacks)  # RO-5: 44, 32, 20 or 8 tiles
        self.score = [dict.fromkeys(COLOURS, 0) for _ in hands]  # RO-3
        self.turns = [0] * self.seats  # turns that each seat has finished
        self.bonus = 0  # RO-13: bonus turns that are queued up
        self.seat = first  # RO-6: whose turn it is
        self.over = False

    # What can be asked.

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat that decides next; nobody when the game is over."""
        return () if self.over else (self.seat,)

    def scores(self, seat: int) -> list[int]:
        """A seat's points in the order r g b o p, in solo too (RO-17)."""
        return [self.score[seat][colour] for colour in COLOURS]

    def ranks(self) -> list[int]:
        """Competition ranks by rank compare, once the game is over."""
        need(self.over, "the game is not over")
        lists = [sorted(self.scores(seat)) for seat in range(self.seats)]  # RO-16
        return [1 + sum(other > mine for other in lists) for mine in lists]

    def places(self) -> list[Cell]:
        """Free cells that share a side with a lying tile; the display has no edge."""
        beside = {(x + dx, y + dy) for x, y in self.display for dx, dy in SIDES}  # RO-7
        return sorted(beside - set(self.display))

    def namings(self, cell: Cell, lying: str) -> list[str]:
        """What may be written behind a placement: nothing, or the colour that is named."""
        if EMPTY not in lying:
            return [""]
        point = points_of(cell)[lying.index(EMPTY)]
        if not self.quarters(point):
            return [""]  # RO-10: no other quarter in the circle, so there is nothing to name
        return [f"={colour}" for colour in COLOURS]  # RO-10: any one colour, even for 0 points

    def legal(self, seat: int) -> list[str]:
        """All legal moves of a seat, each notation once, sorted."""
        if seat not in self.to_act:
            return []
        tile = self.hands[seat]
        assert tile is not None  # a seat that has to act holds a tile
        return sorted(
            f"{name_of(cell)}:{lying}{naming}"
            for cell in self.places()
            for lying in turned(tile)  # RO-7: any of its four rotations
            for naming in self.namings(cell, lying)
        )

    def quarters(self, point: Point) -> list[str]:
        """What the quarters of the circle around a grid point show, as far as they lie."""
        x, y = point
        cells = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]  # RO-8: the diagonal one too
        return [
            self.display[cell][points_of(cell).index(point)]
            for cell in cells
            if cell in self.display
        ]

    # What can be done.

    def play(self, seat: int, move: str, reveals: dict[str, Any]) -> None:
        """One ply and the tile that is turned up after it; a refused one changes nothing."""
        need(not self.over, "the game is over")
        need(seat in self.to_act, f"seat {seat!r} acts, it is the turn of {self.seat}")
        need(move in self.legal(seat), f"illegal move {move!r}")
        trial = copy.deepcopy(self)
        trial.place(move)
        due = trial.due()
        need(isinstance(reveals, dict), "reveals is no object")
        need(set(reveals) == set(due), f"reveals {sorted(map(str, reveals))}, the rules want {due}")
        trial.go_on(reveals)
        self.__dict__.update(trial.__dict__)

    def place(self, move: str) -> None:
        """Place the tile, score it, and count the bonus turns that it earns."""
        where, what = move.split(":")
        x, y = where.split(",")
        lying, _, named = what.partition("=")
        before = self.scores(self.seat)
        self.score_tile((int(x), int(y)), lying, named)
        self.display[int(x), int(y)] = lying  # RO-7
        self.hands[self.seat] = None
        after = self.scores(self.seat)
        gains = zip(before, after, strict=True)
        self.bonus += sum(was < TOP and now == TOP for was, now in gains)  # RO-13
        if self.supply == 0:
            self.bonus = 0  # RO-13: without a supply they lapse
        if all(points == TOP for points in after):
            self.over = True  # RO-14: at once, nobody takes a tile any more

    def score_tile(self, cell: Cell, lying: str, named: str) -> None:
        """Score each corner on its own, just before the tile joins the display."""
        track = self.score[self.seat]
        for corner, point in zip(lying, points_of(cell), strict=True):
            others = self.quarters(point)  # RO-8: without the laid quarter itself
            if not others:
                continue  # RO-8: this corner does not score
            colour = named if corner == EMPTY else corner  # RO-9, RO-10
            points = others.count(colour)  # RO-9; RO-10: a lying empty corner is no colour
            track[colour] = min(TOP, track[colour] + points)  # RO-12

    def due(self) -> list[str]:
        """What has to become known after the placement just made."""
        if self.over:
            return []
        if self.bonus:
            return ["bonus"]  # RO-13: before the own tile
        return ["drew"] if self.stacks[self.seat] else []  # RO-11

    def go_on(self, reveals: dict[str, Any]) -> None:
        """A bonus turn, or the end of the turn, with the tile that the seat gets."""
        if self.over:
            return
        if self.bonus:
            self.bonus -= 1
            self.supply -= 1  # RO-13: a tile of the supply, not one of the seat's 12
            self.hands[self.seat] = self.take(reveals["bonus"])
            return
        if self.stacks[self.seat]:
            self.stacks[self.seat] -= 1
            self.hands[self.seat] = self.take(reveals["drew"])  # RO-11
        self.turns[self.seat] += 1
        self.over = all(turns == OWN_TILES for turns in self.turns)  # RO-15
        self.seat = (self.seat + 1) % self.seats  # clockwise

    def take(self, tile: Any) -> str:
        """A tile leaves a stack or the supply: any that nobody has seen can have been there."""
        need(isinstance(tile, str) and tile in TILES, f"there is no tile {tile!r}")
        need(tile in self.unseen, f"tile {tile!r} has been seen before")
        self.unseen -= {tile}
        return str(tile)


def starting_square(start: Any) -> dict[Cell, str]:
    """The four tiles of the display, each turned as it must be."""
    names = {name_of(cell): cell for cell in START}
    need(isinstance(start, dict) and set(start) == set(names), "start is not the four cells")
    for name, lying in start.items():
        need(isinstance(lying, str), f"start {name} is not a tile")
        tile_of(lying)
        inner = points_of(names[name]).index(CENTRE)
        # RO-4: an empty corner lies in the centre
        need(lying.find(EMPTY) in {-1, inner}, f"start {name}: the empty corner is outside")
    return {cell: start[name] for name, cell in names.items()}


def begin(record: dict[str, Any]) -> Table:
    """Everything before the first ply; the table as dealt."""
    need(isinstance(record, dict), "a record is an object")
    for key in TOP_KEYS:
        need(key in record, f"no {key}")
    need(record["format"] == "spielwerk/1", "unknown format")
    need(record["game"] == "axio_rota", "not a record of axio_rota")
    need(record["options"] == {}, "axio_rota has no options")
    need(isinstance(record["plies"], list), "plies is not a list")
    seats, setup = record["seats"], record["setup"]
    need(type(seats) is int and 1 <= seats <= MOST_SEATS, f"no game for {seats!r} seats")
    need(isinstance(setup, dict), "setup is no object")
    need(set(setup) == {"start", "hands", "first"}, "setup is not start, hands and first")
    start, hands, first = starting_square(setup["start"]), setup["hands"], setup["first"]
    need(isinstance(hands, list) and len(hands) == seats, f"not a hand for each of {seats} seats")
    need(all(isinstance(tile, str) and tile in TILES for tile in hands), "hands: no such tile")
    seen = [tile_of(lying) for lying in start.values()] + hands
    need(len(set(seen)) == len(seen), "a tile is there twice")  # RO-2: each exists once
    need(type(first) is int and 0 <= first < seats, f"first seat {first!r} does not exist")
    return Table(start, hands, first)


def check(record: dict[str, Any]) -> None:
    """Go through a record line by line; ValueError names the first thing that is not so."""
    oracles.check(record, begin)
