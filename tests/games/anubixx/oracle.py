"""A slow, plain reading of the Anubixx rule page, written independently of the engine.

Fields are names such as "P23", "AL4" or "b1", dice are letters, and nothing here is clever: it
exists to be compared with a fast engine. The marks AN-1 to AN-28 are the ids of the rule page.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

from games import oracles
from games.oracles import TOP_KEYS, need, same

COLOURS = "rgbyop"  # AN-1
DICE = {2: 3, 3: 4, 4: 4, 5: 4}  # AN-1
LETTERS = "ABCDEF"  # AN-2

# AN-4: the colours of sheet A.
PYRAMID_A = ("rbygop", "ygrpb", "opyg", "rbo", "gp", "y")  # level 1 first
PILLAR_A = "orbpg"  # level 1 first, both pillars alike
CLOSING_A = "y"
RELIEF_A = ("rgby", "yopr", "gpbo")  # top row first
QUARRY_A = "pogyrbopygbr"  # left to right

PYRAMID = [f"P{level}{place}" for level in range(1, 7) for place in range(1, 8 - level)]  # AN-6
ARCH = [f"A{side}{level}" for side in "LR" for level in range(1, 6)] + ["AT"]  # AN-6
RELIEF = [f"{column}{row}" for column in "abcd" for row in (1, 2, 3)]  # AN-6
BUILDINGS = (PYRAMID, ARCH, RELIEF)

SYMBOLS = {  # AN-5
    "snake": {"P42"},
    "eye": {"P61"},
    "scarab": {"P11", "P16", "P23"},
    "ankh": {"AL4"},
    "crown": {"AT"},
    "cat": {"d1"},
    "lotus": {"a3", "c2", "b1"},
}
PYRAMID_POINTS = (0, 1, 3, 6, 10, 15, 21)  # AN-23: by the highest crossed level
ARCH_POINTS = (0, 0, 4, 6, 8, 11)  # AN-24: by the lower pillar's level
CLOSED_ARCH = 15  # AN-24
RELIEF_POINTS = (0, 0, 4, 6, 8, 11, 15)  # AN-25: by pairs of fields


def moved(colours: str, letter: str) -> str:
    """What colours of sheet A are on another sheet."""
    steps = LETTERS.index(letter)  # AN-4
    return "".join(COLOURS[(COLOURS.index(colour) + steps) % 6] for colour in colours)


@functools.cache
def colours_of(letter: str) -> dict[str, str]:
    """The colour of every field of a sheet."""
    colours = {"AT": CLOSING_A}
    for field in PYRAMID:
        colours[field] = PYRAMID_A[int(field[1]) - 1][int(field[2]) - 1]
    for level, colour in enumerate(PILLAR_A, start=1):
        colours[f"AL{level}"] = colours[f"AR{level}"] = colour
    for field in RELIEF:
        colours[field] = RELIEF_A[3 - int(field[1])]["abcd".index(field[0])]  # row 1: bottom
    return {field: moved(colour, letter) for field, colour in colours.items()}


def foundation(field: str) -> list[str]:
    """The stones of pyramid or arch that must be crossed before this one."""
    if field == "AT":
        return ["AL5", "AR5"]  # AN-11: two full pillars
    level = int(field[-1]) if field in ARCH else int(field[1])
    if level == 1:
        return []  # AN-10, AN-11: from the bottom
    if field in ARCH:
        return [f"{field[:2]}{level - 1}"]  # AN-11: each pillar at its own pace
    place = int(field[2])
    return [f"P{level - 1}{place}", f"P{level - 1}{place + 1}"]  # AN-10: two stones below


def beside(one: str, two: str) -> bool:
    """Whether two relief fields are orthogonal neighbours."""
    return abs(ord(one[0]) - ord(two[0])) + abs(int(one[1]) - int(two[1])) == 1  # AN-9


class Sheet:
    """What one seat has in front of it."""

    def __init__(self, letter: str, jokers: int) -> None:
        self.letter = letter
        self.quarry = moved(QUARRY_A, letter)
        self.crossed: set[str] = set()
        self.last_struck = 0  # AN-14: place of the last struck quarry stone; 0: none yet
        self.jokers = jokers  # AN-7
        self.bonuses: set[str] = set()
        self.dice: list[str] = []  # dice taken this turn

    def payments(self, field: str, middle: list[str]) -> list[str]:
        """The ways to pay for a field, as they are written behind its name."""
        colour = colours_of(self.letter)[field]
        if colour in middle:
            return [""]  # AN-13: a die that lies there must be used
        right = range(self.last_struck + 1, len(self.quarry) + 1)  # AN-14
        stones = [f"/q{place}" for place in right if self.quarry[place - 1] == colour]  # AN-13
        return stones + (["/j"] if self.jokers else [])  # AN-16

    def cross(self, field: str, payment: str, middle: list[str]) -> None:
        """Cross a field and pay for it."""
        self.crossed.add(field)
        if payment == "":
            self.dice.append(colours_of(self.letter)[field])
            middle.remove(self.dice[-1])  # AN-13
        elif payment == "/j":
            self.jokers -= 1  # AN-16
        else:
            self.last_struck = int(payment[2:])  # AN-14: the skipped ones are lost

    def stones(self) -> list[str]:
        """Free fields of pyramid and arch that have something to stand on."""
        free = [field for field in PYRAMID + ARCH if field not in self.crossed]
        return [field for field in free if set(foundation(field)) <= self.crossed]

    def partners(self, field: str) -> list[str]:
        """Free relief fields beside a relief field."""
        return [f for f in RELIEF if f not in self.crossed and beside(f, field)]

    def pair_possible(self, field: str, payment: str, middle: list[str]) -> bool:
        """AN-9: whether, this field crossed and paid so, some second one can be paid."""
        trial, rest = copy.deepcopy(self), list(middle)
        trial.cross(field, payment, rest)
        return any(trial.payments(partner, rest) for partner in trial.partners(field))

    def finished(self) -> int:
        """How many buildings are complete."""
        return sum(set(building) <= self.crossed for building in BUILDINGS)

    def pyramid_points(self) -> int:
        """AN-23."""
        return PYRAMID_POINTS[max((int(f[1]) for f in self.crossed & set(PYRAMID)), default=0)]

    def arch_points(self) -> int:
        """AN-24."""
        if "AT" in self.crossed:
            return CLOSED_ARCH
        left = [field for field in self.crossed if field.startswith("AL")]
        right = [field for field in self.crossed if field.startswith("AR")]
        return ARCH_POINTS[min(len(left), len(right))]

    def relief_points(self) -> int:
        """AN-25: an odd field does not count."""
        return RELIEF_POINTS[len(self.crossed & set(RELIEF)) // 2]


class Table:
    """One game: the sheets, the dice in the middle, and whose turn it is."""

    def __init__(self, letters: list[str], first: int, dice: str) -> None:
        self.seats = len(letters)
        self.sheets = [Sheet(letter, self.seats) for letter in letters]  # AN-2, AN-7
        self.active = first  # AN-17: who rolled
        self.seat = first  # whose turn it is
        self.middle = list(dice)  # AN-17
        self.built: list[str] = []  # the stones of this turn
        self.earned: set[str] = set()  # AN-21: bonuses that somebody got in this round
        self.closed: set[str] = set()  # AN-21
        self.idle_round = True  # AN-28: nobody has crossed a stone in this round
        self.idle_rounds = 0  # AN-28: rounds in a row without a stone
        self.to_roll = False  # the dice are rolled before anybody acts again
        self.over = False

    # What can be asked.

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is; nobody when the game is over."""
        return () if self.over else (self.seat,)

    def legal(self, seat: int) -> list[str]:
        """All legal moves of a seat, each notation once, sorted."""
        if seat not in self.to_act:
            return []
        sheet = self.sheets[seat]
        if self.built and self.built[0] in RELIEF:
            return sorted(self.paid(sheet.partners(self.built[0])))  # AN-9: a pair, and no stop
        moves = ["stop", *self.paid(sheet.stones())]  # AN-8, AN-12
        if not self.built:
            moves += self.first_of_pair()  # AN-9: never with another building
        return sorted(moves)

    def paid(self, fields: list[str]) -> list[str]:
        """Every way to cross one of these fields."""
        pay = self.sheets[self.seat].payments
        return [field + payment for field in fields for payment in pay(field, self.middle)]

    def first_of_pair(self) -> list[str]:
        """AN-9: relief fields, paid so that a second one beside can still be paid."""
        sheet, middle = self.sheets[self.seat], self.middle
        free = [field for field in RELIEF if field not in sheet.crossed]
        ways = [(field, payment) for field in free for payment in sheet.payments(field, middle)]
        return [field + way for field, way in ways if sheet.pair_possible(field, way, middle)]

    def scores(self, seat: int) -> list[int]:
        """Pyramid, arch, relief, bonuses, quarry and jokers in points, as if it ended now."""
        sheet = self.sheets[seat]
        end_bonus = self.over and sheet.finished() >= 2  # AN-22
        return [
            sheet.pyramid_points(),
            sheet.arch_points(),
            sheet.relief_points(),
            3 * (len(sheet.bonuses) + end_bonus),  # AN-26
            len(sheet.quarry) - sheet.last_struck,  # AN-26: right of the last struck one
            2 * sheet.jokers,  # AN-26
        ]

    def ranks(self) -> list[int]:
        """Competition ranks: the sum, then the pyramid stones."""
        results = [  # AN-27
            (sum(self.scores(seat)), len(self.sheets[seat].crossed & set(PYRAMID)))
            for seat in range(self.seats)
        ]
        return [1 + sum(other > mine for other in results) for mine in results]

    # What can be done.

    def play(self, seat: int, move: str, reveals: dict[str, Any]) -> None:
        """One ply and the roll after it, if there is one; a refused one changes nothing."""
        trial = copy.deepcopy(self)
        trial.decide(seat, move)
        need(isinstance(reveals, dict), "reveals is no object")
        if trial.to_roll:
            need(set(reveals) == {"dice"}, f"a new roll is wanted, reveals says {reveals}")
            trial.roll(checked_dice(reveals["dice"], self.seats))
        else:
            need(reveals == {}, f"nothing becomes known here, reveals says {reveals}")
        self.__dict__.update(trial.__dict__)

    def decide(self, seat: int, move: str) -> None:
        """The decision alone; whether the dice are to be rolled then stands in to_roll."""
        need(not self.over, "the game is over")
        need(same(seat, self.seat), f"seat {seat!r} acts, it is the turn of {self.seat}")
        need(move in self.legal(seat), f"illegal move {move!r}")
        if move == "stop":
            self.end_turn()  # AN-8
        else:
            self.build(move)

    def build(self, move: str) -> None:
        """Cross one stone, pay for it and take the bonus, if it earns one."""
        field, slash, way = move.partition("/")
        self.sheets[self.seat].cross(field, slash + way, self.middle)
        self.built.append(field)
        self.idle_round = False  # AN-28
        self.take_bonus(field)
        if len(self.built) == 2:
            self.end_turn()  # AN-8: by itself

    def take_bonus(self, field: str) -> None:
        """The bonus of the symbol on this field, if it was the last one and it is still open."""
        sheet = self.sheets[self.seat]
        for symbol, fields in SYMBOLS.items():
            complete = field in fields and fields <= sheet.crossed  # AN-20
            if complete and symbol not in self.closed:  # AN-21
                sheet.bonuses.add(symbol)
                self.earned.add(symbol)

    def end_turn(self) -> None:
        """The dice go where they belong, and the next seat acts."""
        sheet = self.sheets[self.seat]
        if self.seat != self.active:
            self.middle += sheet.dice  # AN-18; AN-17: those of the active seat are out
        sheet.dice = []
        self.built = []
        self.seat = (self.seat + 1) % self.seats  # AN-18
        if self.seat == self.active:
            self.end_round()

    def end_round(self) -> None:
        """Close the bonuses, see whether the game is over, and hand the dice on."""
        self.closed |= self.earned  # AN-21
        self.earned = set()
        self.idle_rounds = self.idle_rounds + 1 if self.idle_round else 0  # AN-28
        self.idle_round = True
        if any(sheet.finished() >= 2 for sheet in self.sheets):
            self.over = True  # AN-22
        elif self.idle_rounds == 5 * self.seats:
            self.over = True  # AN-28
        else:
            self.active = self.seat = (self.active + 1) % self.seats  # AN-19
            self.to_roll = True

    def roll(self, dice: str) -> None:
        """All dice, once."""
        self.middle = list(dice)  # AN-17
        self.to_roll = False


