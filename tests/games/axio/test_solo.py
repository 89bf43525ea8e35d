"""AXIO alone: AX-19 and AX-20."""

import spielwerk as sw
from games.axio.positions import cell_at, fill, position
from spielwerk.dominoes.notation import cell_name
from spielwerk.games.axio import layout
from spielwerk.match.match import Match


def _solo(board: str, hand: str, **tracks: int) -> Match:
    start = [tracks.get(colour, 0) for colour in "rgbop"]
    return position(board, hand=hand, seats=1, tracks=start)


def test_one_tile_is_drawn_and_placed_at_a_time() -> None:
    """AX-19"""
    match = sw.Match("axio", seats=1, seed=5)
    assert match.view(0)["held"] == [1]
    assert match.view(0)["area"] == ["c3", "k11"]
    for _ in range(5):
        match.play(match.legal(0)[0])
        assert match.to_act == (0,)
        assert match.view(0)["held"] == [1]
        assert len(match.plies[-1].reveals["drew"]) == 1


def test_no_swap() -> None:
    """AX-19"""
    match = _solo("", "rb", r=5, g=5, b=5, o=2, p=5)
    match.play("rb d4-d5")
    assert match.legal(0) != ["keep", "swap"]
    assert match.view(0)["held"] == [1]


def test_no_bonus_turn() -> None:
    """AX-19"""
    match = _solo("b e5", "rb", b=17)
    match.play("br f5-g5")
    assert match.view(0)["bonus_turns"] == 0
    assert len(match.plies[-1].reveals["drew"]) == 1


def test_reaching_18_lapses_the_rest_and_goes_on_with_a_second_board() -> None:
    """AX-20"""
    match = _solo("b e5 d5 f6", "rb", b=17)
    match.play("br f5-g5")
    assert match.scores(0)[2] == 18
    on_second = _solo("b e5 d5 f6", "rb", b=18)
    on_second.play("br f5-g5")
    assert on_second.scores(0)[2] == 21


def test_the_second_board_ends_at_36() -> None:
    """AX-20"""
    match = _solo("b e5 d5 f6", "rb", b=35)
    match.play("br f5-g5")
    assert match.scores(0)[2] == 36


def test_halves_of_a_double_count_in_the_order_that_gives_more() -> None:
    """AX-20: at 16 a half of 4 and one of 1: 4 first (to 18), then 1 (to 19), not 17 then 18."""
    for first_half, second_half in (("b e5 d5 c5 f6", "b h5"), ("b e5", "b h5 i5 j5 g6")):
        match = _solo(f"{first_half}, {second_half}", "bb", b=16)
        match.play("bb f5-g5")
        assert match.scores(0)[2] == 19
    # At 17 a half of 3 and one of 1: the smaller one first, to 18, and then 3 more.
    for first_half, second_half in (("b e5 d5 c5", "b h5"), ("b e5", "b h5 i5 j5")):
        match = _solo(f"{first_half}, {second_half}", "bb", b=17)
        match.play("bb f5-g5")
        assert match.scores(0)[2] == 21


def test_halves_of_other_tiles_keep_their_points() -> None:
    """AX-20"""
    match = _solo("b e5, r h5 i5 g6 j5", "rb", b=16)
    match.play("br f5-g5")
    assert match.scores(0) == [4, 0, 17, 0, 0]


def test_cells_around_a_tile_are_looked_at_by_letter_and_number() -> None:
    """AX-20"""
    for around in layout.AROUND:
        names = [cell_name(cell_at("f9") + step) for step in around.tolist()]
        assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))
        assert len(set(names)) == 6


def test_pyramids_count_after_the_halves_each_colour_as_one_event() -> None:
    """AX-20: green 17 meets a pyramid with three green neighbours: 18, the rest lapses."""
    match = _solo("g e6 d5 e4", "bp", g=17)
    match.play("bp f5-g5")
    assert match.scores(0)[1] == 18


def test_pyramids_count_by_cell() -> None:
    """AX-20: e5 (one green) before h5 (three green): 17 becomes 18, then 21."""
    match = _solo("g e6, r d5, o e4, g h6 i5 h4", "bp", g=17)
    match.play("bp f5-g5")
    assert match.scores(0)[1] == 21
    # e6 (three green) before g5 (one green), by letter first: 18, then 19; by number it were 21.
    match = _solo("g e7 d6 e5 h5, r g6, o g4", "bp", g=17)
    match.play("bp f5-f6")
    assert match.scores(0)[1] == 19


def test_later_events_of_the_same_placement_count_on() -> None:
    """AX-20: the blue half reaches 18, the pyramid's blue neighbour counts on the second board."""
    match = _solo("b f6 f7, g e6 d5 e4", "bp", b=17)
    match.play("bp f5-g5")
    assert match.scores(0)[2] == 19


def test_all_five_at_36_end_the_game() -> None:
    """AX-20"""
    match = _solo("b e5", "rb", r=36, g=36, b=35, o=36, p=36)
    match.play("br f5-g5")
    assert match.over
    assert match.ranks == [1]
    going_on = _solo("b e5", "rb", r=36, g=36, b=17, o=36, p=36)
    going_on.play("br f5-g5")
    assert not going_on.over


def test_the_last_placement_reveals_nothing() -> None:
    """AX-17, AX-19"""
    match = _solo("", "rb")
    fill(match, keep=("f5", "g5"))
    match.play("rb f5-g5")
    assert match.over
    assert match.plies[-1].reveals == {}
