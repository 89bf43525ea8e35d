"""Observations: everything that a seat sees, and nothing else."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from games.driving import EVERY_TABLE, every_table, finished, moments
from spielwerk.envs import plies
from spielwerk.games import find, names
from spielwerk.games.anubixx import layout as anubixx_layout
from spielwerk.games.axio.notation import AXIO
from spielwerk.games.axio_rota import places as rota_places
from spielwerk.games.second_chance.notation import card_names
from spielwerk.match.match import Match
from spielwerk.rules import batch
from spielwerk.rules.hidden import Imagination, view
from spielwerk.rules.observation import Bytes, Observation
from spielwerk.rules.state import Layout, Sight, States

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"
HIDDEN_HANDS = [("axio_hex", seats, {"hands": "hidden"}) for seats in (2, 3, 4)]
PER_SEAT = {
    "active",
    "crossed",
    "earned",
    "first",
    "grids",
    "held",
    "jokers",
    "lacks",
    "ones",
    "out",
    "owes",
    "own",
    "scores",
    "sheet",
    "stack",
    "struck",
    "to_act",
    "tracks",
    "waiting",
}
TABLES: list[tuple[str, int, dict[str, str]]] = [
    (name, seats, {}) for name, seats in EVERY_TABLE
] + HIDDEN_HANDS


def seen(match: Match, seat: int) -> dict[str, Bytes]:
    known = Observation(match.game)
    return known.split(known.observe(match.states, 0, seat))


# For every game


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_a_seat_cannot_see_changes_nothing(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = Match(name, seats, 5, **options)  # type: ignore[arg-type]
    known = Observation(match.game)
    stream = np.array([9], np.uint64)
    for _ in moments(match, 5, 0.5, share=0.3):
        for seat in range(seats):
            truth = known.observe(match.states, 0, seat)
            states = match.states
            Imagination(match.game.layout, match.game.tables, seat).deal(states, 0, stream)
            assert (known.observe(states, 0, seat) == truth).all()
            granted = view(match.game.layout, match.states, 0, seat)
            assert (known.observe(granted, 0, seat) == truth).all()


def test_a_kernel_that_peeps_is_caught() -> None:
    """Control: shows that the test above can fail, because resampling changes what is hidden."""
    match = Match("axio", 2, 5)
    states = match.states
    Imagination(match.game.layout, match.game.tables, 0).deal(states, 0, np.array([9], np.uint64))
    assert (states["hand"][0, 1] != match.states["hand"][0, 1]).any()
    known = Observation(match.game)
    assert (known.observe(states, 0, 1) != known.observe(match.states, 0, 1)).any()


@pytest.mark.parametrize("greed", [0.0, 1.0])
@every_table
def test_no_value_is_higher_than_said(name: str, seats: int, greed: float) -> None:
    match = Match(name, seats, 11, first="lot")
    known = Observation(match.game)
    for _ in moments(match, 11, greed, share=0.5):
        for seat in range(seats):
            assert (known.observe(match.states, 0, seat) <= known.high).all()
    for seat in range(seats):
        assert (known.observe(match.states, 0, seat) <= known.high).all()
        assert not known.split(known.observe(match.states, 0, seat))["to_act"].any()


@every_table
def test_seats_are_counted_from_the_one_that_looks(name: str, seats: int) -> None:
    match = Match(name, seats, 4)
    for _ in moments(match, 4, 0.5, share=0.3):
        for seat in range(seats):
            fields = seen(match, seat)
            order = [(seat + k) % seats for k in range(seats)]
            expected = [int(other in match.to_act) for other in order]
            assert fields["to_act"][:seats].tolist() == expected
            assert np.flatnonzero(fields["seats"]).tolist() == [seats - 1]
            for field in PER_SEAT & set(fields):
                assert not fields[field][seats:].any(), field


@every_table
def test_different_positions_look_different(name: str, seats: int) -> None:
    """Over a game, no two moments look the same to the seat to act."""
    match = Match(name, seats, 4)
    known = Observation(match.game)
    rows = [known.observe(match.states, 0, match.to_act[0]).tobytes() for _ in moments(match, 4, 0)]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("name", names())
def test_an_observation_is_written_over_what_was_there(name: str) -> None:
    game = find(name)
    known = Observation(game)
    s = batch.position(game, game.seats[-1], 3, 5)
    clean = known.observe(s, 0, 0)
    row = np.full(known.size, 255, np.uint8)
    plies.look(game.tables, s, 0, 0, row)
    assert (row == clean).all()


@pytest.mark.parametrize("name", names())
def test_fields_are_views_that_cover_the_row(name: str) -> None:
    known = Observation(find(name))
    rows = np.zeros((3, known.size), np.uint8)
    for field in known.split(rows).values():
        field[...] += 1
    assert (rows == 1).all()
    assert known.high.shape == (known.size,)


def test_a_game_that_nobody_has_described_shows_what_is_granted() -> None:
    axio: Any = type(find("axio"))
    fields = {name: field for name, field in axio.layout.fields.items() if name != "filler"}

    class Undescribed(axio):  # type: ignore[misc]
        layout = Layout("undescribed", **fields)
        kernels = axio.kernels._replace(observe=None)
        features = ()

    game = Undescribed()
    known = Observation(game)
    s = game.layout.empty(2)
    s.view(np.uint8)[:] = np.arange(s.nbytes) % 251
    for i, seat in ((0, 0), (1, 3)):
        row = np.full(known.size, 255, np.uint8)
        plies.look(game.tables, s, i, seat, row)
        seen = known.split(row)
        assert np.flatnonzero(seen.pop("viewer")).tolist() == [seat]
        assert seen.keys() < fields.keys()
        for name, field in seen.items():
            owned = fields[name].sight is Sight.OWNER
            granted = s[name][i, seat] if owned else s[name][i]
            assert field.tobytes() == granted.tobytes(), name
        assert {fields[name].sight for name in fields.keys() - seen.keys()} == {Sight.SECRET}
        assert (known.observe(s, i, seat) == row).all()


# The docs


@pytest.mark.parametrize("name", names())
def test_the_page_tells_what_the_code_does(name: str) -> None:
    known = Observation(find(name))
    told = re.search(rf"`{name}`, (\d+) bytes\n\n(.*?)\n(\n|$)", PAGE.read_text(), re.DOTALL)
    assert told is not None
    assert int(told[1]) == known.size
    assert told[2] == known.table()


def test_the_pages_example_runs() -> None:
    for example in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(example, {})  # noqa: S102


# Compiled and plain


def rows_of_all_games() -> str:
    """Return a line for each game's smallest and largest table: some moments, seen by all seats."""
    lines = []
    for name, seats in [(name, find(name).seats[end]) for name in names() for end in (0, -1)]:
        game = find(name)
        known = Observation(game)
        rows = [
            known.observe(batch.position(game, seats, 5, plies), 0, seat)
            for plies in (0, 3, 9)
            for seat in range(seats)
        ]
        lines.append(f"{name} {seats} {np.concatenate(rows).tobytes().hex()}")
    return "\n".join(lines)


