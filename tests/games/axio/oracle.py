"""A slow, plain reading of the AXIO rule page, written independently of the engine.

Cells are names such as "g8", tiles are names such as "rb", and nothing here is clever: it exists
to be compared with a fast engine. The marks AX-1 to AX-20 are the ids of the rule page.
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from typing import Any

from games.oracles import TOP_KEYS, check_result, need, same

COLOURS = "rgbop"  # AX-1
PRINTED = {"g11": "r", "k7": "g", "g3": "b", "c7": "o", "g7": "p"}  # AX-2
TILES: Counter[str] = Counter(  # AX-3
    {a + b: 4 if a == b else 8 for i, a in enumerate(COLOURS) for b in COLOURS[i:]}
)
PYRAMIDS = 20  # AX-3
COLUMNS = {1: "cdefghijk", 2: "cdefghijk", 3: "bcdefghijkl", 4: "abcdefghijklm"}  # AX-4
ROWS = {1: range(3, 12), 2: range(3, 12), 3: range(2, 13), 4: range(1, 14)}  # AX-4
HAND = 5  # AX-5
TOP = 18  # AX-14
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@functools.cache
def step(cell: str, direction: tuple[int, int]) -> str:
    """The name of the cell next to this one; beyond the edge it is a name that no area holds."""
    return chr(ord(cell[0]) + direction[0]) + str(int(cell[1:]) + direction[1])


def by_letter_and_number(cell: str) -> tuple[str, int]:
    """The order of cells: f9 comes before f10."""
    return cell[0], int(cell[1:])


def tile_of(halves: str) -> str:
    """The tile's name: its colours in the order r g b o p."""
    return "".join(sorted(halves, key=COLOURS.index))


