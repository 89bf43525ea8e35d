"""What is in the hexagonal box and on the table at the start: HX-1, HX-3 to HX-5."""

from collections import Counter
from pathlib import Path

import pytest

import spielwerk as sw
from games.axio_hex.positions import position
from spielwerk.games.axio_hex import parts
from spielwerk.games.axio_hex.layout import HEXAGONS


def test_120_tiles() -> None:
    """HX-1: six of each of 15 pairs of colours, five of each of 6 doubles."""
    tables = parts.load(None)
    tiles = dict(zip(HEXAGONS.kinds, tables["tiles"][0].tolist(), strict=True))
    assert Counter(tiles.values()) == {6: 15, 5: 6}
    assert all(n == (5 if kind[0] == kind[1] else 6) for kind, n in tiles.items())
    assert sum(tiles.values()) == 120
    state = sw.Match("axio_hex", seats=4, seed=1).states[0]
    assert (state.bag + state.hand.sum(axis=0)).tolist() == list(tiles.values())


def test_six_colours_in_their_order() -> None:
    """HX-1: r g b o y p, in tiles and on scoreboards."""
    assert HEXAGONS.kinds == [
        *("rr", "rg", "rb", "ro", "ry", "rp", "gg", "gb", "go", "gy", "gp"),
        *("bb", "bo", "by", "bp", "oo", "oy", "op", "yy", "yp", "pp"),
    ]
    assert sw.Match("axio_hex", seed=1).game.score_names(2) == ("r", "g", "b", "o", "y", "p")
    for colour in range(6):
        letter = "rgboyp"[colour]
        match = position(f"{letter} e6", hand=letter * 2)
        match.play(f"{letter * 2} f6-f7")
        assert match.scores(0) == [1 if other == colour else 0 for other in range(6)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_draws_six_tiles(seats: int) -> None:
    """HX-5"""
    match = sw.Match("axio_hex", seats, seed=1)
    view = match.view(None)
    assert view["held"] == [6] * seats
    assert view["bag"] == 120 - 6 * seats
    assert view["tracks"] == [[0] * 6] * seats
    dealt = match.record()["setup"]["hands"]
    assert [Counter(hand) for hand in dealt] == [Counter(hand) for hand in view["hands"]]


def test_starting_seat_is_fixed_or_drawn_by_lot() -> None:
    assert sw.Match("axio_hex", seats=4, seed=1, first=2).to_act == (2,)
    firsts = {
        sw.Match("axio_hex", seats=4, seed=seed, first="lot").record()["setup"]["first"]
        for seed in range(40)
    }
    assert firsts == {0, 1, 2, 3}
    with pytest.raises(sw.BadSetting, match="first seat must be 0 to 3"):
        sw.Match("axio_hex", seats=4, first=4)


# A player's own parts

OWN = parts.OWN.read_text(encoding="utf-8")


def _edited(folder: Path, old: str, new: str) -> Path:
    assert old in OWN
    file = folder / "mine.toml"
    file.write_text(OWN.replace(old, new), encoding="utf-8")
    return file


@pytest.mark.parametrize(("seats", "name"), [(2, "d6"), (3, "e7"), (4, "f8")])
def test_own_parts_are_played_with(tmp_path: Path, seats: int, name: str) -> None:
    """HX-3, HX-4: a start symbol moved on the board for two moves on the larger ones too."""
    file = _edited(tmp_path, 'a6 = "r"', 'd6 = "r"')
    printed = sw.Match("axio_hex", seats, seed=1, parts=file).view(None)["printed"]
    assert printed[name] == "r"
    assert len(printed) == 6
    box = sw.Match("axio_hex", seats, seed=1).view(None)["printed"]
    assert name not in box
    assert len(set(box) & set(printed)) == 5


def test_own_tiles_are_drawn(tmp_path: Path) -> None:
    """HX-1: a kind may be missing from a box, and another be more frequent."""
    file = _edited(tmp_path, "rg = 6\nrb = 6", "rg = 0\nrb = 12")
    state = sw.Match("axio_hex", seed=1, parts=file).states[0]
    assert (state.bag + state.hand.sum(axis=0)).tolist()[:4] == [5, 0, 12, 6]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("rg = 6", "rg = -1", 19, "rg must be a whole number from 0 to 100, not -1"),
        ("rg = 6", "rg = 101", 19, "whole number from 0 to 100"),
        ("rg = 6", "rg = 6.0", 19, "whole number"),
        ("rg = 6", "rg = true", 19, "whole number"),
        ("rg = 6", "rx = 6", 19, "'rx' is not known here"),
        ("rg = 6", "gr = 6", 19, "'gr' is not known here"),
        ("rg = 6\n", "", 17, "'rg' is missing"),
        ("rg = 6\nrb = 6", "rg = 0\nrb = 2", 17, "111 to 255 tiles are needed, not 110"),
        ("rg = 6\nrb = 6", "rg = 100\nrb = 48", 17, "111 to 255 tiles are needed, not 256"),
        ("rg = 6", "rg = ", 19, "Invalid value"),
        ('a6 = "r"', 'a5 = "r"', 10, "'a5' is no cell of the board for two"),
        ('k6 = "o"', 'l6 = "o"', 13, "'l6' is no cell of the board for two"),
        ('k6 = "o"', 'k7 = "o"', 13, "'k7' is no cell of the board for two"),
        ('f1 = "g"', 'f0 = "g"', 11, "'f0' is no cell of the board for two"),
        ('f11 = "y"', 'f12 = "y"', 14, "'f12' is no cell of the board for two"),
        ('f11 = "y"', 'F11 = "y"', 14, "'F11' is no cell of the board for two"),
        ('a6 = "r"', 'a6 = "x"', 10, "'x' is no colour"),
        ('a6 = "r"', 'a6 = "rg"', 10, "'rg' is no colour"),
        ('a6 = "r"', 'a6 = ""', 10, "'' is no colour"),
        ('a6 = "r"', "a6 = 7", 10, "7 is no colour"),
        ('a11 = "p"', 'a11 = "r"', 15, "the colour r is printed twice"),
        ('a11 = "p"', 'c11 = "p"', 15, "c11 is less than 4 steps from f11"),
        ('a11 = "p"', 'a9 = "p"', 15, "a9 is less than 4 steps from a6"),
        ('a11 = "p"', 'e9 = "p"', 15, "e9 is less than 4 steps from f11"),
        ('a11 = "p"', 'i8 = "p"', 15, "i8 is less than 4 steps from"),
        ('a11 = "p"\n', "", 9, "6 printed fields are needed, not 5"),
        ("[tiles]", "[[tiles]]", 17, r"the table \[tiles\] is missing"),
        ("[printed]", "[start]", 9, "'start' is not known here"),
        ("[printed]", "[pyramids]\nnumber = 20\n[printed]", 9, "'pyramids' is not known here"),
    ],
)
def test_wrong_parts_are_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """HX-1 to HX-4: steps between start symbols are those of hexagons (HX-2)."""
    file = _edited(tmp_path, old, new)
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("axio_hex", parts=file)
    assert refused.value.line == line
    assert f"{file}, line {line}: " in refused.value.reason


def test_steps_between_start_symbols_are_counted_on_hexagons(tmp_path: Path) -> None:
    """HX-2: from f11 two letters and two numbers down are four steps, though no line."""
    file = _edited(tmp_path, 'a11 = "p"', 'd9 = "p"')
    assert sw.Match("axio_hex", seed=1, parts=file).view(None)["printed"]["d9"] == "p"


def test_111_tiles_are_enough(tmp_path: Path) -> None:
    """HX-10, HX-11: 81 fit on the largest board, 24 are in hands, and a swap draws six."""
    file = _edited(tmp_path, "rg = 6\nrb = 6", "rg = 0\nrb = 3")
    assert sw.Match("axio_hex", seats=4, seed=1, parts=file).view(None)["bag"] == 111 - 24


def test_parts_as_in_the_box_are_no_own_parts(tmp_path: Path) -> None:
    file = _edited(tmp_path, "[tiles]", "\n[tiles]")
    assert "parts" not in sw.Match("axio_hex", seed=1, parts=file).record()
    assert sw.Match("axio_hex", seed=1, parts=file).view(0) == sw.Match("axio_hex", seed=1).view(0)
