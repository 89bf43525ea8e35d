"""AXIO's box and set-up: AX-1 to AX-5."""

from collections import Counter
from pathlib import Path

import pytest

import spielwerk as sw
from games.axio.positions import cell_at, points, position
from spielwerk.dominoes.layout import STRIDE
from spielwerk.dominoes.notation import cell_name
from spielwerk.games.axio import layout, parts
from spielwerk.games.axio.notation import AXIO
from spielwerk.rules.hidden import view as view_of


def test_board_is_13_by_13_with_columns_a_to_m_and_rows_from_the_bottom() -> None:
    """AX-1"""
    view = sw.Match("axio", seats=4, seed=1).view(None)
    assert view["area"] == ["a1", "m13"]
    names = [cell_name(cell) for cell in range(layout.CELLS) if _on_board(cell)]
    assert len(names) == len(set(names)) == 169
    assert cell_at("a2") - cell_at("a1") == layout.STEPS[2]  # one row up
    assert cell_at("b1") - cell_at("a1") == layout.STEPS[0]  # one column to the right
    assert AXIO.colours == "rgbop"


def _on_board(cell: int) -> bool:
    return 1 <= cell // STRIDE <= 13 and 1 <= cell % STRIDE <= 13


def test_five_printed_fields() -> None:
    """AX-2"""
    printed = {"g11": "r", "k7": "g", "g3": "b", "c7": "o", "g7": "p"}
    for seats in (1, 2, 3, 4):
        view = sw.Match("axio", seats=seats, seed=1).view(None)
        assert view["printed"] == view["board"] == printed


def test_100_tiles_and_20_pyramids() -> None:
    """AX-3"""
    tables = parts.load(None)
    tiles = dict(zip(AXIO.kinds, tables["tiles"][0].tolist(), strict=True))
    assert len(tiles) == 15
    assert all(n == (4 if kind[0] == kind[1] else 8) for kind, n in tiles.items())
    assert sum(tiles.values()) == 100
    assert tables["pyramids"][0] == 20
    state = sw.Match("axio", seats=4, seed=1).states[0]
    assert (state.bag + state.hand.sum(axis=0)).tolist() == list(tiles.values())
    assert state.in_bag == 80


@pytest.mark.parametrize(
    ("seats", "area"),
    [(1, ["c3", "k11"]), (2, ["c3", "k11"]), (3, ["b2", "l12"]), (4, ["a1", "m13"])],
)
def test_area_in_play(seats: int, area: list[str]) -> None:
    """AX-4"""
    match = sw.Match("axio", seats=seats, seed=1)
    assert match.view(None)["area"] == area
    side = ord(area[1][0]) - ord(area[0][0]) + 1
    free = sum(int(word).bit_count() for word in match.states["free"][0])
    assert free == side * side - 5
    match._position.states[0].opening = 0
    cells = {cell for move in match.legal(0) for cell in move.split(" ")[1].split("-")}
    assert min(cells, key=cell_at) == area[0]
    assert max(cells, key=cell_at) == area[1]


@pytest.mark.parametrize(("seats", "left", "right"), [(2, "c", "k"), (3, "b", "l"), (4, "a", "m")])
def test_the_areas_edge_is_the_boards_edge(seats: int, left: str, right: str) -> None:
    """AX-4: it closes cells in and ends runs."""
    second, third = chr(ord(left) + 1), chr(ord(left) + 2)
    match = position(f"g {left}6, r {second}5, b {second}4", hand="bo", seats=seats)
    assert points(match, f"ob {left}3-{left}4") == {"b": 2, "g": 1, "r": 1}  # closes {left}5
    row = " ".join(f"{chr(column)}5" for column in range(ord(third), ord(right) + 1))
    run = position(f"b {row}", hand="bo", seats=seats)
    assert points(run, f"ob {left}5-{second}5") == {"b": ord(right) - ord(third) + 1}


def test_every_seat_draws_five_tiles_that_only_it_sees() -> None:
    """AX-5"""
    match = sw.Match("axio", seats=3, seed=1)
    for viewer in range(3):
        view = match.view(viewer)
        assert [len(hand) if hand else None for hand in view["hands"]] == [
            5 if seat == viewer else None for seat in range(3)
        ]
        assert view["held"] == [5, 5, 5]
        assert view["tracks"] == [[0] * 5] * 3
        assert view["bag"] == 85
        seen = view_of(match.game.layout, match.states, 0, viewer)[0]
        assert seen.hand.sum(axis=1).tolist() == [5 * (seat == viewer) for seat in range(4)]
        assert not seen.bag.any()
    assert match.view(None)["hands"] == [None] * 3
    drawn = Counter(tile for hand in match.record()["setup"]["hands"] for tile in hand)
    assert drawn == Counter(tile for seat in range(3) for tile in match.view(seat)["hands"][seat])


