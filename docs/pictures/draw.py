"""Draw the pictures of the docs: `python docs/pictures/draw.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import spielwerk as sw

HERE = Path(__file__).parent
SEED = 20
# Each game: seats, plies played before the picture is taken, columns of the terminal
GAMES = {
    "axio": (2, 22, 84),
    "axio_hex": (2, 26, 100),
    "axio_rota": (3, 18, 124),
    "second_chance": (3, 21, 106),
    "anubixx": (3, 74, 66),
}


def main() -> None:
    """Draw each game in its middle, as the terminal shows it."""
    for game, (seats, plies, columns) in GAMES.items():
        match = sw.Match(game, seats=seats, seed=SEED)
        for _ in range(plies):
            play_well(match)
        console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True)
        console.print(match)
        drawn = console.export_svg(title=f"spielwerk play {game}")
        # Fonts would be loaded from another server.
        without_fonts = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
        (HERE / f"{game}.svg").write_text(without_fonts, encoding="utf-8")


def play_well(match: sw.Match) -> None:
    """Make the move that brings most points at once."""
    seat = match.to_act[0]
    match.play(max(match.legal(seat), key=lambda move: sum(match.preview(move, seat))), seat)


if __name__ == "__main__":
    main()
