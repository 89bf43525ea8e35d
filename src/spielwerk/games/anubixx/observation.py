"""Anubixx's observation: all sheets, the dice, and the colours of the viewer's own sheet."""

from __future__ import annotations

import numpy as np

from spielwerk.games.anubixx.building import quarry_stones
from spielwerk.games.anubixx.layout import (
    COLOURS,
    END_BONUS,
    FIELDS,
    IDLE_ROUNDS,
    MOST_DICE,
    NO_FIELD,
    NONE,
    ONE,
    QUARRY,
    SCORE_NAMES,
    SEATS,
    SHEETS,
)
from spielwerk.games.anubixx.rules import points
from spielwerk.rules.bits import lowest
from spielwerk.rules.kernel import kernel
from spielwerk.rules.observation import Feature, laid_out
from spielwerk.rules.rows import mark, nth_seat, write_numbers, write_one, write_set

STONES = len(FIELDS)
BONUSES = END_BONUS + 1
SCORES = len(SCORE_NAMES)
FEATURES = laid_out(
    Feature("crossed", (SEATS, STONES), "Fields that are crossed, one row per seat: pyramid, left "
            "and right pillar, closing stone, relief."),
    Feature("colours", (COLOURS, STONES), "The fields of each colour on the seat's own sheet."),
    Feature("quarry", (COLOURS, QUARRY), "The seat's own quarry stones left in each colour."),
    Feature("sheet", (SEATS, SHEETS), "The sheet of each seat, one-hot."),
    Feature("scores", (SEATS, SCORES), "The scoreboards: pyramid, arch, relief, bonuses, quarry, "
            "jokers.", 100),
    Feature("earned", (SEATS, BONUSES), "The bonuses of each seat."),
    Feature("closed", (BONUSES,), "Bonuses that can no longer be earned."),
    Feature("earned_now", (BONUSES,), "Bonuses of this round, which later seats can still earn."),
    Feature("struck", (SEATS,), "The last quarry stone that each seat struck, from 1.", QUARRY),
    Feature("jokers", (SEATS,), "Jokers that each seat has left.", SEATS),
    Feature("dice", (COLOURS,), "Dice in the middle, by colour.", MOST_DICE),
    Feature("taken", (COLOURS,), "Dice to be returned after this turn, by colour.", MOST_DICE),
    Feature("pair", (STONES,), "The relief field whose neighbour must be crossed next."),
    Feature("active", (SEATS,), "The seat that rolled."),
    Feature("to_act", (SEATS,), "The seat to act; none once the game is over."),
    Feature("seats", (SEATS,), "The number of seats, one-hot: 2 to 5 (first byte: always 0)."),
    Feature("built", (1,), "Stones crossed in this turn.", 2),
    Feature("busy", (1,), "1 if a stone was crossed in this round."),
    Feature("idle", (1,), "Consecutive rounds without a stone.", IDLE_ROUNDS * SEATS),
)  # fmt: skip
(
    CROSSED, OWN_COLOURS, OWN_QUARRY, SHEET, SCOREBOARDS, EARNED, CLOSED, EARNED_NOW, STRUCK,
    JOKERS, DICE, TAKEN, PAIR, ACTIVE, TO_ACT, AT_TABLE, BUILT, BUSY, IDLE,
) = (feature.offset for feature in FEATURES)  # fmt: skip


@kernel
def observe(t, s, i, seat, out):
    r = s[i]
    out[:] = 0
    for k in range(r.seats):
        other = nth_seat(seat, r.seats, k)
        write_stones(t, r.crossed[other], out, CROSSED + k * STONES)
        mark(out, SHEET + k * SHEETS, r.sheet[other])
        scores = points(t, r, other)
        for number in range(SCORES):
            out[SCOREBOARDS + k * SCORES + number] = scores[number]
        write_bits(r.earned[other], BONUSES, out, EARNED + k * BONUSES)
    for colour in range(COLOURS):
        write_stones(t, t[0].fields[r.sheet[seat], colour], out, OWN_COLOURS + colour * STONES)
        left = quarry_stones(t, r, seat, colour, r.struck[seat])
        write_bits(left, QUARRY, out, OWN_QUARRY + colour * QUARRY)
        out[DICE + colour] = r.dice[colour]
        out[TAKEN + colour] = r.taken[colour]
    write_bits(r.closed, BONUSES, out, CLOSED)
    write_bits(r.earned_now, BONUSES, out, EARNED_NOW)
    write_numbers(r.struck, seat, r.seats, out, STRUCK)
    write_numbers(r.jokers, seat, r.seats, out, JOKERS)
    if r.pair != NO_FIELD:
        mark(out, PAIR, r.pair)
    write_one(r.active, seat, r.seats, out, ACTIVE)
    write_set(r.turn, seat, r.seats, out, TO_ACT)
    mark(out, AT_TABLE, r.seats - 1)
    out[BUILT] = r.built
    out[BUSY] = r.busy
    out[IDLE] = r.idle


@kernel
def write_stones(t, word, out, at):
    """Write a set of fields, one byte each."""
    while word != NONE:
        mark(out, at, t[0].field[lowest(word)])
        word &= word - ONE


@kernel
def write_bits(word, n, out, at):
    for bit in range(n):
        out[at + bit] = np.uint64(word) >> np.uint64(bit) & ONE
