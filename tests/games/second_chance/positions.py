"""Second Chance positions for tests: a round set by hand, a deck in a known order, played games."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from spielwerk.games.second_chance.layout import CARDS, NO_CARD, STARTS, TURNING_UP
from spielwerk.games.second_chance.notation import CELL_NAMES, card_names
from spielwerk.match.match import Match
from spielwerk.match.replay import replay
from spielwerk.rules.state import NATURES_TURN, Numbers

ALL = " ".join(CELL_NAMES)


class Stacked:
    """Chance that turns up a deck's cards in a known order, and deals one known start card."""

    def __init__(self, cards: list[int], start: int) -> None:
        self._cards = cards
        self._start = start

    def outcome(self, weights: Numbers) -> int:
        deals = len(weights) == STARTS
        outcome = self._start - CARDS if deals else self._cards.pop(0)
        assert weights[outcome] > 0, "this card is not there"
        return outcome

    def take_back(self, outcomes: list[int]) -> None:
        raise AssertionError("matches with a stacked deck are not rewound")


def position(
    *free: str,
    cards: str,
    deck: str | None = None,
    out: Iterable[int] = (),
    ones: Iterable[int] = (),
    finished: Iterable[int] = (),
    next_start: str = "8A",
) -> Match:
    """A round that begins with `cards`, the free cells of each seat being such as "a1 a2 c5".

    `deck` lists what the deck holds, from its top (None: all other cards, shuffled). `out` are the
    seats that dropped out in earlier rounds, `ones` those that wrote a 1. In a solo series,
    `finished` are the free cells of earlier games, and `next_start` is dealt for the next one.
    """
    match = Match("second_chance", len(free), seed=0)
    shapes = card_names(match.game.tables)
    state = match._position.states[0]
    for seat, names in enumerate(free):
        filled = sum(1 << cell for cell, name in enumerate(CELL_NAMES) if name not in names.split())
        state.grid[seat] = filled & (1 << 64) - 1, filled >> 64
    state.own[:] = NO_CARD
    state.out, state.ones = _bits(out), _bits(ones)
    state.fell = 1 if state.out else 0
    games = list(finished)
    state.game, state.free_before = len(games), sum(games)
    come = (cards if deck is None else f"{cards} {deck}").split()
    if deck is not None:
        copies = match.game.tables["copies"][0]
        left = Counter(come)
        state.deck[:] = [left[shapes[shape]] for shape in range(CARDS)]
        assert (state.deck <= copies).all(), "the box does not hold so many"
        state.used[:] = copies - state.deck
        state.in_deck = state.deck.sum()
    state.phase, state.turn = TURNING_UP, NATURES_TURN
    shuffled = match._chance
    match._chance = Stacked([shapes.index(card) for card in come], shapes.index(next_start))
    match._position.let_nature_act(match._chance)
    if deck is None:
        match._chance = shuffled
    return match


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def dealt(*start: str) -> Match:
    """A match at its beginning, each seat having its start card."""
    record: dict[str, Any] = {
        "format": "spielwerk/1",
        "game": "second_chance",
        "seats": len(start),
        "options": {},
        "setup": {"start": list(start)},
        "plies": [],
        "result": None,
    }
    return replay(record, seed=0)


def played(seats: int, seed: int, until: Callable[[Match], bool] = lambda _: False) -> Match:
    """A match of random plies, at its end, or as soon as `until` holds."""
    match, luck = Match("second_chance", seats, seed), random.Random(seed)
    while not match.over and not until(match):
        seat = luck.choice(match.to_act)
        match.play(luck.choice(match.legal(seat)), seat)
    return match


def acting(match: Match) -> list[int]:
    """The seats that may act, asked anew each time."""
    return list(match.to_act)


def cells(move: str) -> list[str]:
    """The cells that a move fills."""
    return move.split(":")[1].split(",")


def cards_of(moves: Iterable[str]) -> set[str]:
    """The cards that moves draw."""
    return {move.split(":")[0] for move in moves}
