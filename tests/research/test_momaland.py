"""An independent peer: MOMAland's Ingenious counts the same lines (HX-8).

Where its version 0.2.0 plays by other rules, docs/games/axio_hex.md says so, and tests below show.
"""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from games.axio_hex.positions import WAYS, cell_at, cells, pairs_on, position
from spielwerk.dominoes.scoring import line_points
from spielwerk.games.axio_hex import layout
from spielwerk.games.axio_hex.layout import HEXAGONS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # warnings during a peer's imports are not ours to fix
    from momaland.envs.ingenious.ingenious_base import (
        ALL_COLORS,
        COLOR_NAMES,
        Hex2ArrayLocation,
        IngeniousBase,
        hex_coord,
        hex_directions,
    )

SIDE = 6
NAMES = sorted(cells(2))
PAIRS = sorted(tuple(pair.split("-")) for pair in pairs_on(cells(2)))
NUMBERS = {colour: ALL_COLORS["rgboyp".index(colour)] for colour in "rgboyp"}  # 0 is an empty cell


def _hex(name: str) -> Any:
    """Return MOMAland's cell of that name: our letters are its q, our numbers its r."""
    q, r = ord(name[0]) - ord("f"), int(name[1:]) - SIDE
    return hex_coord(q, r, -q - r)


def _peer() -> Any:
    peer = IngeniousBase(num_agents=2, rack_size=6, num_colors=6, board_size=SIDE)
    peer.reset_game(seed=1)
    return peer


PLACES = np.array([cell_at(name) for name in NAMES])
PEERS_PLACES = tuple(np.array([Hex2ArrayLocation(_hex(name), SIDE) for name in NAMES]).T)


def _boards(number: int, seed: int) -> Iterator[tuple[np.ndarray, tuple[str, str], str]]:
    """Symbols of all cells, six for none; two neighbours that are free; a tile's two colours.

    From boards with few free cells and two colours, so that runs are long, to sparse ones of six.
    """
    luck = np.random.default_rng(seed)
    for n in range(number):
        colours = 2 + n % 5
        symbols = luck.integers(0, colours, len(NAMES), np.uint8)
        symbols[luck.random(len(NAMES)) < luck.random()] = layout.EMPTY
        one, two = PAIRS[luck.integers(len(PAIRS))]
        for name in (one, two):
            symbols[NAMES.index(name)] = layout.EMPTY
        halves = luck.integers(0, colours, 2)
        yield symbols, (one, two), "".join("rgboyp"[half] for half in halves)


def _shown_to(peer: Any, symbols: np.ndarray) -> None:
    peer.board_array[PEERS_PLACES] = np.where(symbols == layout.EMPTY, 0, symbols + 1)


def test_both_have_the_same_cells_lines_and_colours() -> None:
    """HX-1, HX-2"""
    assert {_hex(name) for name in NAMES} == set(_peer().board_hex)
    assert {(way.q, way.r) for way in hex_directions} == set(WAYS)
    assert "".join(name[0] for name in COLOR_NAMES) == "rgboyp"
    drawn = sorted("".join("rgboyp"[n - 1] for n in tile) for tile in _peer().tiles_bag)
    assert len(drawn) == 120 - 2 * 6
    assert set(drawn) == set(HEXAGONS.kinds)


def test_ten_thousand_lines_agree() -> None:
    """HX-8: each half of 10,000 tiles on as many boards."""
    peer = _peer()
    board = np.array(position().states[0].board)
    points, longest = 0, 0
    for symbols, (one, two), halves in _boards(10_000, seed=8):
        board[PLACES] = symbols
        _shown_to(peer, symbols)
        for half, (at, other) in zip(halves, ((one, two), (two, one)), strict=True):
            colour = HEXAGONS.colours.index(half)
            ours = line_points(board, cell_at(at), cell_at(other), colour, layout.STEPS)
            theirs = peer.calculate_score_for_piece(_hex(at), _hex(other), NUMBERS[half])
            assert ours == theirs, (halves, one, two, symbols.tolist())
            points += theirs
            longest = max(longest, theirs)
    assert points > 10_000
    assert longest > 12


def test_whole_placements_agree() -> None:
    """HX-8, HX-9: scored by the engine, from tracks at 0, as far as 18."""
    for symbols, (one, two), halves in _boards(60, seed=9):
        peer = _peer()
        _shown_to(peer, symbols)
        match = position(hand="".join(sorted(halves, key="rgboyp".index)))
        state = match._position.states[0]
        state.board[PLACES] = symbols
        state.free[:] = 0
        for cell in PLACES[symbols == layout.EMPTY].tolist():
            state.free[cell >> 6] |= np.uint64(1 << (cell & 63))
        gained = dict.fromkeys("rgboyp", 0)
        for half, (at, other) in zip(halves, ((one, two), (two, one)), strict=True):
            theirs = peer.calculate_score_for_piece(_hex(at), _hex(other), NUMBERS[half])
            gained[half] += theirs
        match.play(f"{halves} {one}-{two}")
        assert match.scores(0) == [min(18, n) for n in gained.values()]


