"""AXIO rota's notation: one way to write a move, and reasons where it is written otherwise."""

import pytest

import spielwerk as sw
from games.axio_rota.positions import along, cells_of, position
from spielwerk.games import find
from spielwerk.games.axio_rota.notation import KINDS, tile_as_it_lies, turned


def test_every_tile_has_one_spelling_in_each_of_four_ways() -> None:
    """RO-1, RO-2: clockwise from the top left; 30 full tiles and 60 with an empty corner."""
    assert len(KINDS) == len(set(KINDS)) == 30 + 60
    lying = {turned(kind, turns): (kind, turns) for kind in range(90) for turns in range(4)}
    assert len(lying) == 4 * 90
    for spelt, lies in lying.items():
        assert tile_as_it_lies(spelt) == lies
    assert [turned(KINDS.index("rgob"), turns) for turns in range(4)] == [
        "rgob",
        "brgo",
        "obrg",
        "gobr",
    ]


def test_a_tile_is_spelt_from_its_empty_corner_or_its_first_colour_on() -> None:
    """RO-2"""
    for kind in KINDS:
        assert min(kind, key="_rgbop".index) == kind[0]


@pytest.mark.parametrize("hand", ["robg", "_rgb"])
@pytest.mark.parametrize(
    "display", ["rgop", "gbop rbpo / rgop rgbp", "gbop . rbpo / rgop rgbp rgbo"]
)
def test_every_legal_action_is_read_as_it_is_written(hand: str, display: str) -> None:
    """RO-7, RO-10"""
    match = position(display, hand=hand)
    game, states = match.game, match.states
    actions = game.legal(states, 0, 0).tolist()
    written = [game.write(states, 0, 0, action) for action in actions]
    assert len(set(written)) == len(written)
    assert [game.read(states, 0, 0, move) for move in written] == actions
    assert match.legal(0) == sorted(written)
    assert all(0 <= action < game.actions for action in actions)


def test_examples_of_moves() -> None:
    """RO-10: a colour behind the tile, cells below and left of the square with a minus."""
    match = position(hand="_rgb")
    moves = match.legal(0)
    assert {"2,0:rgb_=o", "-1,1:_rgb", "0,-1:b_rg=p", "1,2:b_rg"} <= set(moves)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "move",
    [
        "",
        "2,0",
        "robg",
        "2,0:",
        "2,0 robg",
        "2,0: robg",
        "2, 0:robg",
        " 2,0:robg",
        "2,0:robg ",
        "2,0:robg\n",
        "2.0:robg",
        "2;0:robg",
        "2,0,1:robg",
        "2:0,robg",
        "(2,0):robg",
        "+2,0:robg",
        "02,0:robg",
        "2,00:robg",
        "2,-0:robg",
        "-0,2:robg",
        "--1,0:robg",
        "2,0:ROBG",
        "2,0:rob",
        "2,0:robgp",
        "2,0:robx",
        "2,0:roby",
        "2,0:rrbg",  # a colour twice
        "2,0:_rb_",  # two empty corners
        "2,0:rob ",
        "2,0:robg=",
        "2,0:robg=x",
        "2,0:robg=_",
        "2,0:robg=R",
        "2,0:robg=rg",
        "2,0:robg =r",
        "2,0:robg=r=r",
        "٢,0:robg",
        "²,0:robg",
        "−1,0:robg",  # a minus that is no hyphen
        "1000,0:robg",
        "2,-1000:robg",
        "9" * 5000 + ",0:robg",
    ],
)
def test_any_other_spelling_is_refused(move: str) -> None:
    match = position(hand="robg")
    with pytest.raises(sw.IllegalMove, match="is no move; write one like '2,0:gb_r=o'") as refused:
        match.play(move)
    assert refused.value.code == "malformed"
    assert len(str(refused.value)) < 200


def test_what_is_no_text_is_refused() -> None:
    match = position(hand="robg")
    for move in (None, 7, b"2,0:robg", ["2,0:robg"]):
        with pytest.raises(sw.IllegalMove) as refused:
            match.play(move)  # type: ignore[arg-type]
        assert refused.value.code == "malformed"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("9,9:rgbp=x", "malformed"),
        ("0,0:rgbo=r", "not_in_hand"),
        ("0,0:robg=r", "cell_not_free"),
        ("9,9:robg=r", "not_beside"),
        ("999,-999:robg", "not_beside"),
        ("2,0:robg=r", "nothing_to_name"),
    ],
)
def test_the_first_thing_wrong_is_told(move: str, code: str) -> None:
    match = position(hand="robg")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play(move)
    assert refused.value.code == code


def test_a_seat_without_a_tile_has_none_in_hand() -> None:
    """RO-11: not even the first of all tiles, whose number an empty hand keeps."""
    match = position(hand="robg", stacks=0)
    match.play("2,0:robg")
    with pytest.raises(sw.IllegalMove) as refused:
        match.game.read(match.states, 0, 0, f"3,0:{KINDS[0]}")
    assert refused.value.code == "not_in_hand"


def test_a_place_is_only_told_beside_the_display() -> None:
    """RO-7: an action stands for a cell, of which only tiles beside it tell the place."""
    match = sw.Match("axio_rota", seed=1)
    far = 10 * 64 * 24
    move = match.game.write(match.states, 0, 0, far)
    with pytest.raises(sw.IllegalMove) as refused:
        match.game.read(match.states, 0, 0, move)
    assert refused.value.code == "cell_not_free"


def test_no_seat_has_more_moves_than_a_game_promises() -> None:
    """RO-7, RO-10: 59 tiles in a line leave most cells free beside them."""
    match = position(along([(x, 0) for x in range(59)], "_rgb"), hand="_rgb", seats=1)
    assert len(cells_of(match.legal(0))) == 2 * 59 + 2
    assert len(match.legal(0)) <= find("axio_rota").most_legal
