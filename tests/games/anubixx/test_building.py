"""Which stones may be crossed in pyramid and arch, and how a turn goes: AN-8, AN-10 to AN-12."""

import pytest

from games.anubixx.positions import (
    ARCH,
    LEFT,
    LEVELS,
    PYRAMID,
    RELIEF,
    RIGHT,
    fields,
    material,
    play,
    position,
    refusal,
    sheet,
    without,
)

GROUND = set(LEVELS[0].split())
HIGHER = " ".join(LEVELS[1:]).split()


def below(field: str) -> list[str]:
    """The two stones that one of a higher level rests on."""
    level, place = int(field[1]), int(field[2])
    return [f"P{level - 1}{place}", f"P{level - 1}{place + 1}"]


# A turn


def test_two_stones_end_the_turn_by_themselves() -> None:
    """AN-8"""
    match = position(dice="rbg")
    match.play("P11")
    assert match.to_act == (0,)
    match.play("P12")
    assert match.to_act == (1,)


def test_one_stone_and_stop() -> None:
    """AN-8"""
    match = play(position(dice="rbg"), "P11 stop")
    assert match.to_act == (1,)
    assert sheet(match, 0)["crossed"] == ["P11"]


def test_building_nothing_is_always_allowed() -> None:
    """AN-8, AN-12: whatever could be built."""
    match = play(position(dice="rbg"), "stop")
    assert match.to_act == (1,)
    assert sheet(match, 0)["crossed"] == []
    assert match.scores(0) == [0, 0, 0, 0, 12, 4]


@pytest.mark.parametrize("seat", [0, 1])
def test_stop_is_a_ply_even_if_nothing_else_can_be_done(seat: int) -> None:
    """AN-8"""
    match = position(sheets="ABC")
    material(match, seat, struck=12)
    play(match, "stop " * seat)
    assert match.legal(seat) == ["stop"]
    match.play("stop")
    assert match.plies[-1].legal == 1
    assert len(match.plies) == seat + 1


def test_stop_after_the_first_stone_is_a_ply_too_if_nothing_else_can_be_done() -> None:
    """AN-8"""
    match = position(dice="r")
    material(match, 0, struck=12)
    match.play("P11")
    assert match.to_act == (0,)
    assert match.legal(0) == ["stop"]


def test_a_turn_begins_with_none_of_the_last_seats_stones() -> None:
    """AN-8: the second seat, too, may cross two."""
    match = play(position(dice="rgb"), "P11 stop")
    match.play("P11")
    assert match.to_act == (1,)
    assert not match.plies[-1].reveals  # the round goes on
    match.play("P14")
    assert match.plies[-1].reveals


# The pyramid


def test_level_1_can_be_crossed_any_time_and_nothing_else_of_the_pyramid() -> None:
    """AN-10"""
    match = position()
    assert {name for name in fields(match) if name[0] == "P"} == GROUND
    finished = position(without(PYRAMID, "P16", "P25", "P34", "P43", "P52", "P61"))
    assert {name for name in fields(finished) if name[0] == "P"} == {"P16"}


@pytest.mark.parametrize("field", HIGHER)
def test_a_stone_rests_on_two(field: str) -> None:
    """AN-10"""
    left, right = below(field)
    both = fields(position(f"{left} {right}"))
    assert {name for name in both if name[0] == "P"} - GROUND == {field}


@pytest.mark.parametrize("field", HIGHER)
def test_one_stone_below_is_not_enough(field: str) -> None:
    """AN-10: even if everything else lies there."""
    for missing in below(field):
        match = position(without(PYRAMID, missing, field))
        assert field not in fields(match)
        assert refusal(match, f"{field}/j").code == "no_support"


def test_stones_of_one_level_do_not_carry_those_beside() -> None:
    """AN-10: a level's last stone and the next level's first are no pair."""
    match = position(f"{LEVELS[0]} P21 P25")
    assert {name for name in fields(match) if name[0] == "P"} == {"P22", "P23", "P24"}


def test_the_second_stone_may_rest_on_the_first() -> None:
    """AN-10"""
    match = position("P11", dice="bby")
    assert "P21" not in fields(match)
    match.play("P12")
    match.play("P21")
    assert sheet(match, 0)["crossed"] == ["P11", "P12", "P21"]


def test_a_crossed_stone_is_not_crossed_again() -> None:
    """AN-10"""
    match = position("P11 P12 P21", dice="rry")
    assert not {"P11", "P12", "P21"} & fields(match)
    assert refusal(match, "P11").code == "already_crossed"


# The arch


def test_each_pillar_starts_at_the_bottom() -> None:
    """AN-11"""
    match = position()
    assert {name for name in fields(match) if name[0] == "A"} == {"AL1", "AR1"}
    assert refusal(match, "AL2/j").code == "no_support"


@pytest.mark.parametrize("left", range(6))
@pytest.mark.parametrize("right", range(6))
def test_pillars_rise_each_at_its_own_pace(left: int, right: int) -> None:
    """AN-11: and the closing stone needs both at full height."""
    crossed = LEFT.split()[:left] + RIGHT.split()[:right]
    expected = {f"AL{left + 1}"} if left < 5 else set()
    expected |= {f"AR{right + 1}"} if right < 5 else set()
    expected = expected or {"AT"}
    arch = {name for name in fields(position(" ".join(crossed))) if name[0] == "A"}
    assert arch == expected


def test_the_closing_stone_is_crossed_once() -> None:
    """AN-11"""
    match = position(ARCH)
    assert not {name for name in fields(match) if name[0] == "A"}
    assert refusal(match, "AT/j").code == "already_crossed"


def test_the_second_stone_may_close_the_arch_on_the_first() -> None:
    """AN-11"""
    match = position(without(ARCH, "AR5", "AT"), dice="gyy")
    play(match, "AR5 AT")
    assert sheet(match, 0)["crossed"] == ARCH.split()


# Both


@pytest.mark.parametrize("moves", ["P11 AL1", "AL1 P11", "AL1 AR1", "AL1 AL2", "P11 P15"])
def test_two_stones_may_be_split_between_pyramid_and_arch(moves: str) -> None:
    """AN-12"""
    match = play(position(dice="roor", sheets="ABC"), moves)
    assert set(sheet(match, 0)["crossed"]) == set(moves.split())
    assert match.to_act == (1,)


def test_after_the_first_stone_pyramid_and_arch_stay_open_to_the_second() -> None:
    """AN-12"""
    for first in ("P11", "AL1"):
        match = play(position(dice="roo"), first)
        arch = {"AL2", "AR1"} if first == "AL1" else {"AL1", "AR1"}
        assert fields(match) == (GROUND | arch) - {first}
        assert "stop" in match.legal(0)


def test_a_seat_builds_on_its_own_sheet_alone() -> None:
    """AN-8, AN-10"""
    match = position("P11 P12", "AL1 a1 b1", dice="gyo")
    play(match, "stop")
    assert {name for name in fields(match) if name[0] in "PA"} == GROUND | {"AL2", "AR1"}
    assert {name for name in fields(match) if name[0] in "abcd"} == set(RELIEF.split()[2:])
    match.play("P11")
    assert sheet(match, 0)["crossed"] == ["P11", "P12"]
    assert sheet(match, 1)["crossed"] == ["P11", "AL1", "a1", "b1"]
