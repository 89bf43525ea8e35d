"""Makes the views that the pages of rules and the home page draw: `python docs/pictures/rules.py`.

Every position is one that a match came to, told as a record and checked line by line: either a few
plies written below, or a moment of a whole game between two or three gesellen, kept in `games/`.
Who changes an example changes what its captions may say; tests/web/test_rules_pages.py compares.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spielwerk.match.match import Match
from spielwerk.match.replay import replay, steps
from spielwerk.rules.records import copied

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "spielwerk" / "web"
VIEWS = WEB / "rules" / "views"
SAMPLES = WEB / "samples"


@dataclass(frozen=True)
class Example:
    """A moment of a match, and who looks at it."""

    match: Match
    viewer: int | None = 0

    def view(self) -> dict[str, Any]:
        """What the page draws: the same for everybody who makes it."""
        return self.match.view(self.viewer) | {"commitment": None}


# Matches


def told(game: str, setup: dict[str, Any], plies: list[dict[str, Any]], seats: int = 2) -> Match:
    """The match that these plies tell; chance is what they say."""
    record = {"format": "spielwerk/1", "game": game, "seats": seats, "options": {}}
    return replay(record | {"setup": setup, "plies": plies, "result": None}, seed=0)


def kept(name: str, plies: int | None = None) -> Match:
    """A kept game after so many plies, or at its end."""
    record = json.loads((HERE / "games" / f"{name}.json").read_text(encoding="utf-8"))
    if plies is None:
        return replay(record)
    for number, match in enumerate(steps(record)):
        if number == plies:
            return match
    raise ValueError(f"{name} has no {plies} plies")


def dominoes(game: str, size: int, moves: str, held: tuple[str, str]) -> Match:
    """Two seats that lay these tiles in turn; `held` is what each has in hand after that."""
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
    """Dealt, and nothing laid yet."""
    hands = [["rb", "gg", "op", "rp", "bo"], ["gb", "ro", "pp", "go", "rr"]]
    return Example(told("axio", {"hands": hands, "first": 0}, []))


def axio_lines() -> Example:
    """A tile that scores in four directions, and a double."""
    moves = "og h3-h4, gp k8-k9, bb e4-f4, gr e5-f5, rr h5-i5, go c9-c10"
    return Example(dominoes("axio", 5, moves, ("rb rr gp bo op", "gg ro bp rg oo")))


def axio_pyramid() -> Example:
    """A single cell that the next tile closes in."""
    moves = "gp f10-f11, gp k8-k9, bo h9-h10, ro d4-d5"
    return Example(dominoes("axio", 5, moves, ("bp rr gp bo op", "gg ro bp rg oo")))


def axio_pyramid_set() -> Example:
    """The same, one ply later."""
    moves = "gp f10-f11, gp k8-k9, bo h9-h10, ro d4-d5, pb g8-g9"
    return Example(dominoes("axio", 5, moves, ("go rr gp bo op", "gg ro bp rg oo")))


def axio_swap() -> Example:
    """Red is the only colour with a point, and the hand shows nothing but red."""
    hands = [["rr", "rr", "rr", "rr", "rb"], ["gb", "gg", "op", "go", "bo"]]
    ply = {"seat": 0, "move": "br g9-g10"}
    return Example(told("axio", {"hands": hands, "first": 0}, [ply]))


def axio_hex_first() -> Example:
    """Dealt, and nothing laid yet."""
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
    """The opening of one game after so many plies."""
    return lambda: Example(told("axio_rota", copied(_ROTA), copied(_ROTA_PLIES[:plies])), viewer)


def anubixx(*moves: str) -> Callable[[], Example]:
    """The first round of a game on sheets A, B, C, after these plies of the first seat."""
    setup = {"sheets": ["A", "B", "C"], "first": 0, "dice": "rbyo"}
    plies = [{"seat": 0, "move": move} for move in moves]
    return lambda: Example(told("anubixx", setup, plies, seats=3))


def moment(name: str, plies: int | None, viewer: int | None = 0) -> Callable[[], Example]:
    """A moment of a kept game."""
    return lambda: Example(kept(name, plies), viewer)


EXAMPLES: dict[str, Callable[[], Example]] = {
    "axio-first": axio_first,
    "axio-lines": axio_lines,
    "axio-pyramid": axio_pyramid,
    "axio-pyramid-set": axio_pyramid_set,
    "axio-swap": axio_swap,
    "axio-end": moment("axio", None, None),
    "axio_hex-first": axio_hex_first,
    "axio_hex-lines": axio_hex_lines,
    "axio_hex-swap": axio_hex_swap,
    "axio_hex-end": moment("axio_hex", None, None),
    "axio_rota-start": axio_rota(0, 0),
    "axio_rota-diagonal": axio_rota(1, 1),
    "axio_rota-empty": axio_rota(2, 0),
    "axio_rota-lying": axio_rota(3, 1),
    "axio_rota-end": moment("axio_rota", None, None),
    "second_chance-start": moment("second_chance", 0),
    "second_chance-round": moment("second_chance", 39),
    "second_chance-waiting": moment("second_chance", 51),
    "second_chance-fits": moment("second_chance_fits", 51),
    "second_chance-one": moment("second_chance", 53),
    "second_chance-end": moment("second_chance", None, None),
    "anubixx-sheet": anubixx(),
    "anubixx-pair": anubixx("c1"),
    "anubixx-top": moment("anubixx", 131),
    "anubixx-end": moment("anubixx", None),
}

# Each game in its middle: a kept game, from which ply it is shown, and who looks
MIDDLES = {
    "axio": ("axio", 30, None),
    "axio_hex": ("axio_hex", 25, None),
    "axio_rota": ("axio_rota", 14, None),
    "second_chance": ("second_chance", 9, 0),
    "anubixx": ("anubixx", 70, 0),
}
SHOWN = 14  # moves that are made on it


def sample(game: str) -> dict[str, Any]:
    """A game at play, as the home page draws it small: a view, and what changes move by move."""
    name, plies, viewer = MIDDLES[game]
    seen = moving(name, plies, viewer)
    return {"view": seen[0], "then": [changes(*pair) for pair in itertools.pairwise(seen)]}


def moving(name: str, plies: int, viewer: int | None) -> list[dict[str, Any]]:
    """What somebody sees of a game from a ply on; where each has a board, at the own moves."""
    views = []
    while len(views) <= SHOWN:
        match = kept(name, plies)
        if viewer is None or match.plies[-1].seat == viewer:
            views.append(Example(match, viewer).view())
        plies += 1
    return views


def changes(old: Any, new: Any) -> Any:
    """What has to be changed in `old`; nothing ever goes away in what is kept by keys."""
    if isinstance(old, dict) and isinstance(new, dict):
        assert old.keys() <= new.keys()
        return {key: changes(old.get(key), new[key]) for key in new if old.get(key) != new[key]}
    if isinstance(old, list) and isinstance(new, list) and len(new) >= len(old) > 0:
        pairs = itertools.zip_longest(old, new)
        by_key = {str(k): changes(*pair) for k, pair in enumerate(pairs) if pair[0] != pair[1]}
        return min(by_key, new, key=lambda told: len(written(told)))
    return new


def written(view: Any) -> str:
    """A view as its file holds it."""
    return json.dumps(view, separators=(",", ":")) + "\n"


def main() -> None:
    """Write all views."""
    for folder, views in (
        (VIEWS, {name: make().view() for name, make in EXAMPLES.items()}),
        (SAMPLES, {game: sample(game) for game in MIDDLES}),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        for name, view in views.items():
            (folder / f"{name}.json").write_text(written(view), encoding="utf-8")


if __name__ == "__main__":
    main()
