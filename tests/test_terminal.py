"""Playing in the terminal: completion, commands, bots, people at one keyboard."""

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import spielwerk as sw
from games.driving import stopped
from spielwerk.terminal import FEW, Moves, gains


def completions(match: sw.Match, typed: str) -> dict[str, str]:
    found = Moves(match, match.to_act[0]).get_completions(Document(typed), CompleteEvent())
    return {completion.text: completion.display_meta_text for completion in found}


def test_completion_goes_by_steps_and_ends_in_moves() -> None:
    match = stopped("axio", 2, 3, 0.0, 10)
    seat = match.to_act[0]
    legal = match.legal(seat)
    assert len(legal) > FEW
    tiles = completions(match, "")
    assert set(tiles) == {move[:3] for move in legal}
    tile = next(iter(tiles))
    moves = completions(match, f"{tile}f")
    assert set(moves) == {move for move in legal if move.startswith(f"{tile}f")}
    assert completions(match, "zz") == {}


def test_completion_tells_the_points() -> None:
    match = stopped("axio", 2, 3, 0.0, 14)
    seat = match.to_act[0]
    best = max(match.legal(seat), key=lambda move: sum(match.preview(move, seat)))
    points = match.preview(best, seat)
    told = completions(match, best)[best]
    assert told == gains(match, best, seat)
    for colour, n in zip("rgbop", points, strict=True):
        assert (f"+{n} {colour}" in told) == (n > 0)


def play(*words: str, typed: str, game: str = "axio") -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", "play", game, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_person_plays_against_a_bot() -> None:
    told = play("--seed", "7", typed="br g8-g9\nquit\n")
    assert "seat 0 plays br g8-g9" in told
    assert any(line.startswith("seat 1 plays ") for line in told)
    assert told[-1] == "You have left the game."


def test_commands_show_moves_and_help_and_refuse_undo_with_a_reason() -> None:
    told = play("--seed", "7", typed="moves\nhelp\nshow\nquit\n")
    legal = sw.Match("axio", seed=7).legal(0)
    assert all(any(move in line for line in told) for move in legal[:5])
    assert sum("hand of seat 0" in line for line in told) == 2
    assert any("undo" in line for line in told)


def test_two_people_share_a_keyboard_and_see_only_their_own_hands() -> None:
    match = sw.Match("axio", seed=7)
    first = match.legal(0)[0]
    match.play(first)
    second = match.legal(1)[0]
    told = play("--seed", "7", "--humans", "2", typed=f"{first}\n{second}\nquit\n")
    hands = [line for line in told if "hand of seat" in line]
    assert [re.findall(r"seat \d", line)[0] for line in hands] == ["seat 0", "seat 1", "seat 0"]


def test_a_whole_game_ends_with_ranks_and_seed() -> None:
    match = sw.Match("axio", 1, seed=7)
    moves = []
    while not match.over:
        moves.append(match.legal(0)[0])
        match.play(moves[-1])
    told = play("--seats", "1", "--seed", "7", typed="\n".join(moves) + "\n")
    assert told[-1] == f"The seed was {7:064x}."
    assert told[-2].startswith("The game is over: ")


def test_people_without_secrets_play_on_one_screen_and_hear_what_is_turned_up() -> None:
    match = sw.Match("second_chance", 2, seed=7)
    moves = []
    for _ in range(2):
        seat = match.to_act[0]
        moves.append(match.legal(seat)[0])
        match.play(moves[-1], seat)
    told = play(
        "--seed", "7", "--humans", "2", typed="\n".join([*moves, "quit", ""]), game="second_chance"
    )
    assert not any("starts" in line for line in told)
    cards = " ".join(match.plies[-1].reveals["cards"])
    assert f"seat 1 plays {moves[1]}  (-8 free)  cards: {cards}" in told


@pytest.mark.parametrize("game", sw.games())
def test_every_game_can_be_played_to_its_end(game: str) -> None:
    match = sw.Match(game, 2, seed=5)
    moves = []
    while not match.over:
        seat = match.to_act[0]
        moves.append(match.legal(seat)[0])
        match.play(moves[-1], seat)
    told = play("--seed", "5", "--humans", "2", typed="\n".join(moves) + "\n", game=game)
    assert told[-2].startswith("The game is over: ")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals to open here")
def test_at_a_real_terminal_a_wrong_move_is_asked_again() -> None:
    main, side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "spielwerk", "play", "axio", "--seed", "7"],
        stdin=side,
        stdout=side,
        stderr=side,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
        close_fds=True,
    )
    os.close(side)
    seen = ""

    def read_until(words: str, seconds: float = 60) -> None:
        nonlocal seen
        end = time.monotonic() + seconds
        while words not in seen:
            ready, _, _ = select.select([main], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"no {words!r} in {seen!r}"
            seen += os.read(main, 65536).decode("utf-8", "replace")
            if "\x1b[6n" in seen:  # where is the cursor? as a terminal would answer
                seen = seen.replace("\x1b[6n", "")
                os.write(main, b"\x1b[1;1R")

    try:
        read_until("seat 0>")
        assert "\x1b[" in seen  # in colour
        os.write(main, b"rr d4-d5\r")
        read_until("hold this tile")
        os.write(main, b"br g8-g9\r")
        read_until("seat 1 plays")
        os.write(main, b"quit\r")
        read_until("You have left the game.")
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(main)
