"""A stone's points line by line: AN-20, AN-22 to AN-26."""

from pathlib import Path

from games.anubixx.positions import ARCH, PYRAMID, RELIEF, material, play, position, without
from spielwerk.games.anubixx import parts
from spielwerk.match.match import Match
from spielwerk.rules.lines import Line


def lines(match: Match, move: str) -> list[Line]:
    game, states, seat = match.game, match.states, match.to_act[0]
    return game.lines(states, 0, seat, game.read(states, 0, seat, move))


def test_a_stone_that_reaches_a_level_tells_its_points() -> None:
    """AN-23: a second stone of a level brings nothing more."""
    match = position("P12", dice="r")
    assert lines(match, "P11") == []
    assert lines(position(dice="r"), "P11") == [Line(("P11",), "pyramid", 1)]


def test_the_lower_pillar_tells_its_points() -> None:
    """AN-24: sheet A's third stones are blue."""
    match = position("AL1 AL2 AL3 AR1 AR2", dice="b")
    assert lines(match, "AR3") == [Line(("AR3",), "arch", 2)]


def test_a_pair_of_the_relief_tells_its_points() -> None:
    """AN-25: 4 for four fields, with the second stone of the pair."""
    match = position("a1 a2", dice="pb")
    assert lines(match, "b1") == []
    play(match, "b1")
    assert lines(match, "c1") == [Line(("b1", "c1"), "relief", 4)]


def test_a_bonus_is_told_with_all_fields_of_its_symbol() -> None:
    """AN-20: scarab on P11, P16 and P23; the last one earns it."""
    match = position("P11 P12 P13 P14 P23", dice="p")
    assert lines(match, "P16") == [Line(("P11", "P16", "P23"), "bonuses", 3)]


def test_a_bonus_is_told_however_many_fields_it_has(tmp_path: Path) -> None:
    """AN-5, AN-20: more than a line of anything else could name."""
    fields = f"{PYRAMID} {ARCH} {RELIEF}"
    others = ("P61", "P11", "P16", "P23", "AL4", "AT", "d1", "b1", "c2", "a3")
    snake = without(fields, *others).split()
    own = tmp_path / "own.toml"
    box = parts.OWN.read_text(encoding="utf-8")
    own.write_text(box.replace('snake = ["P42"]', f"snake = {snake}"), encoding="utf-8")
    match = position(without(fields, "AR5", "AT"), parts=own)
    assert lines(match, "AR5/j") == [
        Line(("AR5",), "arch", 3),
        Line(("j",), "jokers", -2),
        Line(tuple(snake), "bonuses", 3),
    ]


def test_what_is_paid_is_told() -> None:
    """AN-14, AN-26: quarry stones that are passed over are lost too, and a joker is worth 2."""
    match = position("P11")
    material(match, 0, struck=2, jokers=1)
    assert lines(match, "P12/q6") == [Line(("q3", "q4", "q5", "q6"), "quarry", -4)]
    assert lines(match, "P12/j") == [Line(("j",), "jokers", -2)]


def test_the_end_bonus_has_no_field() -> None:
    """AN-22: even `stop` brings it where it ends the game's last round."""
    match = position("", f"{ARCH} {RELIEF}")
    play(match, "stop")
    assert match.to_act == (1,)
    assert lines(match, "stop") == [Line((), "bonuses", 3)]
    assert match.preview("stop") == [0, 0, 0, 3, 0, 0]
    assert lines(position(), "stop") == []
