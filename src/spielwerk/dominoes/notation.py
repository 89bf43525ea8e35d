"""Notation of cells and tiles, on squares and on hexagons."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from spielwerk.dominoes.layout import STRIDE
from spielwerk.rules.notation import Form, Names, Words

COLUMNS = "abcdefghijklmno"

FORMS = (
    Form("place", "{tile} {first:cell}-{second:cell}"),  # colours on the first cell, the second
    Form("swap", "swap"),
    Form("keep", "keep"),
)


def cell_name(cell: int) -> str:
    """Return a cell's name: its column's letter and its row's number."""
    return f"{COLUMNS[cell % STRIDE - 1]}{cell // STRIDE}"


class Dominoes:
    """One game's cells, its kinds of tiles, and what they are called.

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
        cells = [row * STRIDE + column for row, column in itertools.product(lines, lines)]
        self.cells = {cell_name(cell): cell for cell in cells}
        inside = set(cells)
        self.cell_names = [  # by number; those of the padding have none
            cell_name(cell) if cell in inside else "" for cell in range((side + 2) * STRIDE)
        ]
        self.pairs = [(c, c + step) for step in steps for c in cells if is_pair(c, c + step)]
        self.swap = len(self.pairs) * len(colours) ** 2  # the action after all placements
        colour_bytes = bytes(range(len(colours)))
        self._letters = bytes.maketrans(colour_bytes, colours.encode())
        self._blank = bytes(range(len(colours), 256))  # what is no colour
        self._shows = bytes(byte < len(colours) for byte in range(256))

    def names(self) -> dict[str, Names]:
        """Return the names of numbers: kinds of tiles, rotated tiles, and cells."""
        lying = [one + two for one, two in itertools.product(self.colours, self.colours)]
        return {
            "kind": Words(self.kinds),
            "tile": Words(lying),
            "cell": Words(self.cell_names),
        }

    def symbols(self, board: bytes) -> dict[str, str]:
        """Return the colour of each cell that shows one, from one byte per cell."""
        cells = itertools.compress(self.cell_names, board.translate(self._shows))
        return dict(zip(cells, board.translate(self._letters, self._blank).decode(), strict=True))

    def tiles(self, counts: list[int]) -> list[str]:
        """Return the tiles that are counted by kind, each by its name."""
        held = zip(self.kinds, counts, strict=True)
        return [tile for tile, n in held if n for _ in range(n)]
