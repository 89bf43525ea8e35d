"""Write the positions that rules and the home page draw: `python docs/pictures/rules.py`.

Every position was reached in a match that is replayed and checked line by line: either a few plies
written below, or a moment of a whole game between two or three gesellen, stored in `games/`.
Changing an example may invalidate its captions; tests/web/test_rules_pages.py compares.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay, steps
from spielwerk.rules.given import copied

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "src" / "spielwerk" / "games"


@dataclass(frozen=True)
class Example:
    """A moment of a match, and its viewer."""

    match: Match
    viewer: int | None = 0

    def position(self) -> dict[str, Any]:
        """Return what the page draws: what the viewer is granted, and the scoreboards with it."""
        match = self.match
        told = match.granted([self.viewer])[0]
        plies = [{key: ply[key] for key in ("seat", "action", "move")} for ply in told["plies"]]
        return {
            "game": match.game.id,
            "options": match.options,
            "seats": match.seats,
            "viewer": self.viewer,
            "to_act": told["to_act"],
            "first": told["first"],
            "scores": [match.scores(seat) for seat in range(match.seats)],
            "plies": plies,
            "state": told["state"],
        }


# Matches


def told(game: str, setup: dict[str, Any], plies: list[dict[str, Any]], seats: int = 2) -> Match:
    """Return the match of these plies, with the given draws."""
    record = {"format": "spielwerk/1", "game": game, "seats": seats, "options": {}}
    return replay(record | {"setup": setup, "plies": plies, "result": None}, seed=0)


def kept(name: str, plies: int | None = None) -> Match:
    """Return a stored game after this many plies, or at its end."""
    record = json.loads((HERE / "games" / f"{name}.json").read_text(encoding="utf-8"))
    if plies is None:
        return replay(record)
    for number, match in enumerate(steps(record)):
        if number == plies:
            return match
    raise ValueError(f"{name} has no {plies} plies")


def dominoes(game: str, size: int, moves: str, held: tuple[str, str]) -> Match:
    """Place these tiles for two seats in turn; `held` is each hand afterwards."""
    laid = moves.split(", ")
    tiles: list[list[str]] = [[], []]
    for number, move in enumerate(laid):
        tiles[number % 2].append(_tile(game, move))
    for seat, rest in enumerate(held):
        tiles[seat] += rest.split()
    hands = [own[:size] for own in tiles]
    to_draw = [own[size:] for own in tiles]
    plies = [
        {"seat": n % 2, "move": move, "reveals": {"drew": [to_draw[n % 2].pop(0)]}}
        for n, move in enumerate(laid)
    ]
    assert to_draw == [[], []], "a hand would be too large"
    return told(game, {"hands": hands, "first": 0}, plies)


def _tile(game: str, move: str) -> str:
    order = {"axio": "rgbop", "axio_hex": "rgboyp"}[game]
    return "".join(sorted(move[:2], key=order.index))


# Examples


def axio_first() -> Example:
    """The hands are dealt, and nothing is laid yet."""
    hands = [["rb", "gg", "op", "rp", "bo"], ["gb", "ro", "pp", "go", "rr"]]
    return Example(told("axio", {"hands": hands, "first": 0}, []))


def axio_lines() -> Example:
    """A tile that scores in four directions, and a double."""
    moves = "og h3-h4, gp k8-k9, bb e4-f4, gr e5-f5, rr h5-i5, go c9-c10"
    return Example(dominoes("axio", 5, moves, ("rb rr gp bo op", "gg ro bp rg oo")))


def axio_pyramid() -> Example:
    """The next tile encloses a single cell."""
    moves = "gp f10-f11, gp k8-k9, bo h9-h10, ro d4-d5"
    return Example(dominoes("axio", 5, moves, ("bp rr gp bo op", "gg ro bp rg oo")))


def axio_pyramid_set() -> Example:
    """The same position, one ply later."""
    moves = "gp f10-f11, gp k8-k9, bo h9-h10, ro d4-d5, pb g8-g9"
    return Example(dominoes("axio", 5, moves, ("go rr gp bo op", "gg ro bp rg oo")))


def axio_swap() -> Example:
    """Red is the only colour with a point, and the hand shows nothing but red."""
    hands = [["rr", "rr", "rr", "rr", "rb"], ["gb", "gg", "op", "go", "bo"]]
    ply = {"seat": 0, "move": "br g9-g10"}
    return Example(told("axio", {"hands": hands, "first": 0}, [ply]))


def axio_hex_first() -> Example:
    """The hands are dealt, and nothing is laid yet."""
    hands = [["rb", "gg", "op", "rp", "by", "yy"], ["gb", "ro", "pp", "go", "rr", "ry"]]
    return Example(told("axio_hex", {"hands": hands, "first": 0}, []))


def axio_hex_lines() -> Example:
    """A tile with lines in four of its ten directions."""
    moves = "rg a7-b7, go j5-k5, rr d6-e6, rg f7-f8, bb h5-i4, by h6-i6"
    return Example(dominoes("axio_hex", 6, moves, ("rb gg op rp by yy", "gb ro pp go rr ry")))


def axio_hex_swap() -> Example:
    """Red is the only colour with a point, and the hand shows nothing but red."""
    hands = [["rr", "rr", "rr", "rr", "rr", "rb"], ["gg", "gb", "go", "gy", "gp", "bb"]]
    ply = {"seat": 0, "move": "rb a7-b7"}
    return Example(told("axio_hex", {"hands": hands, "first": 0}, [ply]))


_ROTA = {
    "start": {"0,0": "bgro", "1,0": "_rgo", "0,1": "or_g", "1,1": "bpg_"},
    "hands": ["rpgb", "ropb"],
    "first": 0,
}
_ROTA_PLIES = [
    {"seat": 0, "move": "2,1:pgbr", "reveals": {"drew": "_gbr"}},
    {"seat": 1, "move": "1,2:ropb", "reveals": {"drew": "_rgb"}},
    {"seat": 0, "move": "2,0:r_gb=b", "reveals": {"drew": "rbog"}},
]


def axio_rota(plies: int, viewer: int) -> Callable[[], Example]:
    """Return the opening of one game after this many plies."""
    return lambda: Example(told("axio_rota", copied(_ROTA), copied(_ROTA_PLIES[:plies])), viewer)


def anubixx(*moves: str) -> Callable[[], Example]:
    """Return the first round of a game on sheets A, B, C, after these plies of the first seat."""
    setup = {"sheets": ["A", "B", "C"], "first": 0, "dice": "rbyo"}
    plies = [{"seat": 0, "move": move} for move in moves]
    return lambda: Example(told("anubixx", setup, plies, seats=3))


def moment(name: str, plies: int | None, viewer: int | None = 0) -> Callable[[], Example]:
    """Return a moment of a stored game."""
    return lambda: Example(kept(name, plies), viewer)


# By game and name
EXAMPLES: dict[str, dict[str, Callable[[], Example]]] = {
    "axio": {
        "first": axio_first,
        "lines": axio_lines,
        "pyramid": axio_pyramid,
        "pyramid-set": axio_pyramid_set,
        "swap": axio_swap,
        "end": moment("axio", None, None),
    },
    "axio_hex": {
        "first": axio_hex_first,
        "lines": axio_hex_lines,
        "swap": axio_hex_swap,
        "end": moment("axio_hex", None, None),
    },
    "axio_rota": {
        "start": axio_rota(0, 0),
        "diagonal": axio_rota(1, 1),
        "empty": axio_rota(2, 0),
        "lying": axio_rota(3, 1),
        "end": moment("axio_rota", None, None),
    },
    "second_chance": {
        "start": moment("second_chance", 0),
        "round": moment("second_chance", 39),
        "waiting": moment("second_chance", 51),
        "fits": moment("second_chance_fits", 51),
        "one": moment("second_chance", 53),
        "end": moment("second_chance", None, None),
    },
    "anubixx": {
        "sheet": anubixx(),
        "pair": anubixx("c1"),
        "top": moment("anubixx", 131),
        "end": moment("anubixx", None),
    },
}

# Each game in its middle: a stored game, its first ply to show, and the viewer
MIDDLES = {
    "axio": ("axio", 30, None),
    "axio_hex": ("axio_hex", 25, None),
    "axio_rota": ("axio_rota", 14, None),
    "second_chance": ("second_chance", 9, 0),
    "anubixx": ("anubixx", 70, 0),
}
SHOWN = 14  # moves that are made on it


def sample(game: str) -> list[dict[str, Any]]:
    """Return a game in progress, as the home page draws it small: some moments, move by move.

    Those after the first contain only the plies made since.
    """
    name, plies, viewer = MIDDLES[game]
    seen = list(moving(name, plies, viewer))
    since = [0, *(len(one["plies"]) for one in seen[:-1])]
    return [one | {"plies": one["plies"][start:]} for one, start in zip(seen, since, strict=True)]


def moving(name: str, plies: int, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Yield a viewer's moments of a game from a ply on; with separate boards, at own moves only."""
    shown = 0
    while shown <= SHOWN:
        match = kept(name, plies)
        if viewer is None or match.plies[-1].seat == viewer:
            yield Example(match, viewer).position()
            shown += 1
        plies += 1


def written(told: Any) -> str:
    """Return the text of its file."""
    return json.dumps(told, separators=(",", ":")) + "\n"


def main() -> None:
    """Write all positions into the games' folders."""
    for game, examples in EXAMPLES.items():
        folder = GAMES / game / "web"
        positions = folder / "rules" / "positions"
        positions.mkdir(parents=True, exist_ok=True)
        for name, make in examples.items():
            path = positions / f"{name}.json"
            path.write_text(written(make().position()), encoding="utf-8")
        (folder / "sample.json").write_text(written(sample(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