@pytest.mark.compiled
def test_compiled_and_plain_observations_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, __file__],
        env=os.environ
        | {
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path]),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == rows_of_all_games()


# Positions checked by hand


def axio_cell(name: str) -> tuple[int, int]:
    """Return a cell's row and column in a plane."""
    cell = AXIO.cells[name]
    return cell // 16 - 1, cell % 16 - 1


def ones(plane: Bytes) -> set[tuple[int, ...]]:
    return {tuple(map(int, place)) for place in np.argwhere(plane)}


def test_axio() -> None:
    setup = {"hands": [["rb", "rb", "gg", "op", "rp"], ["rr", "gp", "bo", "bp", "op"]], "first": 1}
    plies = [{"seat": 1, "move": "op g8-g9", "reveals": {"drew": ["gg"]}}]
    record = {"format": "spielwerk/1", "game": "axio", "seats": 2, "options": {}, "setup": setup,
              "plies": plies, "result": None}  # fmt: skip
    fields = seen(sw.replay(record), 0)
    printed = {"g11": 0, "k7": 1, "g3": 2, "c7": 3, "g7": 4}
    shown = {(colour, *axio_cell(name)) for name, colour in printed.items()}
    shown |= {(3, *axio_cell("g8")), (4, *axio_cell("g9"))}
    assert ones(fields["board"]) == shown
    assert fields["outside"].sum() == 169 - 81
    assert fields["empty"].sum() == fields["free"].sum() == 81 - 7
    assert fields["outside"][0, 0] == 1
    assert fields["outside"][axio_cell("c3")] == 0
    assert ones(fields["fresh"]) == {axio_cell(name) for name in printed if name != "g7"}
    hand = dict.fromkeys(AXIO.kinds, 0) | {"rb": 2, "gg": 1, "op": 1, "rp": 1}
    assert fields["hand"].tolist() == list(hand.values())
    unseen = [4 if kind[0] == kind[1] else 8 for kind in AXIO.kinds]
    unseen[AXIO.kinds.index("op")] -= 1  # which lies
    expected = [n - own for n, own in zip(unseen, hand.values(), strict=True)]
    assert fields["unseen"].tolist() == expected
    assert fields["held"].tolist() == [5, 5, 0, 0]
    assert fields["to_act"].tolist() == [1, 0, 0, 0]
    assert fields["first"].tolist() == [0, 1, 0, 0]
    assert fields["opening"].tolist() == [1]
    assert fields["in_bag"].tolist() == [89]
    assert fields["swap"].tolist() == fields["bonus"].tolist() == [0]
    assert fields["tracks"][1].tolist() == [0, 0, 0, 0, 0]
    assert fields["tracks"][0].tolist() == [0, 0, 0, 0, 0]


