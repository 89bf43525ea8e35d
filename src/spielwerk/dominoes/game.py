"""Base classes of games with tracks, and of games with two-symbol tiles from a bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from spielwerk.dominoes.layout import CHOOSING, PLACING
from spielwerk.dominoes.moves import REFUSALS, TOPICS
from spielwerk.dominoes.notation import FORMS, Dominoes
from spielwerk.dominoes.tracks import rank_comparisons
from spielwerk.rules.display import Display
from spielwerk.rules.game import Game
from spielwerk.rules.notation import Names
from spielwerk.rules.reveals import FIRST
from spielwerk.rules.state import Sight, States
from spielwerk.rules.tiebreaks import Comparison


class TrackGame(Game):
    """A game with one track per colour, of which the lowest counts."""

    colours: ClassVar[str]  # their letters
    lowest_counts = True

    def score_names(self, seats: int) -> tuple[str, ...]:
        return tuple(self.colours)

    def result(self, seats: int, scores: list[int]) -> int:
        return min(scores)

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        scores = [self.scores(s, i, seat) for seat in range(seats)]
        return rank_comparisons(scores)  # AX-18, HX-13, RO-16


class DominoGame(TrackGame):
    """A game in which hands of tiles are drawn from a bag and laid on a board."""

    dominoes: ClassVar[Dominoes]
    forms = FORMS
    refusals = REFUSALS
    examples = ("rb g8-g9", "swap", "keep")
    topics = TOPICS
    setup_keys = ("hands", FIRST)
    premoves: ClassVar[Mapping[str, int] | None] = {"phase": PLACING, "opening": 0}
    first_premoves: ClassVar[Mapping[str, int] | None] = {"phase": PLACING}

    def names(self) -> Mapping[str, Names]:
        return self.dominoes.names()

    def most_plies(self, seats: int) -> tuple[int, int]:
        """Bound the plies: a tile covers two cells, and a swap may follow each."""
        tiles = int(np.bitwise_count(self.tables["free"][0, seats]).sum()) // 2
        swaps = tiles if seats > 1 else 0
        hand = int(self.tables["hand_size"][0, seats])
        return tiles + swaps, hand * seats + tiles + hand * swaps

    def fill_scratch(self, w: States) -> None:
        w["sees_hands"] = self.layout.fields["hand"].sight is Sight.PUBLIC

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        if action >= self.dominoes.swap:
            return ""
        colours = len(self.dominoes.colours)
        one, two = divmod(action % colours**2, colours)
        return self.dominoes.kinds[int(self.tables["kind"][0, one, two])]


class DominoDisplay(Display):
    """The board, the tracks, and the hands that the viewer sees."""

    game: DominoGame

    def __init__(self, game: DominoGame) -> None:
        super().__init__(game)
        boards = game.tables["board"][0]
        self._printed = {n: game.dominoes.symbols(boards[n].tobytes()) for n in game.seats}
        # Two layouts may differ in whether everybody sees all hands.
        self._hands_are_open = game.layout.fields["hand"].sight is Sight.PUBLIC

    def show(self, seen: States) -> dict[str, Any]:
        dominoes, seats = self.game.dominoes, int(seen["seats"][0])
        return {
            "phase": "swap" if seen["phase"][0] == CHOOSING else "place",
            "board": dominoes.symbols(seen["board"][0].tobytes()),
            "printed": self._printed[seats].copy(),
            "tracks": seen["tracks"][0, :seats].tolist(),
            "hands": self._hands(seen) if self._hands_are_open else [None] * seats,
            "held": seen["held"][0, :seats].tolist(),
            "bag": int(seen["in_bag"][0]) + int(seen["beside_bag"][0]),
            "shown": dominoes.tiles(seen["shown"][0].tolist()),
        }

    def show_own(self, seen: States, viewer: int) -> dict[str, Any]:
        hands: list[list[str] | None] = [None] * int(seen["seats"][0])
        hands[viewer] = self.game.dominoes.tiles(seen["hand"][0, viewer].tolist())
        return {"hands": hands}

    def _hands(self, seen: States) -> list[list[str]]:
        seats = int(seen["seats"][0])
        return [self.game.dominoes.tiles(hand) for hand in seen["hand"][0, :seats].tolist()]