# Where it plays by other rules


def _laid(rack: str, red: int, board: str = "", others: int = 0) -> Any:
    """The peer after its first agent, with `red` in that colour, laid the rack's first tile.

    On f6 and g6, with these red cells beside; its other tracks stand at `others`.
    """
    peer = _peer()
    peer.first_round = False
    agent = peer.agents[0]
    peer.p_tiles[agent] = [(NUMBERS[tile[0]], NUMBERS[tile[1]]) for tile in rack.split()]
    peer.score[agent] = dict.fromkeys(ALL_COLORS, others) | {NUMBERS["r"]: red}
    for name in board.split():
        peer.board_array[Hex2ArrayLocation(_hex(name), SIDE)] = NUMBERS["r"]
        peer.exclude_action(_hex(name))
    peer.set_action_index(peer.action_map[_hex("f6"), _hex("g6"), 0])
    return peer


def _red(peer: Any) -> int:
    return int(peer.score[peer.agents[0]][NUMBERS["r"]])


@pytest.mark.parametrize(("red", "again"), [(16, False), (17, True)])
def test_its_extra_turn_needs_more_than_18(red: int, again: bool) -> None:
    """HX-12 gives one for exactly 18; MOMAland only with points to spare."""
    peer = _laid("rg rr rr rr rr rr", red, "e6 d6")
    assert _red(peer) == 18
    assert (peer.agent_selector == 0) == again
    match = position("r e6 d6", hand="rg ro gy", tracks=(red, 0, 0, 0, 0, 0))
    match.play("rg f6-g6")
    assert match.to_act == (0,)


def test_its_tracks_go_past_18_and_then_fall_back() -> None:
    """HX-9 ends them there; MOMAland counts on, and with the next tile of the colour falls back."""
    counted_on = _laid("rg rr rr rr rr rr", 18, "e6 d6")
    assert _red(counted_on) == 20
    assert counted_on.agent_selector == 1
    fallen_back = _laid("rg rr rr rr rr rr", 20)
    assert _red(fallen_back) == 18
    assert fallen_back.agent_selector == 0  # an extra turn, for a tile that scored nothing


def test_its_swap_is_no_choice_and_looks_at_the_refilled_rack() -> None:
    """HX-11 asks the seat, and looks at what it holds before refilling."""
    lacking = "rr gg gg gg gg gg"  # no lowest colour is left but red, unless one is drawn
    swapped, kept = 0, 0
    for seed in range(30):
        peer = _peer()
        peer.random.seed(seed)
        peer.first_round = False
        agent = peer.agents[0]
        peer.p_tiles[agent] = [(NUMBERS[tile[0]], NUMBERS[tile[1]]) for tile in lacking.split()]
        peer.score[agent] = dict.fromkeys(ALL_COLORS, 5) | {NUMBERS["r"]: 2}
        peer.set_action_index(peer.action_map[_hex("f6"), _hex("g6"), 0])
        assert peer.agent_selector == 1  # nobody was asked
        gone = peer.p_tiles[agent][:5] != [(NUMBERS["g"], NUMBERS["g"])] * 5
        swapped, kept = swapped + gone, kept + (not gone)
        if not gone:  # it drew what forbids the swap
            assert NUMBERS["r"] in peer.p_tiles[agent][5]
    assert swapped > 0
    assert kept > 0
    match = position(hand=lacking, tracks=(2, 5, 5, 5, 5, 5))
    match.play("rr f6-g6")
    assert match.legal(0) == ["keep", "swap"]


def test_its_extra_turn_comes_after_the_refill_as_ours_does() -> None:
    """HX-12: what MOMAland's comments call a departure from the boxed game is our rule too."""
    peer = _laid("rg rr rr rr rr rr", 17, "e6 d6")
    assert peer.agent_selector == 0
    assert len(peer.p_tiles[peer.agents[0]]) == 6


def test_all_six_at_18_do_not_end_its_game() -> None:
    """HX-13 does."""
    peer = _laid("rg rr rr rr rr rr", 17, "e6 d6", others=18)
    assert set(peer.score[peer.agents[0]].values()) == {18}
    assert not peer.end_flag


def test_its_start_symbols_lie_on_the_corners_of_any_board() -> None:
    """HX-4 keeps them on those of the inner side 6."""
    peer = IngeniousBase(num_agents=3, board_size=7)
    peer.reset_game(seed=1)
    printed = {cell for cell in peer.board_hex if peer.board_array[Hex2ArrayLocation(cell, 7)] != 0}
    assert {max(abs(cell.q), abs(cell.r), abs(cell.s)) for cell in printed} == {6}
    ours = position(seats=3).view(None)["printed"]
    assert max(abs(ord(name[0]) - ord("g")) for name in ours) == 5
