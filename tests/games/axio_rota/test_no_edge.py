"""The display has no edge, RO-7: as far as 60 tiles reach, against a plain dictionary of places.

The engine keeps cells modulo a lattice; the last tests here prove that nobody can tell.
"""

import itertools
import random
from collections.abc import Iterable, Iterator

import pytest
from _pytest.mark.structures import ParameterSet

import spielwerk as sw
from games.axio_rota import oracle
from games.axio_rota.positions import Cell, along, beside, cell_of, cells_of, position
from spielwerk.games.axio_rota import layout
from spielwerk.games.axio_rota.places import cell_at, step
from spielwerk.match.match import Match

LAID = 56  # tiles that can be laid on the square


def _line(start: Cell, way: Cell) -> Iterator[Cell]:
    return ((start[0] + n * way[0], start[1] + n * way[1]) for n in itertools.count(1))


def _stairs(start: Cell, ways: Iterable[Cell]) -> Iterator[Cell]:
    x, y = start
    for dx, dy in itertools.cycle(ways):
        x, y = x + dx, y + dy
        yield x, y


def _in_turn(*paths: Iterator[Cell]) -> Iterator[Cell]:
    return (next(path) for path in itertools.cycle(paths))


def _bent(first: Cell, then: Cell) -> Iterator[Cell]:
    """Half of the tiles one way, half another."""
    corner = list(itertools.islice(_line((1, 1), first), LAID // 2))
    return itertools.chain(corner, _line(corner[-1], then))


RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, 1), (0, -1)
PATHS = {
    "right": lambda: _line((1, 0), RIGHT),
    "left": lambda: _line((0, 1), LEFT),
    "up": lambda: _line((0, 1), UP),
    "down": lambda: _line((1, 0), DOWN),
    "up to the right": lambda: _stairs((1, 1), (RIGHT, UP)),
    "up to the left": lambda: _stairs((0, 1), (UP, LEFT)),
    "down to the right": lambda: _stairs((1, 0), (DOWN, RIGHT)),
    "down to the left": lambda: _stairs((0, 0), (LEFT, DOWN)),
    "right and left": lambda: _in_turn(_line((1, 1), RIGHT), _line((0, 0), LEFT)),
    "up and down": lambda: _in_turn(_line((0, 1), UP), _line((1, 0), DOWN)),
    "up, then right": lambda: _bent(UP, RIGHT),
    "right, then up": lambda: _bent(RIGHT, UP),
}


def _cases() -> list[ParameterSet]:
    """Plain Python takes a second a path: it goes straight on and stair-wise only."""
    bent = [name for name in PATHS if "and" in name or "then" in name]
    return [pytest.param(n, marks=[pytest.mark.compiled] if n in bent else []) for n in PATHS]


@pytest.mark.parametrize("name", _cases())
def test_sixty_tiles_reach_as_far_as_they_reach(name: str) -> None:
    """RO-7, RO-8, RO-10: places, legal moves and scores at every ply up to the 60th tile.

    The first seat takes all bonus turns that the supply allows; tracks are set back, so that the
    game goes on until every tile lies.
    """
    luck = random.Random(name)
    match = Match("axio_rota", 4, seed=len(name))
    model = oracle.begin(match.record())
    match._position.states[0].bonus = model.supply
    for cell in itertools.islice(PATHS[name](), LAID):
        seat = match.to_act[0]
        match._position.states[0].tracks[:] = 0
        model.seat, model.hands[seat] = seat, match.view(seat)["hands"][seat]
        model.score[seat] = dict.fromkeys(oracle.COLOURS, 0)
        moves = match.legal(seat)
        assert cells_of(moves) == set(model.places()) == beside(model.display)
        if len(model.display) % 7 == 59 % 7:  # at 59 tiles too
            assert moves == model.legal(seat)
        move = luck.choice([move for move in moves if cell_of(move) == cell])
        match.play(move)
        model.place(move)
        assert match.plies[-1].scores == model.scores(seat)
        lying = {cell_of(f"{place}:"): tile for place, tile in match.view(None)["tiles"].items()}
        assert lying == model.display
    assert match.over
    assert len(model.display) == 60
    assert match.view(None)["supply"] == 0
    game = match.game
    assert game.kernels.fault(game.tables, match.states, 0) == 0


def _aliases(cell: Cell) -> set[Cell]:
    """Other places that are kept where this one is."""
    x, y = cell
    shifts = [(32 * (a + b), 32 * (a - b)) for a in range(-2, 3) for b in range(-2, 3)]
    return {(x + dx, y + dy) for dx, dy in shifts if (dx, dy) != (0, 0)}


def test_places_far_away_are_not_taken_for_near_ones() -> None:
    """RO-7: they are refused, though the engine would keep them in the same cells."""
    match = position(hand="robg")
    for cell in {(0, 0), (1, 1)} | cells_of(match.legal(0)):
        for x, y in _aliases(cell):
            assert cell_at(x, y) == cell_at(*cell)
            with pytest.raises(sw.IllegalMove) as refused:
                match.play(f"{x},{y}:robg")
            assert refused.value.code == "not_beside"
            assert refused.value.details == {"cell": f"{x},{y}"}


@pytest.mark.parametrize("name", ["right", "up", "down to the left"])
def test_places_far_away_are_not_taken_for_the_ends_of_a_long_display(name: str) -> None:
    """RO-7: 59 tiles lie, the square is left out."""
    match = position(along(itertools.islice(PATHS[name](), 59), "robg"), hand="robg", seats=1)
    assert len(match.view(None)["tiles"]) == 59
    game, states = match.game, match.states
    for cell in cells_of(match.legal(0)):
        for x, y in _aliases(cell):
            with pytest.raises(sw.IllegalMove) as refused:
                game.read(states, 0, 0, f"{x},{y}:robg")
            assert refused.value.code == "not_beside"


# Why no two cells meet


def test_a_display_of_n_tiles_reaches_n_minus_2_steps() -> None:
    """RO-7: all displays of up to eight tiles; each tile more adds a step at most, so 60 reach 58.

    That it is at most one step is plain: a tile shares a side with another one.
    """
    displays = {frozenset([(0, 0), (1, 0), (0, 1), (1, 1)])}
    for tiles in range(4, 9):
        reach = max(_reach(display) for display in displays)
        assert reach == tiles - 2
        displays = {display | {cell} for display in displays for cell in beside(display)}
    assert layout.TILES - 2 == 58


def _reach(display: frozenset[Cell]) -> int:
    """Columns plus rows between the two tiles that lie furthest from one another."""
    rising, falling = {x + y for x, y in display}, {x - y for x, y in display}
    return max(max(rising) - min(rising), max(falling) - min(falling))


def test_cells_that_a_display_touches_are_kept_apart() -> None:
    """RO-7, RO-8: a free cell is a step off the display, quarters of its circles two steps more.

    Tiles reach 58 steps; each cell is told from all others that are less than 64 away.
    """
    assert layout.TILES - 2 + 1 + 2 < 64
    here = cell_at(0, 0)
    near = {(x, y) for x in range(-64, 65) for y in range(-64, 65) if abs(x) + abs(y) <= 64}
    met = {(x, y) for x, y in near if cell_at(x, y) == here}
    corners = {(32, 32), (32, -32), (-32, 32), (-32, -32)}
    assert met == {(0, 0), (64, 0), (-64, 0), (0, 64), (0, -64)} | corners


def test_it_is_the_same_seen_from_every_cell() -> None:
    """RO-7: a step leads from the cell of a place to the cell of the next one, wherever that is."""
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    for x in range(-64, 65):
        for y in range(-64, 65):
            cell = cell_at(x, y)
            assert 0 <= cell < layout.CELLS
            for dx, dy in steps:
                assert step(cell, dx, dy) == cell_at(x + dx, y + dy)
    kept = {cell_at(x, y) for x in range(64) for y in range(32)}
    assert len(kept) == layout.CELLS
