"""Show a game: views as JSON, and a drawing for the terminal.

A game that declares no display is shown by the fields of its layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from spielwerk.rules.state import Sight, States

if TYPE_CHECKING:
    from spielwerk.rules.game import Game


class Display:
    """The display of one game, which uses only what the viewer was granted."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def show(self, seen: States) -> dict[str, Any]:
        """Return what every view of this game contains, ready for JSON, as a spectator sees it."""
        return {
            name: seen[name][0].tolist()
            for name, field in self.game.layout.fields.items()
            if field.sight is Sight.PUBLIC and name not in ("turn", "seats", "first", "filler")
        }

    def show_own(self, seen: States, viewer: int) -> dict[str, Any]:
        """Return what a seat's view replaces or adds; called if the layout has owned fields."""
        return {
            name: [
                row.tolist() if seat == viewer else None for seat, row in enumerate(seen[name][0])
            ]
            for name, field in self.game.layout.fields.items()
            if field.sight is Sight.OWNER
        }

    def draw(self, view: dict[str, Any]) -> Text:
        """Draw a view for the terminal."""
        names = self.game.score_names(view["seats"])
        lines = []
        for seat, scores in enumerate(view["scores"]):
            told = ", ".join(f"{name} {n}" for name, n in zip(names, scores, strict=True))
            lines.append(f"{'>' if seat in view['to_act'] else ' '} seat {seat}: {told}")
        own = (
            name
            for name, field in self.game.layout.fields.items()
            if field.sight is not Sight.SECRET
        )
        lines += [
            f"  {name}: {view[name]}"
            for name in own
            if name in view and name not in ("seats", "first")
        ]
        return Text("\n".join(lines))

    def tell(self, what: str, seen: Any) -> str:
        """Describe one revealed fact in a line of text."""
        told = " ".join(map(str, seen)) if isinstance(seen, list) else seen
        return f"{what.replace('_', ' ')}: {told}"
