"""OpenSpiel's games in C++: driven from Python, and by its own random rollouts."""

from __future__ import annotations

import functools
import random
from typing import Any

from spielwerk.lab.peers.peer import Drive, Peer, Row

GAMES = {"connect_four": "connect_four", "hex_11x11": "hex", "go_9x9": "go(board_size=9)"}
ROLLOUTS = 200


def _random_game(game: Any, luck: random.Random, seen: Any = None) -> int:
    """Play a game to its end, and return its number of moves."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if seen is not None:
            seen.set_from(state, state.current_player())
        state.apply_action(luck.choice(state.legal_actions()))
        moves += 1
    return moves


def _from_python(name: str, observe: bool, threads: int) -> Drive:
    import pyspiel
    from open_spiel.python.observation import make_observation

    game, luck = pyspiel.load_game(name), random.Random(0)
    seen = make_observation(game) if observe else None
    return Drive(lambda: _random_game(game, luck, seen))


def _in_rollouts(name: str, observe: bool, threads: int) -> Drive:
    """Search with one simulation and many rollouts, of which only the mean length is known."""
    import pyspiel

    game, luck = pyspiel.load_game(name), random.Random(0)
    length = sum(_random_game(game, luck) for _ in range(200)) / 200
    valued = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, valued, 2.0, 1, 10, False, 1, False)
    start = game.new_initial_state()

    def play() -> int:
        bot.step(start)
        return round(ROLLOUTS * (length - 1))  # all except the tree's own move

    return Drive(play, note=f"games of {length:.0f} moves in the mean")


PEER = Peer(
    "open_spiel",
    ("pyspiel", "open_spiel"),
    ("open_spiel",),
    (
        *(
            Row(f"open_spiel/{told}/random", functools.partial(_from_python, name))
            for told, name in GAMES.items()
        ),
        *(
            Row(
                f"open_spiel/{told}/rollouts",
                functools.partial(_in_rollouts, name),
                observes=False,
                like="spielwerk/axio/random",
            )
            for told, name in GAMES.items()
        ),
    ),
)