def test_starting_seat_is_fixed_or_drawn_by_lot() -> None:
    """AX-5"""
    assert sw.Match("axio", seats=4, seed=1, first=2).to_act == (2,)
    firsts = Counter(
        sw.Match("axio", seats=4, seed=seed, first="lot").record()["setup"]["first"]
        for seed in range(60)
    )
    assert set(firsts) == {0, 1, 2, 3}
    with pytest.raises(sw.BadSetting, match="first seat must be 0 to 3"):
        sw.Match("axio", seats=4, first=4)


# A player's own parts

OWN = parts.OWN.read_text(encoding="utf-8")


def _edited(folder: Path, old: str, new: str) -> Path:
    assert old in OWN
    file = folder / "mine.toml"
    file.write_text(OWN.replace(old, new), encoding="utf-8")
    return file


def test_own_parts_are_played_with(tmp_path: Path) -> None:
    file = _edited(tmp_path, 'g7 = "p"', 'f8 = "p"')
    match = sw.Match("axio", seats=2, seed=1, parts=file)
    assert match.view(None)["printed"]["f8"] == "p"
    assert "g7" not in match.view(None)["printed"]
    assert sw.Match("axio", seats=2, seed=1).view(None)["printed"]["g7"] == "p"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("rg = 8", "rg = -1", 23, "whole number from 0 to 100"),
        ("rg = 8", "rg = 8.0", 23, "whole number"),
        ("rg = 8", "rg = true", 23, "whole number"),
        ("rg = 8", "rg = 101", 23, "whole number from 0 to 100"),
        ('k7 = "g"', 'l7 = "g"', 16, "'l7' is no cell of the central area"),
        ('g3 = "b"', 'g2 = "b"', 17, "'g2' is no cell of the central area"),
        ('c7 = "o"', 'b7 = "o"', 18, "'b7' is no cell of the central area"),
        ('g11 = "r"', 'g12 = "r"', 15, "'g12' is no cell of the central area"),
        ("[pyramids]  # AX-3\nnumber = 20\n", "", None, r"the table \[pyramids\] is missing"),
        ("rg = 8", "rx = 8", 23, "'rx' is not known here"),
        ("rg = 8\n", "", 21, "'rg' is missing"),
        ("rg = 8", "rg = 3", 21, "98 to 255 tiles are needed, not 95"),
        ("rg = 8", "rg = ", 23, "Invalid value"),
        ("rg = 8", "rr = 8", 23, "Cannot overwrite a value"),
        ('g7 = "p"', 'a1 = "p"', 19, "no cell of the central area"),
        ('g7 = "p"', 'g99 = "p"', 19, "no cell of the central area"),
        ('g7 = "p"', 'g7 = "x"', 19, "is no colour"),
        ('g7 = "p"', 'g7 = "op"', 19, "is no colour"),
        ('g7 = "p"', "g7 = 7", 19, "7 is no colour"),
        ("rg = 8\nrb = 8", "rg = 100\nrb = 100", 21, "98 to 255 tiles are needed, not 284"),
        ('g7 = "p"', 'g7 = "r"', 19, "red|printed twice"),
        ('g7 = "p"', 'g8 = "p"', 19, "less than 4 steps from g11"),
        ('g7 = "p"\n', "", 14, "5 printed fields are needed, not 4"),
        ("number = 20", "number = 21", 39, "whole number from 1 to 20"),
        ("[tiles]", "[[tiles]]", 21, r"the table \[tiles\] is missing"),
        ("number = 20", "number = " + "[" * 5000, None, "nested too deeply|Invalid|Unclosed"),
        ("[pyramids]", "[pyramid]", 38, "'pyramid' is not known here"),
    ],
)
def test_wrong_parts_are_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int | None, reason: str
) -> None:
    """AX-12 too: with fewer than 98 tiles a seat that has to place could be without one."""
    file = _edited(tmp_path, old, new)
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("axio", parts=file)
    if line is not None:
        assert refused.value.line == line
        assert f"{file}, line {line}: " in refused.value.reason


def test_a_kind_may_be_missing_from_a_box(tmp_path: Path) -> None:
    file = _edited(tmp_path, "rg = 8\nrb = 8", "rg = 0\nrb = 16")
    state = sw.Match("axio", seed=1, parts=file).states[0]
    assert (state.bag + state.hand.sum(axis=0)).tolist()[:3] == [4, 0, 16]


def test_98_tiles_are_enough(tmp_path: Path) -> None:
    """AX-12"""
    file = _edited(tmp_path, "rg = 8", "rg = 6")
    assert sw.Match("axio", seats=4, seed=1, parts=file).view(None)["bag"] == 78


def test_a_mark_that_some_editors_put_first_is_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    file.write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode())
    assert sw.Match("axio", seed=1, parts=file).view(0) == sw.Match("axio", seed=1).view(0)


def test_parts_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(sw.PartsError, match="No such file"):
        sw.Match("axio", parts=tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(sw.PartsError, match="not a text file"):
        sw.Match("axio", parts=tmp_path / "bytes.toml")
