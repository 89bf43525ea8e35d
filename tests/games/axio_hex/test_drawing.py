"""The drawing of the hexagonal table says all without colour."""

import pytest

import spielwerk as sw
from games.axio_hex.positions import fill, offered_swap, position, set_hand

# Each row lies half a cell further to the right than the one below it; letters stand where their
# slanting lines would go on.
FRESH = """\
                    a   b   c   d   e   f
              11  P   .   .   .   .   Y   g
            10  .   .   .   .   .   .   .   h
           9  .   .   .   .   .   .   .   .   i
         8  .   .   .   .   .   .   .   .   .   j
       7  .   .   .   .   .   .   .   .   .   .   k
     6  R   .   .   .   .   .   .   .   .   .   O
       5  .   .   .   .   .   .   .   .   .   .
         4  .   .   .   .   .   .   .   .   .
           3  .   .   .   .   .   .   .   .
             2  .   .   .   .   .   .   .
               1  G   .   .   .   .   B"""


def _rows(drawn: str) -> list[str]:
    return [line[:52].rstrip() for line in drawn.split("\n")[:12]]


def test_the_board_for_two() -> None:
    """HX-2, HX-3: start symbols are capitals."""
    assert _rows(str(sw.Match("axio_hex", seed=1))) == FRESH.split("\n")


@pytest.mark.parametrize(("seats", "rows"), [(2, 11), (3, 13), (4, 15)])
def test_larger_boards_have_more_rows(seats: int, rows: int) -> None:
    """HX-4"""
    lines = str(sw.Match("axio_hex", seats, seed=1)).split("\n")
    assert [line.split()[0] for line in lines[1 : rows + 1]] == [
        str(number) for number in range(rows, 0, -1)
    ]
    assert lines[0].split()[: seats + 4] == list("abcdefgh"[: seats + 4])
    assert sum(line.count(" . ") for line in lines) == {2: 91, 3: 127, 4: 169}[seats] - 6


def test_tiles_are_small_letters_and_the_last_one_is_bracketed() -> None:
    """HX-6"""
    match = position("g c9", hand="rb ro gy")
    match.play("br h8-i7")
    rows = _rows(str(match))
    assert rows[3].split() == ["9", ".", ".", "g", *".....", "i"]
    assert rows[4].split() == ["8", *".......", "[b]", ".", "j"]
    assert rows[5].split() == ["7", *"........", "[r]", ".", "k"]
    match._plies.clear()
    assert "[" not in str(match)


def test_a_swap_keeps_the_brackets() -> None:
    """HX-11: it is the last tile that is marked, not the last ply."""
    match = offered_swap()
    match.play("swap")
    assert str(match).count("[") == 2


def test_tracks_the_lowest_of_them_and_who_is_to_act() -> None:
    match = position(hand="rb", tracks=(3, 1, 4, 18, 5, 9))
    lines = str(match).split("\n")
    assert lines[0].split()[-7:] == ["r", "g", "b", "o", "y", "p", "lowest"]
    assert lines[1].split("> seat 0")[1].split() == ["3", "1", "4", "18", "5", "9", "1"]
    assert lines[2].split("  seat 1")[1].split() == ["0"] * 7
    assert "108 tiles in the bag" in lines[4]


def test_hands_are_drawn_as_they_are_seen() -> None:
    """HX-5"""
    for hands, seen in (("open", [0, 1]), ("hidden", [0])):
        match = position(hand="rb oy", hands=hands)
        set_hand(match, 1, "pp")
        drawn = str(match)  # for seat 0, which is to act
        assert "hand of seat 0:  r  b    o  y" in drawn
        assert ("hand of seat 1:  p  p" in drawn) == (1 in seen)
        spectator = match.game.display.draw(match.view(None)).plain
        assert spectator.count("hand of seat") == (2 if hands == "open" else 0)


def test_an_extra_turn_is_told() -> None:
    """HX-12"""
    match = position("b e6", hand="rb ro gy", tracks=(0, 0, 17, 0, 0, 0))
    assert "an extra turn" not in str(match)
    match.play("br f6-g6")
    assert "an extra turn" in str(match)


def test_ranks_are_drawn_at_the_end() -> None:
    """HX-13"""
    match = position("b e6", hand="rb ro gy", tracks=(5, 5, 5, 5, 5, 5))
    fill(match, keep=("f6", "g6"))
    assert "rank" not in str(match)
    match.play("br f6-g6")
    assert "rank 1" in str(match).split("\n")[1]
    assert "rank 2" in str(match).split("\n")[2]
    assert ">" not in str(match)
