"""The command `spielwerk lesson`: build a game's lesson."""

from __future__ import annotations

from spielwerk.cli.console import out
from spielwerk.cli.options import GameName


def lesson(game: GameName) -> None:
    """Build a game's lesson for the page from `lesson.json` in its folder."""
    from spielwerk.games import find
    from spielwerk.match import lessons

    made = lessons.write(find(game))
    out.print(f"{made}", markup=False, soft_wrap=True)
