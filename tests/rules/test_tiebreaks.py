"""Ranks, comparison by comparison."""

from spielwerk.rules.tiebreaks import Comparison, Tiebreak, decide


def test_those_are_compared_who_are_tied_until_nobody_is() -> None:
    """AX-18's example: all lowest 9; then A 11, B 12, D 12; then B 12, D 15."""
    told = decide(
        [
            Comparison("lowest", [9, 9, 9]),
            Comparison("next", [11, 12, 12]),
            Comparison("next", [14, 12, 15]),
            Comparison("next", [18, 18, 18]),
        ],
        3,
    )
    assert told == [
        Tiebreak("lowest", [9, 9, 9], [1, 1, 1]),
        Tiebreak("next", [11, 12, 12], [3, 1, 1]),
        Tiebreak("next", [None, 12, 15], [3, 2, 1]),
    ]


def test_fewer_may_be_better_and_what_does_not_count_is_no_comparison() -> None:
    """SC-13, SC-14"""
    free = Comparison("free", [5, 0, 5, 0], lower_wins=True)
    one = Comparison("one", [1, None, 0, None])
    assert decide([free, one], 4) == [
        Tiebreak("free", [5, 0, 5, 0], [3, 1, 3, 1]),
        Tiebreak("one", [1, None, 0, None], [3, 1, 4, 1]),
    ]


def test_alone_there_is_nothing_to_decide() -> None:
    assert decide([Comparison("lowest", [9])], 1) == []
