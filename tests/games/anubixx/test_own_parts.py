"""Anubixx with a player's own parts, and what no parts can be: AN-3 to AN-5, AN-23 to AN-25."""

from pathlib import Path

import pytest

import spielwerk as sw
from games.anubixx.positions import LEVELS, cross, material, play, position, sheet, ways
from spielwerk.games.anubixx import parts
from spielwerk.match.match import Match

OWN = parts.OWN.read_text(encoding="utf-8")


def edited(folder: Path, old: str, new: str) -> Path:
    """A parts file of one's own, in which the first `old` is `new`."""
    assert old in OWN
    file = folder / "mine.toml"
    file.write_text(OWN.replace(old, new, 1), encoding="utf-8")
    return file


def with_parts(folder: Path, old: str, new: str) -> Match:
    return position(parts=edited(folder, old, new))


def test_own_stones_are_played_with(tmp_path: Path) -> None:
    """AN-4"""
    match = with_parts(tmp_path, 'pyramid = ["rbygop"', 'pyramid = ["ybygop"')
    assert sheet(match, 0)["stones"]["P11"] == "y"
    assert ways(match, "P11") == ["j", "q4", "q9"]
    assert sheet(position(), 0)["stones"]["P11"] == "r"


def test_pillars_may_differ(tmp_path: Path) -> None:
    """AN-3"""
    match = with_parts(tmp_path, 'right = "orbpg"', 'right = "gpbro"')
    stones = sheet(match, 0)["stones"]
    assert "".join(stones[f"AL{level}"] for level in range(1, 6)) == "orbpg"
    assert "".join(stones[f"AR{level}"] for level in range(1, 6)) == "gpbro"


def test_own_relief_and_closing_stone(tmp_path: Path) -> None:
    """AN-3"""
    match = with_parts(
        tmp_path, 'closing = "y"\nrelief = ["rgby"', 'closing = "b"\nrelief = ["pppp"'
    )
    stones = sheet(match, 0)["stones"]
    assert stones["AT"] == "b"
    assert {stones[name] for name in ("a3", "b3", "c3", "d3")} == {"p"}
    assert stones["a2"] == "y"


@pytest.mark.parametrize("quarry", ["r", "pogyrbopygbrgggr"])
def test_a_quarry_has_1_to_16_stones(tmp_path: Path, quarry: str) -> None:
    """AN-3"""
    match = with_parts(tmp_path, 'quarry = "pogyrbopygbr"', f'quarry = "{quarry}"')
    n = len(quarry)
    assert sheet(match, 0)["quarry"] == quarry
    assert match.scores(0)[4] == n
    match.play(f"P11/q{n}")
    assert match.scores(0)[4] == 0
    assert match.scores(1)[4] == 12


def test_a_short_quarry_has_no_more_stones_than_that(tmp_path: Path) -> None:
    """AN-13"""
    match = with_parts(tmp_path, 'quarry = "pogyrbopygbr"', 'quarry = "pr"')
    material(match, 0)
    assert match.legal(0) == ["P11/q2", "P16/q1", "c2/q1", "stop"]


def test_own_symbols(tmp_path: Path) -> None:
    """AN-5: a kind may have any number of fields, in any building."""
    match = with_parts(tmp_path, 'snake = ["P42"]', 'snake = ["P12", "AL1"]')
    assert match.view(None)["symbols"]["snake"] == ["P12", "AL1"]
    match.play("P12/j")
    assert sheet(match, 0)["bonuses"] == []
    match.play("AL1/j")
    assert sheet(match, 0)["bonuses"] == ["snake"]


@pytest.mark.parametrize(
    ("old", "new", "crossed", "points"),
    [
        ("pyramid = [1, ", "pyramid = [2, ", LEVELS[0], [2, 0, 0]),
        ("15, 21]", "15, 100]", " ".join(LEVELS), [100, 0, 0]),
        ("arch = [0, ", "arch = [3, ", "AL1 AR1", [0, 3, 0]),
        ("relief = [0, ", "relief = [1, ", "a1 b1", [0, 0, 1]),
    ],
)
def test_own_points(tmp_path: Path, old: str, new: str, crossed: str, points: list[int]) -> None:
    """AN-23 to AN-25"""
    match = with_parts(tmp_path, old, new)
    assert match.scores(0)[:3] == [0, 0, 0]
    cross(match, 0, crossed)
    assert match.scores(0)[:3] == points


def test_a_game_with_own_parts_is_replayed_with_them(tmp_path: Path) -> None:
    file = edited(tmp_path, 'pyramid = ["rbygop"', 'pyramid = ["ybygop"')
    match = play(sw.Match("anubixx", 3, seed=2, parts=file), "stop " * 4)
    record = match.record(trace=True)
    assert sw.replay(record, parts=file).states.tobytes() == match.states.tobytes()
    with pytest.raises(sw.RecordError) as refused:
        sw.replay(record)
    assert refused.value.code == "other_parts"