class Table:
    """One game: the board, the hands, the bag, the tracks, and who has to do what."""

    def __init__(self, seats: int, first: int = 0) -> None:
        if type(seats) is not int or seats not in COLUMNS:
            raise ValueError(f"no game for {seats!r} seats")
        if type(first) is not int or not 0 <= first < seats:
            raise ValueError(f"first seat {first!r} does not exist")
        self.seats = seats
        self.area = {f"{col}{row}" for col in COLUMNS[seats] for row in ROWS[seats]}  # AX-4
        self.symbol = dict(PRINTED)  # what each covered cell shows, printed fields included
        self.pyramids: list[str] = []  # oldest first
        self.left: list[str] = []  # AX-11: cells that a moved pyramid left
        self.score = [dict.fromkeys(COLOURS, 0) for _ in range(seats)]  # AX-5
        self.laid = [0] * seats  # tiles that each seat has placed
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.in_bag: Counter[str] = Counter(TILES)
        self.aside: list[str] = []  # AX-13: the old hand while five new tiles are drawn
        self.seat = first  # whose turn it is
        self.bonus = 0  # AX-15: bonus turns that this seat has still to take
        self.swapping = False  # AX-13: the seat says swap or keep next
        self.to_draw = 0  # tiles that the bag gives before anybody acts again
        self.over = False

    # What can be asked.

    @property
    def to_act(self) -> int | None:
        """The seat that decides next; None when the game is over (or a tile is to be drawn)."""
        return None if self.over or self.to_draw else self.seat

    def bag(self) -> Counter[str]:
        """The tiles in the bag, kinds that are used up left out."""
        return +self.in_bag

    def scores(self, seat: int) -> list[int]:
        """A seat's points in the order r g b o p (solo: 0-36)."""
        return [self.score[seat][colour] for colour in COLOURS]

    def ranks(self) -> list[int]:
        """Competition ranks by rank compare."""
        lists = [sorted(self.scores(seat)) for seat in range(self.seats)]  # AX-18
        return [1 + sum(other > mine for other in lists) for mine in lists]

    def free(self) -> set[str]:
        """Cells that a tile may cover."""
        return self.area - set(self.symbol) - set(self.pyramids) - set(self.left)  # AX-6, AX-11

    def places(self) -> list[tuple[str, str]]:
        """Pairs of adjacent free cells, the smaller cell (by letter, then number) first."""
        free = self.free()
        pairs = [(cell, step(cell, way)) for cell in free for way in ((1, 0), (0, 1))]
        return [pair for pair in pairs if pair[1] in free]

    def neighbours(self, cell: str) -> list[str]:
        """The two to four cells of the area beside a cell."""
        return [step(cell, way) for way in DIRECTIONS if step(cell, way) in self.area]

    def closed(self) -> set[str]:
        """Cells without a symbol that have nothing but symbols and the edge around them."""
        empty = self.area - set(self.symbol)
        return {c for c in empty if all(n in self.symbol for n in self.neighbours(c))}  # AX-10

    def opening_allows(self, place: tuple[str, str]) -> bool:
        """AX-7, for a placement of the seat whose turn it is."""
        if all(self.laid):
            return True  # every seat has laid its first tile
        covered = set(self.symbol) - set(PRINTED)
        touches = {field for field in PRINTED if set(self.neighbours(field)) & set(place)}
        taken = {field for field in PRINTED if set(self.neighbours(field)) & covered}
        if touches & taken:
            return False  # AX-7: never two tiles at one printed field
        return bool(touches) or self.laid[self.seat] > 0  # AX-7: a first tile touches a new one

    def legal(self) -> list[str]:
        """All legal moves of the seat to act, each notation once, sorted."""
        if self.to_act is None:
            return []
        if self.swapping:
            return ["keep", "swap"]  # AX-13
        tiles = set(self.hands[self.seat])
        faces = tiles | {tile[::-1] for tile in tiles}  # a double reads the same both ways
        places = [place for place in self.places() if self.opening_allows(place)]
        return sorted(f"{face} {one}-{two}" for one, two in places for face in faces)  # AX-6

    def may_swap(self) -> bool:
        """AX-13, asked before the refill."""
        hand, score = self.hands[self.seat], self.score[self.seat]
        lowest = {colour for colour in COLOURS if score[colour] == min(score.values())}
        return bool(hand) and self.in_bag.total() >= HAND and not lowest & set("".join(hand))

    def expected_draws(self, move: str) -> int:
        """How many tiles are drawn right after this move."""
        trial = copy.deepcopy(self)
        trial.decide(move)
        return trial.to_draw

    # What can be done.

    def deal(self, hands: list[list[str]]) -> None:
        """Hand out the first tiles."""
        size = 1 if self.seats == 1 else HAND  # AX-5, AX-19
        if len(hands) != self.seats or any(len(hand) != size for hand in hands):
            raise ValueError(f"the deal is not {size} tiles for each of {self.seats} seats")
        dealt = Counter(tile for hand in hands for tile in hand)
        if not dealt <= TILES:
            raise ValueError(f"tiles that do not exist (so often): {sorted(dealt - TILES)}")
        self.hands = [list(hand) for hand in hands]
        self.in_bag = TILES - dealt

    def play(self, move: str, drew: list[str] | None, returned: list[str] | None) -> None:
        """One ply and the tiles drawn after it; a refused one changes nothing."""
        trial = copy.deepcopy(self)
        trial.decide(move)
        shown = None if returned is None else Counter(returned)
        if shown != (Counter(trial.aside) if move == "swap" else None):
            raise ValueError(f"returned {returned}, the hand shown is {trial.aside}")
        if len(drew or []) != trial.to_draw:
            raise ValueError(f"drew {drew}, the rules want {trial.to_draw} tiles")
        for tile in drew or []:
            trial.draw(tile)
        self.__dict__.update(trial.__dict__)

    def decide(self, move: str) -> None:
        """The decision alone; the tiles that are to be drawn then are counted in to_draw."""
        if self.over:
            raise ValueError("the game is over")
        if move not in self.legal():
            raise ValueError(f"illegal move {move!r}")
        if move == "swap":
            self.swapping = False
            self.aside, self.hands[self.seat] = self.hands[self.seat], []  # AX-13
            self.refill()
        elif move == "keep":
            self.swapping = False
            self.refill()
        else:
            self.place(move)

    def place(self, move: str) -> None:
        """Place a tile, score it, set pyramids, and see what comes next."""
        halves, cells = move.split(" ")
        one, two = cells.split("-")
        before, closed_before = dict(self.score[self.seat]), self.closed()
        self.hands[self.seat].remove(tile_of(halves))
        self.laid[self.seat] += 1
        self.symbol[one], self.symbol[two] = halves[0], halves[1]  # AX-6
        self.score_halves(one, two)
        for cell in sorted(self.closed() - closed_before, key=by_letter_and_number):  # AX-20
            self.set_pyramid(cell)  # AX-10: only cells that this placement closed in

        after = self.score[self.seat]
        solo = self.seats == 1
        goal = 2 * TOP if solo else TOP
        if all(points == goal for points in after.values()) or not self.places():
            self.over = True  # AX-16, AX-20: all tracks full; AX-17: no room
            return
        if not solo:  # AX-19: no bonus turns, no swap
            self.bonus += sum(before[c] < TOP and after[c] == TOP for c in COLOURS)  # AX-15
            if self.bonus > 0:
                self.bonus -= 1  # AX-15: the same seat goes on, without a refill
                return
            if self.may_swap():
                self.swapping = True  # AX-13: a ply of its own
                return
        self.refill()

    def run(self, cell: str, direction: tuple[int, int]) -> int:
        """How many cells in this direction show, unbroken, what this cell shows."""
        colour, count, here = self.symbol[cell], 0, step(cell, direction)
        while self.symbol.get(here) == colour:  # AX-8: anything else ends the run
            count, here = count + 1, step(here, direction)
        return count

    def half_points(self, half: str, other: str) -> int:
        """AX-8: the runs in the three directions that do not lead through the other half."""
        return sum(self.run(half, way) for way in DIRECTIONS if step(half, way) != other)

    def advanced(self, points: int, event: int) -> int:
        """A track at `points` after one scoring event."""
        on_second_board = self.seats == 1 and points >= TOP  # AX-20: 18 is 0 of the second
        return min(2 * TOP if on_second_board else TOP, points + event)  # AX-14, AX-20

    def score_halves(self, one: str, two: str) -> None:
        """AX-9: each half's points go to its own colour."""
        score = self.score[self.seat]
        first, second = self.half_points(one, two), self.half_points(two, one)
        a, b = self.symbol[one], self.symbol[two]
        if a == b:  # AX-20: a double's halves in the order that gives more
            score[a] = max(
                self.advanced(self.advanced(score[a], first), second),
                self.advanced(self.advanced(score[a], second), first),
            )
        else:
            score[a] = self.advanced(score[a], first)
            score[b] = self.advanced(score[b], second)

    def set_pyramid(self, cell: str) -> None:
        """A pyramid on a cell just closed in, and its points."""
        if len(self.pyramids) == PYRAMIDS:
            self.left.append(self.pyramids.pop(0))  # AX-11: the oldest is moved
        self.pyramids.append(cell)
        score = self.score[self.seat]
        around = Counter(self.symbol[n] for n in self.neighbours(cell))  # AX-10
        for colour, points in around.items():  # AX-20: one event a colour
            score[colour] = self.advanced(score[colour], points)

    def refill(self) -> None:
        """The turn ends: tiles are to be drawn, if any, and then the next seat acts."""
        size = 1 if self.seats == 1 else HAND  # AX-19
        self.to_draw = min(size - len(self.hands[self.seat]), self.in_bag.total())  # AX-12
        if self.to_draw == 0:
            self.next_seat()

    def draw(self, tile: str) -> None:
        """One tile leaves the bag for the hand of the seat whose turn ends."""
        if self.in_bag[tile] <= 0:
            raise ValueError(f"tile {tile!r} cannot be in the bag")
        self.in_bag[tile] -= 1
        self.hands[self.seat].append(tile)
        self.to_draw -= 1
        if self.to_draw == 0:
            self.in_bag.update(self.aside)  # AX-13: the old tiles go back after the draw
            self.aside = []
            self.next_seat()

    def next_seat(self) -> None:
        """Clockwise."""
        self.seat = (self.seat + 1) % self.seats


