"""Second Chance's moves as numbers: found again, and refused exactly where they are not legal."""

import functools
import random
from collections import Counter

import numpy as np
import pytest

from games.second_chance import oracle
from games.second_chance.positions import dealt
from spielwerk.games.second_chance.layout import CELLS, ONE, SIDE
from spielwerk.games.second_chance.moves import (
    CARD,
    CELL,
    DRAW,
    FIRST,
    FORM,
    REFUSALS,
    WRITE,
    WRONG_ORDER,
    WRONG_SHAPE,
)
from spielwerk.games.second_chance.notation import card_names
from spielwerk.match.match import Match
from spielwerk.rules import dispatch
from spielwerk.rules.notation import NOTHING
from spielwerk.rules.state import Numbers


@functools.cache
def _every_move() -> list[str]:
    """All that can be written: each card in each place of an empty grid, and a 1 in each cell."""
    drawn = [
        f"{card}:{','.join(sorted(cells))}"
        for card in oracle.PICTURES
        for cells in sorted(oracle.ways(card), key=sorted)
    ]
    return drawn + [f"1:{cell}" for cell in sorted(oracle.GRID)]


def _why_not(match: Match, seat: int, numbers: Numbers) -> int:
    out = np.empty(2 * match.game.notation.width, np.int64)
    return int(dispatch.why_not(match.game.tables, match.states, 0, seat, numbers, out))


def _find(match: Match, seat: int, numbers: Numbers) -> int:
    return int(dispatch.find(match.game.tables, match.states, 0, seat, numbers))


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_move_is_refused_exactly_if_it_is_not_legal(seats: int) -> None:
    """SC-4, SC-5, SC-7, SC-9, SC-10: why_not and allows agree with what legal lists."""
    seen: Counter[int] = Counter()
    for seed in range(3):
        match, luck = Match("second_chance", seats, seed), random.Random(seed)
        while not match.over:
            if luck.random() < 0.1 or match.states["owes"][0]:
                for seat in match.to_act:
                    seen += _refusals(match, seat, luck)
            seat = luck.choice(match.to_act)
            match.play(luck.choice(match.legal(seat)), seat)
    codes = {REFUSALS[number - 1].code for number in seen if number}
    expected = {"no_one", "other_card", "cell_not_free", "off_centre"}
    assert codes == (expected if seats == 1 else expected | {"one_due"})  # SC-16


def _refusals(match: Match, seat: int, luck: random.Random) -> Counter[int]:
    """Count why_not of moves of all kinds, of what lies before the seat, and of legal ones."""
    game, states = match.game, match.states
    legal = set(match.legal(seat))
    before = set(match.view(seat)["before"][seat])
    offered = [move for move in _every_move() if move.split(":")[0] in before]
    tried = luck.sample(_every_move(), 60) + luck.sample(offered, min(40, len(offered)))
    tried += luck.sample(sorted(legal), min(20, len(legal)))
    found: Counter[int] = Counter()
    for move in tried:
        numbers = game.notation.read(move)
        code = _why_not(match, seat, numbers)
        action = _find(match, seat, numbers)
        assert (code == 0) == (move in legal), move
        assert dispatch.allows(game.tables, states, 0, seat, action) == (code == 0)
        found[code] += 1
    return found


def test_an_action_is_found_again_by_its_numbers() -> None:
    match = dealt("8C")
    game = match.game
    out = np.empty(game.notation.width, np.int64)
    for move in _every_move():
        action = _find(match, 0, game.notation.read(move))
        dispatch.move(game.tables, match.states, 0, 0, action, out)
        assert out.tolist() == game.notation.read(move).tolist()
        assert _find(match, 0, out) == action


def test_numbers_that_are_no_action_are_refused_for_their_order_or_their_shape() -> None:
    """SC-7: any cells in any order, some of them twice."""
    match, luck = dealt("8C"), random.Random(1)
    actions = {_find(match, 0, match.game.notation.read(move)) for move in _every_move()}
    found: Counter[int] = Counter()
    for _ in range(2000):
        numbers = _numbers(match, luck)
        action, code = _find(match, 0, numbers), _why_not(match, 0, numbers)
        assert (action < 0) == (code in {WRONG_ORDER, WRONG_SHAPE})
        assert action < 0 or action in actions
        found[code] += 1
    assert found[WRONG_ORDER] > 100
    assert found[WRONG_SHAPE] > 100
    assert found.total() - found[WRONG_ORDER] - found[WRONG_SHAPE] > 20


def _numbers(match: Match, luck: random.Random) -> Numbers:
    """A drawing into one to eight cells near one another, mostly of a card of that size."""
    corner = luck.randrange(CELLS)
    cells = [(corner + luck.choice((0, 1, 2, 9, 10))) % CELLS for _ in range(luck.randint(1, 8))]
    if luck.random() < 0.8:
        cells = sorted(set(cells), key=lambda cell: (cell % SIDE, cell))
    of_size = [card for card in oracle.PICTURES if card.startswith(str(len(cells)))]
    card = luck.choice(of_size if luck.random() < 0.8 else list(oracle.PICTURES))
    numbers = np.full(match.game.notation.width, NOTHING, np.int64)
    numbers[FORM], numbers[CARD] = DRAW, card_names(match.game.tables).index(card)
    numbers[FIRST : FIRST + len(cells)] = cells
    return numbers


def test_a_written_1_is_its_cell() -> None:
    """SC-10"""
    match = dealt("8C", "8G")
    numbers = match.game.notation.read("1:b1")
    assert (numbers[FORM], numbers[CELL]) == (WRITE, 1)
    assert _find(match, 0, numbers) == ONE + 1