def checked_dice(dice: Any, seats: int) -> str:
    """A roll as it is written, or a refusal."""
    need(isinstance(dice, str), "dice is not a text")
    need(len(dice) == DICE[seats], f"{dice!r} is not {DICE[seats]} dice")  # AN-1
    need(all(die in COLOURS for die in dice), f"{dice!r} has a colour that no die shows")  # AN-1
    need(list(dice) == sorted(dice, key=COLOURS.index), f"{dice!r} is not in the order {COLOURS}")
    return str(dice)


def checked_letters(letters: Any, seats: int) -> list[str]:
    """The seats' sheets, or a refusal."""
    need(isinstance(letters, list), "sheets is not a list")
    need(len(letters) == seats, f"not one sheet for each of {seats} seats")
    need(all(letter in list(LETTERS) for letter in letters), f"no such sheet in {letters}")
    need(len(set(letters)) == seats, f"two seats have the same sheet: {letters}")  # AN-2
    return list(letters)


def begin(record: dict[str, Any]) -> Table:
    """The table before the first ply, everything about it checked."""
    need(isinstance(record, dict), "a record is an object")
    for key in TOP_KEYS:
        need(key in record, f"no {key}")
    need(record["format"] == "spielwerk/1", "unknown format")
    need(record["game"] == "anubixx", "not a record of anubixx")
    need(record["options"] == {}, "anubixx has no options")
    need(isinstance(record["plies"], list), "plies is not a list")
    seats, setup = record["seats"], record["setup"]
    need(type(seats) is int and seats in DICE, f"no game for {seats!r} seats")
    keys = {"sheets", "first", "dice"}
    need(isinstance(setup, dict) and set(setup) == keys, "not sheets, first and dice")
    first = setup["first"]
    need(type(first) is int and 0 <= first < seats, f"first seat {first!r} does not exist")
    letters = checked_letters(setup["sheets"], seats)
    return Table(letters, first, checked_dice(setup["dice"], seats))


def check(record: dict[str, Any]) -> None:
    """Go through a record line by line; ValueError names the first thing that is not so."""
    oracles.check(record, begin)
