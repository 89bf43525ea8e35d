"""Cells, tiles and moves as people write them, on squares and on hexagons alike."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from spielwerk.games.axio import table
from spielwerk.rules.errors import IllegalMove
from spielwerk.rules.numbers import quoted

COLUMNS = "abcdefghijklmno"


def cell_name(cell: int) -> str:
    """A cell as its column's letter and its row's number."""
    return f"{COLUMNS[cell % table.STRIDE - 1]}{cell // table.STRIDE}"


class Notation:
    """How one game's cells, tiles and moves are written.

    Letters and numbers go up to `side`. `steps` lead from a tile's first cell, the smaller one by
    letter and then by number, to its second; `is_pair` tells whether both are cells of a board.
    """

    def __init__(
        self, colours: str, side: int, is_pair: Callable[[int, int], bool], steps: tuple[int, ...]
    ) -> None:
        self.colours = colours
        self.kind_colours = list(itertools.combinations_with_replacement(range(len(colours)), 2))
        self.kinds = [colours[one] + colours[two] for one, two in self.kind_colours]
        self.steps = steps
        lines = range(1, side + 1)
        cells = [row * table.STRIDE + column for row, column in itertools.product(lines, lines)]
        self.names = [cell_name(cell) for cell in range((side + 2) * table.STRIDE)]  # with padding
        self._cells = {cell_name(cell): cell for cell in cells}
        self.pairs = [(c, c + step) for step in steps for c in cells if is_pair(c, c + step)]
        self._pair_numbers = {pair: number for number, pair in enumerate(self.pairs)}
        self.swap = len(self.pairs) * len(colours) ** 2
        self.keep = self.swap + 1
        self._form = re.compile(rf"([{colours}])([{colours}]) ([a-z][1-9]\d?)-([a-z][1-9]\d?)")
        self._written: dict[int, str] = {}
        self._read: dict[str, int] = {}
        colour_bytes = bytes(range(len(colours)))
        self._letters = bytes.maketrans(colour_bytes, colours.encode())
        self._blank = bytes(range(len(colours), 256))  # what is no colour
        self._shows = bytes(byte < len(colours) for byte in range(256))

    def cell_at(self, name: str) -> int | None:
        """The cell of that name, if there may be one."""
        return self._cells.get(name)

    def cells_of(self, action: int) -> tuple[int, int]:
        """The two cells that a placement covers."""
        return self.pairs[action // len(self.colours) ** 2]

    def halves_of(self, action: int) -> tuple[int, int]:
        """The colours that a placement lays on them."""
        one, two = divmod(action % len(self.colours) ** 2, len(self.colours))
        return one, two

    def kind_of(self, action: int) -> int:
        """The kind of tile that a placement lays."""
        one, two = self.halves_of(action)
        return self.kind_colours.index((min(one, two), max(one, two)))

    def write(self, action: int) -> str:
        """An action in notation."""
        if action not in self._written:  # there are some thousands, and lists of moves are long
            self._written[action] = self._spelt(action)
        return self._written[action]

    def _spelt(self, action: int) -> str:
        if action >= self.swap:
            return "swap" if action == self.swap else "keep"
        one, two = self.halves_of(action)
        first, second = map(cell_name, self.cells_of(action))
        return f"{self.colours[one]}{self.colours[two]} {first}-{second}"

    def read(self, move: str) -> int:
        """The action that `move` notates, legal or not."""
        if (known := self._read.get(move)) is None:
            known = self._read[move] = self._understood(move)
        return known

    def _understood(self, move: str) -> int:
        if move in ("swap", "keep"):
            return self.swap if move == "swap" else self.keep
        parsed = self._form.fullmatch(move)
        first, second = (
            (self.cell_at(parsed[3]), self.cell_at(parsed[4])) if parsed else (None, None)
        )
        if parsed is None or first is None or second is None:
            reason = f"{quoted(move)} is no move; write one like 'rb g8-g9', or 'swap' or 'keep'"
            raise IllegalMove("malformed", reason, move=move)
        if (first, second) not in self._pair_numbers:
            if (second, first) in self._pair_numbers:
                better = f"{parsed[2]}{parsed[1]} {parsed[4]}-{parsed[3]}"
                reason = f"{move!r} names the larger cell first; write '{better}'"
                raise IllegalMove("cells_in_wrong_order", reason, move=move, better=better)
            reason = f"{parsed[3]} and {parsed[4]} are not neighbouring cells of a board"
            raise IllegalMove("not_neighbours", reason, cells=[parsed[3], parsed[4]])
        halves = self.colours.index(parsed[1]) * len(self.colours) + self.colours.index(parsed[2])
        return self._pair_numbers[first, second] * len(self.colours) ** 2 + halves

    def symbols(self, board: bytes) -> dict[str, str]:
        """The colour of each cell that shows one, from a byte a cell."""
        cells = itertools.compress(self.names, board.translate(self._shows))
        return dict(zip(cells, board.translate(self._letters, self._blank).decode(), strict=True))

    def tiles(self, counts: list[int]) -> list[str]:
        """The tiles that are counted by kind, spelt out."""
        held = zip(self.kinds, counts, strict=True)
        return [tile for tile, n in held if n for _ in range(n)]


def _on_squares(cell: int, other: int) -> bool:
    return all(n in range(1, table.SIDE + 1) for n in divmod(other, table.STRIDE))


AXIO = Notation("rgbop", table.SIDE, _on_squares, table.WAYS)


def area(seats: int) -> list[str]:
    """The first and the last cell of the area in play."""
    margin = table.MARGINS[seats]
    first, last = 1 + margin, table.SIDE - margin
    return [cell_name(first * table.STRIDE + first), cell_name(last * table.STRIDE + last)]
