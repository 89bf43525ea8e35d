"""All tables: games, seats and options; and games with changed parts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from spielwerk.games import find, names
from spielwerk.rules.game import Game
from spielwerk.rules.texts import home


class Table(NamedTuple):
    """A game at a number of seats, perhaps with an option."""

    name: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> Game:
        """Return the game as set up there."""
        return find(self.name, None, dict(self.options))

    def __str__(self) -> str:
        return "/".join([self.name, str(self.seats), *(value for _, value in self.options)])


def _options(name: str) -> list[tuple[tuple[str, str], ...]]:
    others = [
        ((option, value),)
        for option, values in find(name).known_options.items()
        for value in values[1:]
    ]
    return [(), *others]


TABLES = [
    Table(name, seats, options)
    for name in names()
    for options in _options(name)
    for seats in find(name).seats
]

# What is replaced in parts files
OWN_PARTS = {
    "anubixx": [("[1, 3, 6, 10, 15, 21]", "[2, 3, 5, 11, 15, 30]"), ('"rbygop"', '"pogybr"')],
    "axio": [("rr = 4", "rr = 11"), ("op = 8", "op = 1"), ("number = 20", "number = 3")],
    "axio_hex": [("rr = 5", "rr = 11"), ("op = 6", "op = 1"), ('a6 = "r"', 'b6 = "r"')],
    "axio_rota": [('"gbop", "gbpo"', '"gbop", "gbop"'), ('"_rgb", "_gbr"', '"_gbr", "_gbr"')],
    "second_chance": [
        ('"XX/XX", copies = 2', '"XX/XX", copies = 1'),
        ('"X.X/XXX", copies = 1', '"XXX/X.X", copies = 2'),
    ],
}  # fmt: skip


def own_parts(name: str) -> str:
    """Return the text of a game's parts file with changed parts."""
    text = (home(type(find(name))) / "parts.toml").read_text(encoding="utf-8")
    for old, new in OWN_PARTS[name]:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def with_own_parts(name: str, folder: Path) -> Game:
    """Return a game with changed parts; their file is written into a folder."""
    file = folder / f"{name}.toml"
    file.write_text(own_parts(name), encoding="utf-8")
    game = find(name, file)
    assert game.parts is not None
    return game