def perft(table: Table, depth: int) -> int:
    """Nodes at exactly this depth; a ply is a seat's decision or one tile out of the bag."""
    if depth == 0:
        return 1
    if table.over:
        return 0
    choices = sorted(table.bag()) if table.to_draw else table.legal()
    if depth == 1:
        return len(choices)
    leaves = 0
    for choice in choices:
        child = copy.deepcopy(table)
        if table.to_draw:
            child.draw(choice)
        else:
            child.decide(choice)
        leaves += perft(child, depth - 1)
    return leaves


def tile_list(value: Any, name: str) -> list[str]:
    """A list of tile names, or a refusal."""
    need(isinstance(value, list), f"{name} is not a list")
    need(all(isinstance(tile, str) and tile in TILES for tile in value), f"{name}: no such tile")
    return list(value)


def check_setup(record: dict[str, Any]) -> Table:
    """Everything before the first ply; the table as dealt."""
    need(isinstance(record, dict), "a record is an object")
    for key in TOP_KEYS:
        need(key in record, f"no {key}")
    need(record["format"] == "spielwerk/1", "unknown format")
    need(record["game"] == "axio", "not a record of axio")
    need(record["options"] == {}, "axio has no options")
    need(isinstance(record["plies"], list), "plies is not a list")
    setup = record["setup"]
    need(isinstance(setup, dict) and set(setup) == {"hands", "first"}, "not hands and first")
    table = Table(record["seats"], setup["first"])
    need(isinstance(setup["hands"], list), "hands is not a list")
    table.deal([tile_list(hand, "a hand") for hand in setup["hands"]])
    return table


def check_ply(table: Table, ply: Any) -> None:
    """One ply: compare what it says with the table, and play it."""
    need(isinstance(ply, dict) and "seat" in ply and "move" in ply, "not a seat and a move")
    need(not table.over, "the game is over")
    seat = table.seat
    need(same(ply["seat"], seat), f"seat {ply['seat']!r} acts, it is the turn of {seat}")
    if "legal" in ply:
        count = len(table.legal())
        need(same(ply["legal"], count), f"legal says {ply['legal']!r}, there are {count}")
    tiles: dict[str, list[str]] = {}
    if "reveals" in ply:
        reveals = ply["reveals"]
        need(isinstance(reveals, dict) and bool(reveals), "reveals is empty or no object")
        need(set(reveals) <= {"drew", "returned"}, "reveals has a key that axio does not know")
        tiles = {key: tile_list(value, key) for key, value in reveals.items()}
        need(all(tiles.values()), "reveals lists no tiles")
    table.play(ply["move"], tiles.get("drew"), tiles.get("returned"))
    if "scores" in ply:
        true = table.scores(seat)
        need(same(ply["scores"], true), f"scores says {ply['scores']!r}, the tracks are {true}")


def check(record: dict[str, Any]) -> None:
    """Go through a record line by line; ValueError names the first thing that is not so."""
    where = "setup"
    try:
        table = check_setup(record)
        for number, ply in enumerate(record["plies"]):
            where = f"ply {number}"
            check_ply(table, ply)
        where = "result"
        check_result(table, record["result"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