def axio_alone(board: dict[str, int]) -> States:
    """Return a table for one with these symbols, and everything else empty."""
    game = find("axio")
    s = batch.position(game, 1, 1, 0)
    for name, colour in board.items():
        cell = AXIO.cells[name]
        s["board"][0, cell] = colour
        s["free"][0, cell >> 6] &= ~np.uint64(1 << (cell & 63))
    return s


def test_axio_a_pyramids_cell_is_empty_but_not_free() -> None:
    s = axio_alone({})
    cell = AXIO.cells["d4"]
    s["free"][0, cell >> 6] &= ~np.uint64(1 << (cell & 63))
    known = Observation(find("axio"))
    fields = known.split(known.observe(s, 0, 0))
    assert ones(fields["empty"] - fields["free"]) == {axio_cell("d4")}


def test_axio_what_a_shown_hand_and_an_offered_swap_tell() -> None:
    game = find("axio")
    s = batch.position(game, 3, 1, 4)
    s["shown"][0, 2], s["phase"][0] = 1, 2
    s["lacks"][0, 1] = 0b101
    known = Observation(game)
    fields = known.split(known.observe(s, 0, 2))
    assert fields["swap"].tolist() == [1]
    assert ones(fields["shown"]) == {(2,)}
    assert ones(fields["lacks"]) == {(2, 0), (2, 2)}  # seat 1 comes after 2 and 0


