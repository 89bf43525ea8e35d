"""AXIO's notation for cells and tiles."""

from __future__ import annotations

from spielwerk.dominoes.layout import STRIDE
from spielwerk.dominoes.notation import Dominoes, cell_name
from spielwerk.games.axio.layout import MARGINS, SIDE, WAYS


def _on_squares(cell: int, other: int) -> bool:
    return all(n in range(1, SIDE + 1) for n in divmod(other, STRIDE))


AXIO = Dominoes("rgbop", SIDE, _on_squares, WAYS)


def _corner(line: int) -> str:
    return cell_name(line * STRIDE + line)


# The first and the last cell of the area in play, by number of seats
AREAS = [(_corner(1 + margin), _corner(SIDE - margin)) for margin in MARGINS]
