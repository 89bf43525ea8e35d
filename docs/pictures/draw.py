"""Draws the pictures of the docs: `python docs/pictures/draw.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import spielwerk as sw

HERE = Path(__file__).parent
SEED = 20


def axio() -> None:
    """A game of AXIO for two, in its middle, as the terminal shows it."""
    match = sw.Match("axio", seats=2, seed=SEED)
    for _ in range(22):
        seat = match.to_act[0]
        match.play(max(match.legal(seat), key=lambda move: sum(match.preview(move, seat))), seat)
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True)
    console.print(match)
    drawn = console.export_svg(title="spielwerk play axio")
    without_fonts = re.sub(
        r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL
    )  # loaded from elsewhere
    (HERE / "axio.svg").write_text(without_fonts, encoding="utf-8")


if __name__ == "__main__":
    axio()
