"""Anubixx's state: its fields, the tables of its parts, and how stones and actions are numbered.

A sheet's fields are bits of one word: six per level of the pyramid (a stone rests on the two stones
of the level below that are six and five bits lower), the pillars, the closing stone, and four per
row of the relief. In actions and lists the 44 fields are numbered without gaps.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import stamp
from spielwerk.rules.state import Layout, public

SEATS, SHEETS, COLOURS = 5, 6, 6
LEVELS, HEIGHT, ROWS, COLUMNS = 6, 5, 3, 4  # AN-3: pyramid, pillars, relief
QUARRY = 16  # the maximum number of stones in a sheet's quarry; those in the box have 12
SYMBOLS = 7  # AN-5: those on stones
END_BONUS = SYMBOLS  # the index of the eighth bonus
BONUS_POINTS, STONE_POINTS, JOKER_POINTS = 3, 1, 2  # AN-26
SCORE_NAMES = ("pyramid", "arch", "relief", "bonuses", "quarry", "jokers")
RELIEF_SCORE, BONUS_SCORE, QUARRY_SCORE, JOKER_SCORE = range(2, len(SCORE_NAMES))
IDLE_ROUNDS = 5  # AN-28: per seat
MOST_DICE = 4  # AN-1

LEFT, RIGHT, TOP, RELIEF = 36, 41, 46, 47  # their first bits


def _pyramid_bit(level: int, place: int) -> int:
    return 6 * (level - 1) + place - 1


# AN-6: the fields' names and bits, in numerical order
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

# A stone is field * WAYS + payment: 0 for a die, 1 to 16 for that stone of the quarry, 17 for a
# joker (AN-13).
WAYS = QUARRY + 2
DIE, JOKER = 0, QUARRY + 1
STOP = len(FIELDS) * WAYS

DEALING, ROLLING, BUILDING = range(3)  # phases
NO_FIELD = len(FIELDS)

layout = Layout(
    stamp(__file__),
    turn=public("u1"),  # one bit per seat that may act
    phase=public("u1"),
    seats=public("u1"),
    first=public("u1"),
    active=public("u1"),  # the seat that rolled
    seat=public("u1"),  # the seat that builds; during the deal, the one that gets a sheet
    sheets=public("u1"),  # one bit per sheet that has not been dealt
    sheet=public("u1", SEATS),
    crossed=public("u8", SEATS),  # one bit per field
    struck=public("u1", SEATS),  # the last quarry stone struck, from 1; 0 if none
    jokers=public("u1", SEATS),  # left
    dice=public("u1", COLOURS),  # in the middle
    taken=public("u1", COLOURS),  # by the builder, to be returned after its turn
    to_roll=public("u1"),
    built=public("u1"),  # stones crossed off this turn
    pair=public("u1"),  # this turn's relief field whose neighbour must follow, or NO_FIELD
    earned=public("u1", SEATS),  # one bit per bonus
    earned_now=public("u1"),  # one bit per bonus that any seat earned in this round
    closed=public("u1"),  # one bit per bonus that can no longer be earned
    busy=public("u1"),  # whether a stone was crossed off in this round
    idle=public("u1"),  # consecutive rounds without a stone
)

tables_dtype = np.dtype(
    (
        np.record,
        [
            ("fields", "u8", (SHEETS, COLOURS)),  # the fields of a colour
            ("symbols", "u8", (SYMBOLS,)),  # the fields with a symbol
            ("quarry", "u8", (SHEETS, COLOURS)),  # the quarry stones of a colour; stone 1 is bit 0
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
