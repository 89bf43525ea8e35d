"""Second Chance alone: a series of three games, SC-16."""

import pytest

import spielwerk as sw
from games.second_chance.positions import ALL, played, position

TWO = "a1 c1"  # two cells that do not touch


def test_a_game_that_ends_begins_the_next_one() -> None:
    """SC-16: an empty grid, a new start card, and a scoreboard of the new game."""
    match = position("a1 c1 e1", cards="1A 2A", deck="4A 4B 5A 4C 4D", next_start="8J")
    assert match.scores(0) == [3, 0]
    match.play("1A:a1", 0)
    assert match.plies[-1].reveals == {
        "cards": ["4A", "4B"],
        "second_chances": [[0, "5A"]],
        "start": ["8J"],
    }
    assert match.plies[-1].scores == match.scores(0) == [81, 2]
    assert not match.over
    view = match.view(0)
    assert view["phase"] == "start"
    assert view["grids"] == [[]]
    assert view["own"] == ["8J"]
    assert view["out"] == view["ones"] == view["waiting"] == view["cards"] == []
    assert "game 2 of 3, 2 free cells so far" in str(match)


def test_everything_is_shuffled_anew() -> None:
    """SC-16: all 40 cards, and all 13 start cards, that of the game before among them."""
    before = position(ALL, cards="1A 2A").record()["setup"]["start"][0]
    match = position(TWO, cards="2A 3A", deck="5A", next_start=before)
    assert match.view(0)["own"] == [before]
    assert match.view(0)["deck"] == 40
    assert match.view(0)["used"] == []
    state = match.states[0]
    assert state.deck.tolist() == match.game.tables["copies"][0].tolist()
    assert int(state.starts).bit_count() == 12


def test_the_free_cells_of_three_games_are_added() -> None:
    """SC-16: after the third it is over, with the sum of all three."""
    match = position("a1 c1 e1", cards="1A 2A", deck="", finished=[7, 5])
    assert match.scores(0) == [3, 12]
    match.play("1A:a1", 0)
    assert match.over
    assert match.plies[-1].scores == match.scores(0) == [2, 14]
    assert match.plies[-1].reveals == {}
    assert match.ranks == [1]


def test_the_second_game_is_not_the_last() -> None:
    """SC-16"""
    match = position("a1 c1 e1", cards="1A 2A", deck="", finished=[7], next_start="8B")
    match.play("1A:a1", 0)
    assert not match.over
    assert match.scores(0) == [81, 9]
    assert match.plies[-1].reveals == {"start": ["8B"]}


def test_a_long_sum_is_told_in_full() -> None:
    """SC-16"""
    match = position(ALL, cards="1A 2A", deck="", finished=[73, 73])
    match.play("2A:a1,a2", 0)
    assert match.scores(0) == [79, 225]


def test_no_1_is_written() -> None:
    """SC-10, SC-16: a second chance that does not fit ends the game, and that is all."""
    match = position("a1 c1 e1", cards="1A 2A", deck="4A 4B 5A 4C 4D", finished=[0, 0])
    match.play("1A:a1", 0)
    assert match.plies[-1].reveals == {"cards": ["4A", "4B"], "second_chances": [[0, "5A"]]}
    assert match.over
    assert match.view(0)["owe_ones"] == match.view(0)["ones"] == []
    assert match.scores(0) == [2, 2]


def test_second_chances_that_fit_play_on() -> None:
    """SC-9, SC-16"""
    match = position("a1 c1 e1", cards="1A 2A", deck="4A 4B 1A 4C 4D 5A")
    match.play("1A:a1", 0)
    assert match.legal(0) == ["1A:c1", "1A:e1"]
    match.play("1A:c1", 0)
    assert match.plies[-1].reveals == {
        "cards": ["4C", "4D"],
        "second_chances": [[0, "5A"]],
        "start": ["8A"],
    }
    assert match.scores(0) == [81, 1]


@pytest.mark.parametrize("deck", ["4A 4B", "4A", ""])
def test_too_few_cards_end_a_game_of_the_series(deck: str) -> None:
    """SC-11, SC-12, SC-16: none for a second chance, one or none for a round."""
    match = position("a1 c1 e1", cards="1A 2A", deck=deck)
    match.play("1A:a1", 0)
    assert match.scores(0) == [81, 2]
    assert match.plies[-1].reveals["start"] == ["8A"]
    assert "second_chances" not in match.plies[-1].reveals


def test_a_full_grid_ends_a_game_of_the_series() -> None:
    """SC-12, SC-16"""
    match = position("e5", cards="1A 2A", deck="4A 4B 4C 4D", finished=[3])
    match.play("1A:e5", 0)
    assert match.plies[-1].reveals == {"start": ["8A"]}
    assert match.scores(0) == [81, 3]


def test_a_whole_series() -> None:
    """SC-16: three start pieces, each covering e5, and the sum of what each game left free."""
    match = played(1, 3)
    starts = [number for number, ply in enumerate(match.plies) if ply.move.startswith("8")]
    assert len(starts) == 3
    assert match.ranks == [1]
    drawn = [
        sum(len(ply.move.split(",")) for ply in match.plies[first:last])
        for first, last in zip(starts, [*starts[1:], None], strict=True)
    ]
    assert match.scores(0) == [81 - drawn[2], 3 * 81 - sum(drawn)]
    told = [ply.reveals["start"][0] for ply in match.plies if "start" in ply.reveals]
    assert told == [match.plies[number].move[:2] for number in starts[1:]]
    again = sw.replay(match.record(trace=True))
    assert again.states.tobytes() == match.states.tobytes()


def test_the_ply_that_ended_a_game_cannot_be_taken_back() -> None:
    """SC-16: a start card was turned up."""
    match = played(1, 3, lambda match: bool(match.plies) and "start" in match.plies[-1].reveals)
    assert match.scores(0)[0] == 81
    with pytest.raises(sw.UndoRefused) as refused:
        match.undo(0)
    assert refused.value.code == "chance_seen"
