"""The drawing of the display says all without colour."""

import spielwerk as sw
from games.axio_rota.positions import dealt, position

SQUARE = """\
        -1      0       1       2
  2             .       .
\n\
  1     .     g  b    r  b      .
              p  o    o  p
  0     .     r  g    r  g      .
              p  o    p  b
 -1             .       .
"""


def _display(drawn: str) -> list[str]:
    return [line[:37].rstrip() for line in drawn.split("\n")[:8]]


def test_the_square() -> None:
    """RO-4, RO-7: corners where they lie, a dot where a tile may be laid, x and y beside it."""
    assert _display(str(sw.replay(dealt("robg", "rgob")))) == SQUARE.rstrip("\n").split("\n")


def test_empty_corners_are_shown() -> None:
    """RO-1, RO-4"""
    match = sw.replay(dealt("robg", square="rg_b rgb_ / o_rb _gbo"))
    rows = _display(str(match))
    assert [row.split() for row in rows[3:7]] == [
        ["1", ".", "r", "g", "r", "g", "."],
        ["b", "_", "_", "b"],
        ["0", ".", "o", "_", "_", "g", "."],
        ["b", "r", "o", "b"],
    ]


def test_the_tile_laid_last_stands_in_brackets() -> None:
    """RO-7"""
    match = position("rgop", hand="robg")
    assert "[" not in str(match)
    match.play("1,0:bgro")
    lines = str(match).split("\n")
    assert "r  g   [b][g]" in lines[3]
    assert "p  o   [o][r]" in lines[4]
    match.play("-1,0:" + match.view(1)["hands"][1])
    assert str(match).count("[") == 4
    assert "[b][g]" not in str(match)


def test_the_drawing_grows_with_the_display() -> None:
    """RO-7: down and to the left as well."""
    match = position("rgop", hand="robg")
    match.play("0,-1:robg")
    lines = str(match).split("\n")
    assert lines[0].split()[:3] == ["-1", "0", "1"]
    assert [line.split()[0] for line in lines[1:9:2]] == ["1", "0", "-1", "-2"]


def test_tracks_the_lowest_of_them_and_who_is_to_act() -> None:
    """RO-3, RO-17"""
    lines = str(position(hand="robg", tracks=(3, 1, 4, 12, 5))).split("\n")
    assert lines[0].split()[-6:] == ["r", "g", "b", "o", "p", "lowest"]
    assert lines[1].split("> seat 0")[1].split() == ["3", "1", "4", "12", "5", "1"]
    assert lines[2].split("  seat 1")[1].split() == ["0"] * 6


def test_supply_and_stacks() -> None:
    """RO-5"""
    drawn = str(sw.Match("axio_rota", 3, seed=1))
    assert "20 tiles in the supply" in drawn
    assert "stacks: 11, 11, 11" in drawn


def test_only_the_viewers_tile_is_drawn() -> None:
    """RO-5"""
    match = sw.replay(dealt("robg", "_rgo"))
    for viewer, tile in ((0, "robg"), (1, "_rgo")):
        drawn = match.game.display.draw(match.view(viewer)).plain
        assert f"hand of seat {viewer}:  {'  '.join(tile)}   {tile}" in drawn
        assert drawn.count("hand of seat") == 1
    assert "hand of seat" not in match.game.display.draw(match.view(None)).plain


def test_bonus_turns_to_come_are_told() -> None:
    """RO-13"""
    match = position("gbrp bgpo / orbp .", hand="rgob", tracks=(10, 0, 11, 0, 0))
    assert "bonus" not in str(match)
    match.play("1,0:rgob")
    assert "1 more bonus turn" in str(match)
    match.play(match.legal(0)[0])
    assert "bonus" not in str(match)


def test_ranks_are_drawn_at_the_end() -> None:
    """RO-14, RO-16"""
    match = position("gbro gobr / grbo .", hand="rogp", tracks=(9, 12, 12, 12, 12))
    assert "rank" not in str(match)
    match.play("1,0:rogp")
    lines = str(match).split("\n")
    assert "rank 1" in lines[1]
    assert "rank 2" in lines[2]
    assert ">" not in str(match)
    assert "hand of seat" not in str(match)