def test_hexagons_open_and_hidden_hands() -> None:
    lying = Match("axio_hex", 3, 2)
    fields = seen(lying, 1)
    hands = lying.states["hand"][0]
    assert fields["hand"].tolist() == hands[1].tolist()
    assert fields["others"].tolist() == [hands[2].tolist(), hands[0].tolist(), [0] * 21]
    assert fields["unseen"].tolist() == lying.states["bag"][0].tolist()  # all hands are in sight
    hidden = seen(Match("axio_hex", 3, 2, hands="hidden"), 1)
    assert "others" not in hidden
    assert hidden["unseen"].sum() == 120 - 6
    start = {"a6": 0, "f1": 1, "k1": 2, "k6": 3, "f11": 4, "a11": 5}
    expected = set()
    for name, colour in start.items():
        cell = lying.game.notation.names["cell"].read(name)
        assert cell is not None
        expected.add((colour, cell // 16, cell % 16))  # one letter and number on, of 3 seats' board
    assert ones(fields["board"]) == expected
    assert ones(fields["fresh"]) == {(row, column) for _, row, column in expected}
    assert fields["empty"].sum() == 127 - 6
    assert fields["outside"].sum() == 225 - 127


def test_rota() -> None:
    setup = {
        "start": {"0,0": "b_rg", "1,0": "_gbr", "0,1": "rgbo", "1,1": "rgo_"},
        "hands": ["_brg", "gbop"],
        "first": 0,
    }
    record = {"format": "spielwerk/1", "game": "axio_rota", "seats": 2, "options": {},
              "setup": setup, "plies": [], "result": None}  # fmt: skip
    match = sw.replay(record)
    fields = seen(match, 0)
    # 0 no tile, 1-5 r g b o p, 6 empty; corners clockwise from the top left
    assert fields["quarters"][:, 0, 0].tolist() == [3, 6, 1, 2]
    assert fields["quarters"][:, 0, 1].tolist() == [6, 2, 3, 1]
    assert fields["quarters"][:, 1, 0].tolist() == [1, 2, 3, 4]
    assert fields["quarters"][:, 1, 1].tolist() == [1, 2, 4, 6]
    assert np.count_nonzero(fields["quarters"]) == 16
    around = {(-1, 0), (-1, 1), (2, 0), (2, 1), (0, -1), (1, -1), (0, 2), (1, 2)}
    cells = {divmod(rota_places.cell_at(x, y), 64) for x, y in around}
    assert ones(fields["beside"]) == cells
    assert ones(fields["hand"]) == {(0, 5), (1, 2), (2, 0), (3, 1)}
    assert fields["unseen"].sum() == 60 - 4 - 1
    assert fields["stack"].tolist() == [11, 11, 0, 0]
    assert fields["supply"].tolist() == [32]
    assert fields["lying"].tolist() == [4]
    assert fields["held"].tolist() == [1, 1, 0, 0]


def test_second_chance() -> None:
    record = {"format": "spielwerk/1", "game": "second_chance", "seats": 2, "options": {},
              "setup": {"start": ["8C", "8M"]}, "plies": [], "result": None}  # fmt: skip
    match = sw.replay(record)
    fields = seen(match, 1)
    shapes = card_names(match.game.tables)
    assert ones(fields["own"]) == {(0, shapes.index("8M")), (1, shapes.index("8C"))}
    assert ones(fields["own_shape"]) == {(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (2, 0), (1, 0),
                                         (0, 0)}  # fmt: skip
    assert not fields["grids"].any()
    assert fields["phase"].tolist() == [1, 0, 0]
    assert fields["to_act"].tolist() == [1, 1, 0, 0, 0, 0]
    assert fields["unseen"].tolist() == match.game.tables["copies"][0].tolist()
    assert fields["in_deck"].tolist() == [40]
    match = Match("second_chance", 2, 1)
    for seat in (0, 1):
        match.play(match.legal(seat)[0], seat)
    fields = seen(match, 0)
    cards = match.view(0)["cards"]
    assert ones(fields["cards"]) == {(k, shapes.index(card)) for k, card in enumerate(cards)}
    for k, card in enumerate(cards):
        rows = match.game.display.shape_rows(card)[::-1]  # type: ignore[attr-defined]
        drawn = {(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "X"}
        assert ones(fields["shapes"][k]) == drawn
    for seat, grid in enumerate(match.view(0)["grids"]):
        assert ones(fields["grids"][seat]) == {
            (int(c[1]) - 1, "abcdefghi".index(c[0])) for c in grid
        }
    assert fields["phase"].tolist() == [0, 1, 0]
    assert fields["unseen"].sum() == 38


def test_second_chance_alone_counts_the_series() -> None:
    match = Match("second_chance", 1, 3)
    for _ in moments(match, 3, 0.0):
        fields = seen(match, 0)
        view_of_it = match.view(0)
        assert np.flatnonzero(fields["game"]).tolist() == [view_of_it["game_number"] - 1]
        assert int(fields["free_before"][0]) == match.scores(0)[1]


def test_anubixx() -> None:
    setup = {"sheets": ["C", "A"], "first": 1, "dice": "rrg"}
    record = {"format": "spielwerk/1", "game": "anubixx", "seats": 2, "options": {}, "setup": setup,
              "plies": [{"seat": 1, "move": "P11"}], "result": None}  # fmt: skip
    match = sw.replay(record)
    fields = seen(match, 1)
    fields_of = anubixx_layout.NAMES
    assert ones(fields["crossed"]) == {(0, fields_of.index("P11"))}
    assert ones(seen(match, 0)["crossed"]) == {(1, fields_of.index("P11"))}
    assert ones(fields["sheet"]) == {(0, 0), (1, 2)}  # A, C
    level_1 = [int(np.flatnonzero(fields["colours"][:, k])[0]) for k in range(6)]
    assert level_1 == ["rgbyop".index(colour) for colour in "rbygop"]  # AN-4
    assert fields["quarry"].sum() == 12
    assert np.flatnonzero(fields["quarry"][:, 0]).tolist() == ["rgbyop".index("p")]
    assert fields["dice"].tolist() == [1, 1, 0, 0, 0, 0]
    assert fields["scores"][0].tolist() == [1, 0, 0, 0, 12, 4]
    assert fields["scores"][1].tolist() == [0, 0, 0, 0, 12, 4]
    assert fields["jokers"].tolist() == [2, 2, 0, 0, 0]
    assert fields["built"].tolist() == fields["busy"].tolist() == [1]
    assert fields["active"].tolist() == fields["to_act"].tolist() == [1, 0, 0, 0, 0]
    assert not fields["pair"].any()


def test_anubixx_at_the_end() -> None:
    match = finished("anubixx", 3, 1, 1.0)
    fields = seen(match, 2)
    for k, seat in enumerate((2, 0, 1)):
        assert fields["scores"][k].tolist() == match.scores(seat)
    bonuses = [sum(row) for row in fields["earned"].tolist()]
    assert [3 * n for n in bonuses[:3]] == [match.scores(seat)[3] for seat in (2, 0, 1)]


if __name__ == "__main__":
    sys.stdout.write(rows_of_all_games())
