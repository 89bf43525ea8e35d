"""How rounds go: who rolls, who builds, and where the dice are, AN-17 to AN-19."""

import pytest

import spielwerk as sw
from games.anubixx.positions import play, position, refusal, roll, sheet, ways


def middle(match: sw.Match) -> str:
    return str(match.view(None)["dice"])


def test_the_originals_three_builders() -> None:
    """AN-9, AN-13, AN-16 to AN-18: Clemens, Florian and Simon with red, green and twice blue."""
    match = position(sheets="ABF", dice="rgbb")
    clemens, florian, simon = 0, 1, 2
    match.play("P12", clemens)  # a blue stone
    assert middle(match) == "rgb"
    match.play("P14", clemens)  # a green one
    assert middle(match) == "rb"
    match.play("c1/q6", florian)  # a yellow one in the relief, from his quarry
    match.play("c2", florian)  # the red one above it, by the die
    assert middle(match) == "rb"  # which is back in the middle
    match.play("AL1/j", simon)  # a yellow one in the arch, by a joker
    match.play("P14", simon)  # and a red one in the pyramid, by the same die
    crossed = [sheet(match, seat)["crossed"] for seat in range(3)]
    assert crossed == [["P12", "P14"], ["c1", "c2"], ["P14", "AL1"]]
    assert [match.scores(seat)[4:] for seat in range(3)] == [[12, 6], [6, 6], [12, 4]]
    assert "dice" in match.plies[-1].reveals
    assert match.to_act == (florian,)


def test_the_active_seats_dice_are_out_for_the_round() -> None:
    """AN-17: for every other seat."""
    match = play(position(sheets="ABC", dice="rrg"), "P11 stop")
    assert middle(match) == "rg"
    play(match, "stop")
    assert middle(match) == "rg"


def test_who_needs_the_active_seats_die_pays_otherwise() -> None:
    """AN-17"""
    match = play(position(dice="r"), "P11 stop")
    assert ways(match, "P16") == ["j", "q1", "q8"]
    assert refusal(match, "P16").code == "no_die"  # red on sheet B


def test_the_others_return_their_dice_after_their_turns() -> None:
    """AN-18: after the turn, not during it."""
    match = play(position(sheets="ABC", dice="gpry"), "stop")
    match.play("P11")  # green on sheet B
    assert middle(match) == "ryp"
    assert match.view(None)["taken"] == "g"
    match.play("P12")  # yellow
    assert middle(match) == "rgyp"
    assert match.view(None)["taken"] == ""
    assert match.to_act == (2,)


def test_dice_come_back_after_one_stone_and_stop() -> None:
    """AN-18"""
    match = play(position(sheets="ABC", dice="gpry"), "stop P11 stop")
    assert middle(match) == "rgyp"


def test_a_die_serves_every_seat_but_the_active_once() -> None:
    """AN-18"""
    match = play(position(sheets="ABC", dice="r"), "stop")
    match.play("P16")  # red on sheet B
    match.play("stop")
    match.play("P15")  # red on sheet C
    assert middle(match) == ""


def test_within_a_turn_a_die_is_used_once() -> None:
    """AN-18: the others, too, take it away for their turn."""
    match = play(position(sheets="AB", dice="p"), "stop")
    match.play("P15")  # purple on sheet B
    assert ways(match, "AL1") == ["j", "q2", "q7"]  # also purple


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_seats_build_clockwise_from_the_active_one_and_the_next_is_active_then(first: int) -> None:
    """AN-17 to AN-19"""
    match = position(sheets="ABCD", first=first)
    acted = []
    for _ in range(20):
        acted += [*match.to_act]
        match.play("stop")
    expected = [(first + turn + place) % 4 for turn in range(5) for place in range(4)]
    assert acted == expected


def test_the_next_active_seat_rolls_all_dice() -> None:
    """AN-17, AN-19: also those that were out."""
    match = play(position(sheets="ABC", dice="rbgy"), "P11 P12 stop")
    assert middle(match) == "gy"
    assert not any(ply.reveals for ply in match.plies)
    match.play("stop")
    rolled = match.plies[-1].reveals["dice"]
    assert len(rolled) == 4
    assert middle(match) == rolled
    assert match.view(None)["active"] == 1


def test_dice_are_rolled_once_a_round() -> None:
    """AN-17"""
    match = play(sw.Match("anubixx", 4, seed=3), "stop " * 12)
    rolls = [number for number, ply in enumerate(match.plies) if ply.reveals]
    assert rolls == [3, 7, 11]


def test_the_new_active_seats_dice_do_not_come_back() -> None:
    """AN-17 to AN-19"""
    match = play(position(sheets="AB"), "stop stop")
    roll(match, "rgb")
    assert match.to_act == (1,)
    play(match, "P16 stop")
    assert middle(match) == "gb"


def test_only_the_seat_whose_turn_it_is_may_build() -> None:
    """AN-18"""
    match = position(sheets="ABC", dice="rgb")
    with pytest.raises(sw.IllegalMove) as refused:
        match.play("P16", 1)
    assert refused.value.code == "not_your_turn"
    assert match.legal(1) == match.legal(2) == []
