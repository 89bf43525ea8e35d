"""Write the positions that the boards' tests use: `python tests/web/make_fixtures.py`.

Each contains what the server would grant to a seat, and the same in words: the seat's view, and its
legal moves with their points. Boards draw the first; tests compare it with the second.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from spielwerk import Match, bot
from spielwerk.match.previews import legal_points
from web.test_rules_pages import making

FIXTURES = Path(__file__).parent / "fixtures"
PLAYER = bot("geselle", seed=1)
SEED = 20


def save(name: str, match: Match, seat: int | None) -> None:
    legal = [] if seat is None else legal_points(match.game, match.states, seat)
    told = {
        "position": making.Example(match, seat).position(),
        "view": match.view(seat),
        "legal": [{"move": move, "points": points} for move, points in legal],
    }
    text = json.dumps(told, separators=(",", ":"))
    path = FIXTURES / f"{match.game.id}-{match.seats}-{name}.json"
    path.write_text(text + "\n", encoding="utf-8")


def play(match: Match, plies: int | None = None) -> Match:
    """Let gesellen make this many plies, or all."""
    made = 0
    while not match.over and made != plies:
        seat = match.to_act[-1 if made % 2 else 0]
        match.play(PLAYER.choose(match, seat), seat=seat)
        made += 1
    return match


def acting(match: Match) -> int:
    """Return the seat to act; seat 0 when the game is over."""
    return match.to_act[0] if match.to_act else 0


def dominoes() -> None:
    moments: dict[tuple[str, int], dict[str, int | None]] = {
        ("axio", 1): {"middle": 24},
        ("axio", 2): {"start": 0, "middle": 20, "end": None},
        ("axio", 3): {"middle": 30},
        ("axio", 4): {"start": 2, "middle": 46, "end": None},
        ("axio_hex", 2): {"start": 0, "middle": 24, "end": None},
        ("axio_hex", 3): {"middle": 36},
        ("axio_hex", 4): {"middle": 50, "end": None},
    }
    for (game, seats), names in moments.items():
        for name, plies in names.items():
            match = play(Match(game, seats=seats, seed=SEED), plies)
            save(name, match, acting(match))
    match = Match("axio_hex", seats=2, seed=SEED)
    while match.view(None)["phase"] != "swap":
        play(match, 1)
    save("swap", match, acting(match))


def axio_rota() -> None:
    match = Match("axio_rota", seats=2, seed=5)
    save("start", match, 0)
    play(match, 9)
    save("middle", match, 1)
    save("watched", match, None)
    save("middle", play(Match("axio_rota", seats=1, seed=6), 7), 0)
    match = play(Match("axio_rota", seats=4, seed=7), 22)
    while "_" not in match.view(match.to_act[0])["hands"][match.to_act[0]]:
        play(match, 1)
    save("middle", match, match.to_act[0])
    save("end", play(match), 2)


def second_chance() -> None:
    match = Match("second_chance", seats=2, seed=5)
    save("start", match, 0)
    save("middle", play(match, 12), 0)
    match = Match("second_chance", seats=1, seed=5)
    while match.view(0)["game_number"] == 1:
        play(match, 1)
    save("second_game", play(match, 5), 0)
    match = play(Match("second_chance", seats=4, seed=3), 18)
    save("middle", match, 1)
    save("watched", match, None)
    rare: dict[str, Callable[[Match], Iterator[int]]] = {
        "own": lambda m: (s for s in m.to_act if chances(m) and m.view(s)["own"][s]),
        "one": lambda m: (s for s in m.to_act if chances(m) and s in m.view(s)["owe_ones"]),
        "waiting": lambda m: iter(() if chances(m) else m.view(0)["waiting"]),
        "twice": lambda m: (s for s in m.to_act if same(m.view(s)["cards"])),
        "end": lambda m: iter(m.view(0)["ones"] if m.over and m.seats == 6 else ()),
    }
    for seed in range(1, 60):
        for seats in (2, 3, 4, 6):
            match = Match("second_chance", seats=seats, seed=seed)
            while rare:
                for name, who in list(rare.items()):
                    if (seat := next(who(match), None)) is not None:
                        save(name, match, seat)
                        del rare[name]
                if match.over:
                    break
                play(match, 1)


def chances(match: Match) -> bool:
    return bool(match.view(0)["phase"] == "second_chances")


def same(cards: list[str]) -> bool:
    return len(cards) == 2 and len(set(cards)) == 1


def anubixx() -> None:
    for seats in (2, 5):
        match = Match("anubixx", seats=seats, seed=SEED)
        save("start", match, acting(match))
        save("middle", play(match, 20 * seats), acting(match))
        if seats == 5:
            save("watched", match, None)
        while match.view(None)["pair"] is None:
            play(match, 1)
        save("pair", match, acting(match))
        save("end", play(match), 0)


if __name__ == "__main__":
    FIXTURES.mkdir(exist_ok=True)
    for old in FIXTURES.glob("*.json"):
        old.unlink()
    dominoes()
    axio_rota()
    second_chance()
    anubixx()
