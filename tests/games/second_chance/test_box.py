"""What is in Second Chance's box: SC-1 to SC-3, and a player's own parts."""

from pathlib import Path

import pytest

import spielwerk as sw
from games.second_chance.positions import ALL, cells, dealt, position
from spielwerk.games.second_chance import parts
from spielwerk.games.second_chance.layout import CARDS
from spielwerk.games.second_chance.notation import card_names

# The pictures of the rule page, rows set apart by /.
TWICE = {
    "1A": "X",
    "2A": "XX",
    "3A": "XXX",
    "3B": "X./XX",
    "4A": "XXXX",
    "4B": "XX/XX",
    "4C": "X./X./XX",
    "4D": "XXX/.X.",
    "4E": ".XX/XX.",
}
ONCE = {
    "5A": ".XX/XX./.X.",
    "5B": "XXXXX",
    "5C": "X./X./X./XX",
    "5D": ".X/.X/XX/X.",
    "5E": "XX/XX/X.",
    "5F": "XXX/.X./.X.",
    "5G": "X.X/XXX",
    "5H": "X../X../XXX",
    "5I": "X../XX./.XX",
    "5J": ".X./XXX/.X.",
    "5K": ".X/XX/.X/.X",
    "5L": "XX./.X./.XX",
    "6A": "XXX/XXX",
    "6B": "X..X/XXXX",
    "6C": "XXX/.X./.X./.X.",
    "6D": "X../XX./XXX",
    "6E": ".X../XXXX/.X..",
    "6F": "X../XX./.XX/..X",
    "7A": "X.X/XXX/X.X",
    "7B": ".X./XXX/XXX",
    "7C": "X.X/X.X/XXX",
    "7D": "X.../X.../X.../XXXX",
}
START = {
    "8A": "XXX/X.X/X.X/X..",
    "8B": "X.X/XXX/X.X/X..",
    "8C": ".XX./XXXX/.XX.",
    "8D": "XXXX/X..X/X..X",
    "8E": "XX../.XX./..XX/...X/...X",
    "8F": ".X.../XXXXX/.X.../.X...",
    "8G": "XXX/.X./.X./XXX",
    "8H": "X.../X.../XX../XXXX",
    "8I": ".XX/XX./XX./.XX",
    "8J": "X.X/XXX/.X./.XX",
    "8K": "..X../..X../XXXXX/..X..",
    "8L": "XX./XXX/.XX/..X",
    "8M": "XXXXX/X..../X..../X....",
}