PYRAMID_A = 'pyramid = ["rbygop", "ygrpb", "opyg", "rbo", "gp", "y"]'
QUARRY_A = 'quarry = "pogyrbopygbr"'
RELIEF_A = 'relief = ["rgby", "yopr", "gpbo"]'


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        # The file as a whole
        ("[F]", "[G]", 71, "'G' is not known here"),
        ("[symbols]", "[symbol]", 17, "'symbol' is not known here"),
        (OWN[OWN.index("[F]") :], "", None, r"the table \[F\] is missing"),
        ("[A]", "[[A]]", 31, r"the table \[A\] is missing"),
        ('left = "orbpg"\n', "", 31, "'left' is missing"),
        ('left = "orbpg"', 'middle = "orbpg"', 33, "'middle' is not known here"),
        ('left = "orbpg"', "left = ", 33, "Invalid value"),
        # Stones
        (PYRAMID_A, 'pyramid = "rbygop"', 32, "pyramid must be a list of 6 rows"),
        (PYRAMID_A, 'pyramid = ["rbygop", "ygrpb"]', 32, "pyramid must be a list of 6 rows"),
        ('"rbo", "gp", "y"]', '"rbo", "gp", "y", "y"]', 32, "pyramid must be a list of 6 rows"),
        ('"ygrpb"', '"ygrp"', 32, "'ygrp' must be 5 long, not 4"),
        ('"ygrpb"', '"ygrpbb"', 32, "'ygrpbb' must be 5 long, not 6"),
        ('"ygrpb"', '"ygrpx"', 32, "'ygrpx' is no row of colours"),
        ('"ygrpb"', '"YGRPB"', 32, "is no row of colours"),
        ('"ygrpb"', "5", 32, "5 is no row of colours"),
        ('"rbygop", "ygrpb"', '"......", "y..pb"', 32, "pyramid: 8 stones have no colour yet"),
        ('left = "orbpg"', 'left = "orb.g"', 33, "left: 1 stones have no colour yet"),
        ('left = "orbpg"', 'left = "orbp"', 33, "'orbp' must be 5 long, not 4"),
        ('right = "orbpg"', 'right = "orbpgy"', 34, "'orbpgy' must be 5 long, not 6"),
        ('right = "orbpg"', 'right = ["o", "r", "b", "p", "g"]', 34, "is no row of colours"),
        ('closing = "y"', 'closing = ""', 35, "'' must be 1 long, not 0"),
        ('closing = "y"', 'closing = "yy"', 35, "'yy' must be 1 long, not 2"),
        (RELIEF_A, 'relief = ["rgby", "yopr"]', 36, "relief must be a list of 3 rows"),
        (RELIEF_A, 'relief = ["rgb", "yopr", "gpbo"]', 36, "'rgb' must be 4 long, not 3"),
        (QUARRY_A, 'quarry = ""', 37, "a quarry has 1 to 16 stones, not 0"),
        (QUARRY_A, f'quarry = "{"r" * 17}"', 37, "a quarry has 1 to 16 stones, not 17"),
        (QUARRY_A, "quarry = 12", 37, "12 is no row of colours"),
        (QUARRY_A, 'quarry = "rgw"', 37, "'rgw' is no row of colours"),
        ('closing = "o"', 'closing = "x"', 43, "'x' is no row of colours"),
        # Symbols
        ('snake = ["P42"]', "snake = []", 18, "snake: name the fields that show it"),
        ('snake = ["P42"]', 'snake = "P42"', 18, "snake: name the fields that show it"),
        ('snake = ["P42"]', 'snake = ["P44"]', 18, "snake: 'P44' is no field"),
        ('snake = ["P42"]', "snake = [42]", 18, "snake: 42 is no field"),
        ('snake = ["P42"]', 'snake = [["P42"]]', 18, r"snake: \['P42'\] is no field"),
        ('eye = ["P61"]', 'eye = ["P42"]', 19, "eye: P42 already shows the snake"),
        ('"P16", "P23"]', '"P16", "P16"]', 20, "scarab: P16 already shows the scarab"),
        ('ankh = ["AL4"]\n', "", 17, "'ankh' is missing"),
        ('cat = ["d1"]', 'dog = ["d1"]', 23, "'dog' is not known here"),
        # Points
        ("15, 21]", "15]", 27, "pyramid must be 6 numbers from 0 to 100"),
        ("15, 21]", "15, 21, 28]", 27, "pyramid must be 6 numbers from 0 to 100"),
        ("15, 21]", "15, 14]", 27, "none below the one before"),
        ("15, 21]", "15, 101]", 27, "pyramid must be 6 numbers from 0 to 100"),
        ("15, 21]", "15, 21.0]", 27, "pyramid must be 6 numbers"),
        ("pyramid = [1, ", "pyramid = [true, ", 27, "pyramid must be 6 numbers"),
        ("pyramid = [1, ", "pyramid = [-1, ", 27, "pyramid must be 6 numbers from 0"),
        ("arch = [0, 4, 6, 8, 11, 15]", "arch = 15", 28, "arch must be 6 numbers"),
        ("relief = [0, 4, ", "relief = [0, ", 29, "relief must be 6 numbers"),
        ("arch = [0, 4, 6, 8, 11, 15]  #", "arch_points = [0]  #", 28, "is not known here"),
    ],
)
def test_wrong_parts_are_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int | None, reason: str
) -> None:
    """AN-3 to AN-5, AN-23 to AN-25"""
    file = edited(tmp_path, old, new)
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("anubixx", parts=file)
    assert refused.value.line == line
    if line is not None:
        assert f"{file}, line {line}: " in refused.value.reason
