"""What lies on Anubixx's table: the state's fields, the tables of its parts, and how both count.

A sheet's fields are bits of one word: six to a level of the pyramid (a stone rests on the two of
the level below that are six and five bits lower), the pillars, the closing stone, and four to a
row of the relief. Among actions and in lists the 44 fields are numbered without gaps.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, public

SEATS, SHEETS, COLOURS = 5, 6, 6
LEVELS, HEIGHT, ROWS, COLUMNS = 6, 5, 3, 4  # AN-3: pyramid, pillars, relief
QUARRY = 16  # stones that a sheet's quarry may have; the box's have 12
SYMBOLS = 7  # AN-5: those on stones
END_BONUS = SYMBOLS  # the number of the eighth bonus
BONUS_POINTS, STONE_POINTS, JOKER_POINTS = 3, 1, 2  # AN-26
SCORE_NAMES = ("pyramid", "arch", "relief", "bonuses", "quarry", "jokers")
RELIEF_SCORE, BONUS_SCORE, QUARRY_SCORE, JOKER_SCORE = range(2, len(SCORE_NAMES))
IDLE_ROUNDS = 5  # AN-28: a seat
MOST_DICE = 4  # AN-1

LEFT, RIGHT, TOP, RELIEF = 36, 41, 46, 47  # where their bits begin


def _pyramid_bit(level: int, place: int) -> int:
    return 6 * (level - 1) + place - 1


# AN-6: the fields' names and bits, in the order of their numbers
FIELDS = {
    f"P{level}{place}": _pyramid_bit(level, place)
    for level in range(1, LEVELS + 1)
    for place in range(1, LEVELS + 2 - level)
}
FIELDS |= {f"AL{level}": LEFT + level - 1 for level in range(1, HEIGHT + 1)}
FIELDS |= {f"AR{level}": RIGHT + level - 1 for level in range(1, HEIGHT + 1)}
FIELDS |= {"AT": TOP}
FIELDS |= {
    f"{'abcd'[column]}{row + 1}": RELIEF + COLUMNS * row + column
    for row in range(ROWS)
    for column in range(COLUMNS)
}
NAMES = list(FIELDS)

# A stone is field * WAYS + how it is paid for: 0 by a die, 1 to 16 by that stone of the quarry,
# 17 by a joker (AN-13).
WAYS = QUARRY + 2
DIE, JOKER = 0, QUARRY + 1
STOP = len(FIELDS) * WAYS

DEALING, ROLLING, BUILDING = range(3)  # phases
NO_FIELD = len(FIELDS)

layout = Layout(
    stamp(__file__),
    turn=public("u1"),  # a bit a seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    active=public("u1"),  # the seat that rolled
    seat=public("u1"),  # the seat that builds; while dealing, that gets a sheet
    sheets=public("u1"),  # a bit a sheet that nobody has
    sheet=public("u1", SEATS),
    crossed=public("u8", SEATS),  # a bit a field
    struck=public("u1", SEATS),  # the quarry stone struck last, from 1; 0 if none
    jokers=public("u1", SEATS),  # left
    dice=public("u1", COLOURS),  # in the middle
    taken=public("u1", COLOURS),  # by the builder, to be returned after its turn
    to_roll=public("u1"),
    built=public("u1"),  # stones of this turn
    pair=public("u1"),  # the relief field of this turn whose neighbour has to follow, or NO_FIELD
    earned=public("u1", SEATS),  # a bit a bonus
    earned_now=public("u1"),  # a bit a bonus that somebody earned in this round
    closed=public("u1"),  # a bit a bonus that nobody can earn any more
    busy=public("u1"),  # whether a stone was crossed in this round
    idle=public("u1"),  # rounds in a row without a stone
)

tables_dtype = np.dtype(
    (
        np.record,
        [
            ("fields", "u8", (SHEETS, COLOURS)),  # the fields of a colour
            ("symbols", "u8", (SYMBOLS,)),  # the fields that show a symbol
            ("quarry", "u8", (SHEETS, COLOURS)),  # the quarry stones of a colour, 1 being bit 0
            ("stones", "u1", (SHEETS,)),  # in the quarry
            ("colour", "u1", (SHEETS, len(FIELDS))),
            ("bit", "u1", (len(FIELDS),)),
            ("field", "u1", (64,)),
            ("pyramid_points", "u1", (LEVELS + 1,)),  # by the highest level
            ("arch_points", "u1", (HEIGHT + 2,)),  # by the lower pillar, and with the closing stone
            ("relief_points", "u1", (ROWS * COLUMNS // 2 + 1,)),  # by pairs
        ],
    )
)

# Words of fields


def _word(bits: list[int]) -> np.uint64:
    return np.uint64(sum(1 << bit for bit in bits))


ONE, NONE = np.uint64(1), np.uint64(0)
PYRAMID = _word([bit for name, bit in FIELDS.items() if name[0] == "P"])
GROUND = _word(list(range(LEVELS)))  # level 1
LEVEL_STEP, ROW_STEP = np.uint64(6), np.uint64(COLUMNS)
PILLAR = np.uint64((1 << HEIGHT) - 1)
LEFT_SHIFT, RIGHT_SHIFT = np.uint64(LEFT), np.uint64(RIGHT)
CLOSING = _word([TOP])
FLOOR = _word(list(range(RELIEF, RELIEF + ROWS * COLUMNS)))  # the relief
FIRST_COLUMN = _word([RELIEF + COLUMNS * row for row in range(ROWS)])
LAST_COLUMN = _word([RELIEF + COLUMNS * row + COLUMNS - 1 for row in range(ROWS)])
SUMMIT = _word([FIELDS["P61"]])