def test_a_grid_is_9_by_9_with_columns_a_to_i_and_rows_from_the_bottom() -> None:
    """SC-1"""
    match = position(ALL, ALL, cards="1A 2A")
    ones = [move for move in match.legal(0) if move.startswith("1A")]
    assert ones == [f"1A:{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
    dominoes = [move for move in match.legal(0) if move.startswith("2A")]
    assert len(dominoes) == 2 * 9 * 8
    assert "2A:i8,i9" in dominoes
    match.play("1A:b1", 0)
    rows = str(match).splitlines()[1:11]
    assert [row[0] for row in rows[:9]] == list("987654321")
    assert rows[8].split()[:10] == ["1", ".", "a", *"......."]
    assert rows[9].split()[:9] == list("abcdefghi")


def test_the_centre_is_e5() -> None:
    """SC-1"""
    match = dealt("8C")
    assert all("e5" in cells(move) for move in match.legal(0))
    row = str(match).splitlines()[5].split()
    assert row == ["5", *"....o...."]


def test_40_cards_of_1_to_7_cells_and_13_different_start_cards_of_8() -> None:
    """SC-2"""
    tables = sw.Match("second_chance", seed=1).game.tables
    names = card_names(tables)
    copies = dict(zip(names, tables["copies"][0].tolist(), strict=False))
    assert {name: n for name, n in copies.items() if n == 2}.keys() == TWICE.keys()
    assert {name: n for name, n in copies.items() if n == 1}.keys() == ONCE.keys()
    assert sum(copies.values()) == 40
    assert {name[0] for name in copies if copies[name]} == set("1234567")
    assert names[CARDS:] == list(START)


@pytest.mark.parametrize(("card", "picture"), (TWICE | ONCE | START).items())
def test_every_card_has_the_shape_of_the_page(card: str, picture: str) -> None:
    """SC-3: the name is the size and a letter."""
    match = sw.Match("second_chance", seed=1)
    assert picture.count("X") == int(card[0])
    assert _drawn(match, card) == picture


def _drawn(match: sw.Match, card: str) -> str:
    """The shape as the cards beside the grids show it."""
    view = match.view(None) | {"phase": "draw", "cards": [card], "own": [None, None]}
    lines = match.game.display.draw(view).plain.splitlines()
    rows = lines[lines.index(card.ljust(len(lines[-2]))) + 1 : -1]
    width = max(len(row.rstrip()) for row in rows)
    return "/".join(row[:width].replace(" ", ".") for row in rows)


# A player's own parts

OWN = parts.OWN.read_text(encoding="utf-8")


def _edited(folder: Path, old: str, new: str) -> Path:
    assert old in OWN
    file = folder / "mine.toml"
    file.write_text(OWN.replace(old, new), encoding="utf-8")
    return file


def test_own_parts_are_played_with(tmp_path: Path) -> None:
    """A ring for the 8C: it leaves the game's own parts alone, and the record tells of it."""
    file = _edited(tmp_path, '8C = ".XX./XXXX/.XX."', '8R = "XXX/X.X/XXX"')
    record = dealt("8A").record() | {"setup": {"start": ["8R"]}}
    match = sw.replay(record, parts=file)
    assert len(match.legal(0)) == 8  # a ring looks the same from all sides
    assert "8R:c3,c4,c5,d3,d5,e3,e4,e5" in match.legal(0)
    with pytest.raises(sw.RecordError, match="'8R' is not a start card"):
        sw.replay(record)
    with pytest.raises(sw.RecordError, match="played with other parts"):
        sw.replay(match.record())
    assert sw.replay(match.record(), parts=file).legal(0) == match.legal(0)


def test_a_card_may_have_other_copies_or_more_shapes(tmp_path: Path) -> None:
    """SC-2: there are still 40 in all."""
    new = '1A = { shape = "X", copies = 1 }\n6Z = { shape = "XXXXXX", copies = 1 }'
    file = _edited(tmp_path, '1A = { shape = "X", copies = 2 }', new)
    match = sw.Match("second_chance", seed=1, parts=file)
    assert match.view(None)["deck"] == 40
    assert match.states["deck"][0, :3].tolist() == [1, 2, 2]
    assert "6Z" in card_names(match.game.tables)


def test_the_order_of_cards_in_the_file_decides_nothing(tmp_path: Path) -> None:
    """SC-2: the same box, the same draws, the same records."""
    old, new = (f"{ONE_A}\n{TWO_A}\n", f"{TWO_A}\n{ONE_A}\n")
    file = _edited(tmp_path, old, new)
    assert sw.Match("second_chance", seed=1, parts=file).game.parts is None


ONE_A = '1A = { shape = "X", copies = 2 }'
TWO_A = '2A = { shape = "XX", copies = 2 }'


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (ONE_A, "1A = 2", 14, "'1A': write it like"),
        (ONE_A, '1A = { shape = "X" }', 14, "'1A': write it like"),
        (ONE_A, '1A = { shape = "X", copies = 2, colour = 1 }', 14, "'1A': write it like"),
        (ONE_A, '1A = { shape = "X", copies = 0 }', 14, "there must be 1 to 40 copies, not 0"),
        (ONE_A, '1A = { shape = "X", copies = 41 }', 14, "1 to 40 copies, not 41"),
        (ONE_A, '1A = { shape = "X", copies = true }', 14, "1 to 40 copies, not True"),
        (ONE_A, '1A = { shape = "X", copies = 2.0 }', 14, "1 to 40 copies"),
        (ONE_A, '1A = { shape = "X", copies = 1 }', 13, "40 cards are needed, not 39"),
        (ONE_A, '1A = { shape = "X", copies = 3 }', 13, "40 cards are needed, not 41"),
        (ONE_A, '1A = { shape = "x", copies = 2 }', 14, "'1A': 'x' is no shape"),
        (ONE_A, '1A = { shape = "", copies = 2 }', 14, "'' is no shape"),
        (ONE_A, '1A = { shape = "X/", copies = 2 }', 14, "is no shape"),
        (ONE_A, "1A = { shape = 1, copies = 2 }", 14, "1 is no shape"),
        (ONE_A, '1A = { shape = ".", copies = 2 }', 14, "'1A': the cells must be connected"),
        (ONE_A, '2B = { shape = "X.X", copies = 2 }', 14, "'2B': the cells must be connected"),
        (ONE_A, '2B = { shape = "X./.X", copies = 2 }', 14, "connected edge to edge"),
        (ONE_A, '1A = { shape = "X.........", copies = 2 }', 14, "within the grid"),
        (ONE_A, '4Z = { shape = "XX/XXX", copies = 2 }', 14, "'4Z': all rows .* equally long"),
        (ONE_A, '8Z = { shape = "XXXXXXXX", copies = 2 }', 14, "'8Z': it has 8 cells, not 1 to 7"),
        (ONE_A, '2Z = { shape = "X", copies = 2 }', 14, "'2Z': .* size and a letter, like 1A"),
        (ONE_A, '1a = { shape = "X", copies = 2 }', 14, "'1a': .* size and a letter, like 1A"),
        (ONE_A, '1 = { shape = "X", copies = 2 }', 14, "size and a letter"),
        (ONE_A, '3Z = { shape = "XX/.X", copies = 2 }', 14, "'3Z': .* the same shape as 3B"),
        (ONE_A, f"{ONE_A}\n{ONE_A}", 15, "Cannot overwrite a value"),
        ('8C = ".XX./XXXX/.XX."\n', "", 46, "13 start cards are needed, not 12"),
        ("[start]", '[start]\n8N = "XXXXXXXX"', 46, "13 start cards are needed, not 14"),
        (".XX./XXXX/.XX.", ".XX./XXXX/.X..", 49, "'8C': it has 7 cells, not 8"),
        (".XX./XXXX/.XX.", "XXX/X.X/X.X/X..", 49, "'8C': this is the same shape as 8A"),
        (".XX./XXXX/.XX.", "X../X.X/X.X/XXX", 49, "'8C': this is the same shape as 8A"),
        ('8C = ".XX./XXXX/.XX."', "8C = 8", 49, "'8C': 8 is no shape"),
        ("[start]", "[starts]", 46, "'starts' is not known here"),
        ("[cards]", "[[cards]]", 13, r"the table \[cards\] is missing"),
    ],
)
def test_wrong_parts_are_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """SC-2, SC-3"""
    file = _edited(tmp_path, old, new)
    with pytest.raises(sw.PartsError, match=reason) as refused:
        sw.Match("second_chance", parts=file)
    assert refused.value.line == line
    assert f"{file}, line {line}: " in refused.value.reason


def test_at_most_40_shapes_are_possible(tmp_path: Path) -> None:
    """SC-2: one card each."""
    more = "".join(f'1{letter} = {{ shape = "X", copies = 1 }}\n' for letter in "BCDEFGHIJK")
    file = _edited(tmp_path, ONE_A, f"{more}{ONE_A}")
    with pytest.raises(sw.PartsError, match="at most 40 different cards") as refused:
        sw.Match("second_chance", parts=file)
    assert refused.value.line == 13
