"""What people meet in both games of two-symbol tiles: refusals, records, hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from spielwerk.games.axio import lines, table
from spielwerk.games.axio.comparing import rank_compare
from spielwerk.games.axio.notation import Notation, cell_name
from spielwerk.rules.deciding import Comparison
from spielwerk.rules.errors import IllegalMove, RecordError
from spielwerk.rules.game import Game
from spielwerk.rules.lines import Line
from spielwerk.rules.numbers import quoted
from spielwerk.rules.records import expect_keys, own_hand, read_first
from spielwerk.rules.state import Sight, States


class DominoGame(Game):
    """A game of hands of tiles that are drawn from a bag and laid on a board."""

    notation: ClassVar[Notation]
    printed: ClassVar[str]  # what the game calls the symbols on its board
    unordered = frozenset({"hands", "drew", "returned"})

    def __init__(
        self, parts: Path | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(parts, options)
        boards = self.tables["board"][0]
        self._printed = {n: self.notation.symbols(boards[n].tobytes()) for n in self.seats}

    def score_names(self, seats: int) -> tuple[str, ...]:
        return tuple(self.notation.colours)

    def result(self, seats: int, scores: list[int]) -> int:
        return min(scores)

    def comparisons(self, s: States, i: int, seats: int) -> list[Comparison]:
        return rank_compare([self.scores(s, i, seat) for seat in range(seats)])  # AX-18, HX-13

    def most_plies(self, seats: int) -> tuple[int, int]:
        """A tile covers two free cells; after each, a hand may be swapped, but not alone."""
        tiles = int(np.bitwise_count(self.tables["free"][0, seats]).sum()) // 2
        swaps = tiles if seats > 1 else 0
        hand = int(self.tables["hand_size"][0, seats])
        return tiles + swaps, hand * seats + tiles + hand * swaps

    def write(self, s: States, i: int, seat: int, action: int) -> str:
        return self.notation.write(action)

    def read(self, s: States, i: int, seat: int, move: str) -> int:
        return self.notation.read(move)

    def kind(self, s: States, i: int, seat: int, action: int) -> str:
        is_tile = action < self.notation.swap
        return self.notation.kinds[self.notation.kind_of(action)] if is_tile else ""

    def refusal(self, s: States, i: int, seat: int, action: int) -> IllegalMove:
        choosing = s["phase"][i] == table.CHOOSING
        if choosing or action >= self.notation.swap:
            if choosing:
                return IllegalMove("swap_or_keep", "only 'swap' or 'keep' is possible now")
            return IllegalMove("no_swap", "a swap is not offered now; a tile has to be laid")
        for cell in self.notation.cells_of(action):
            name = cell_name(cell)
            if s["board"][i, cell] > len(self.notation.colours):
                reason = f"{name} is outside the area in play"
                return IllegalMove("outside_area", reason, cell=name)
            if not int(s["free"][i, cell >> 6]) >> (cell & 63) & 1:
                return IllegalMove("cell_not_free", f"{name} is not free", cell=name)
        kind = self.notation.kind_of(action)
        if s["hand"][i, seat, kind] == 0:
            tile = self.notation.kinds[kind]
            return IllegalMove("not_in_hand", f"the tile {tile} is not in hand", tile=tile)
        reason = f"a first tile must touch a {self.printed}, and only one that no tile touches yet"
        return IllegalMove("first_tile", reason)

    # Points

    def placement_lines(
        self, kernel: Callable[..., int], s: States, i: int, seat: int, action: int
    ) -> list[Line]:
        """The lines of a placement as `kernel` writes them; swapping and keeping have none.

        A line's first cell is the half laid, or the cell closed in; then come the symbols that
        count, a point each.
        """
        if action >= self.notation.swap:
            return []
        rows = np.empty((lines.ROWS, lines.COLUMNS), np.int64)
        n = kernel(self.tables, s[i : i + 1].copy(), 0, seat, action, rows)
        return [
            Line(
                tuple(self.notation.names[cell] for cell in cells[: points + 1]),
                self.notation.colours[colour],
                points,
            )
            for colour, points, *cells in rows[:n].tolist()
        ]

    # Records

    def topic(self, s: States, i: int) -> int:
        return int(s["seat"][i])  # who draws

    def write_setup(self, s: States, i: int, decided: list[tuple[Any, int]]) -> dict[str, Any]:
        hands: list[list[str]] = [[] for _ in range(int(s["seats"][i]))]
        for seat, kind in decided:
            hands[seat].append(self.notation.kinds[kind])
        return {"hands": hands, "first": int(s["first"][i])}

    def read_setup(self, setup: dict[str, Any], seats: int) -> tuple[int, Iterator[int]]:
        expect_keys(setup, ("hands", "first"), (), "setup")
        hands, first = setup["hands"], read_first(setup, seats)
        if not isinstance(hands, list) or len(hands) != seats:
            raise RecordError("bad_setup", f"'hands' must hold {seats} hands, one a seat")
        size = int(self.tables["hand_size"][0, seats])
        outcomes: list[int] = []
        for seat, hand in enumerate(hands):
            kinds = self._kinds(hand, f"the hand of seat {seat}")
            if len(kinds) != size:
                raise RecordError(
                    "bad_setup", f"seat {seat} must be dealt {size}, not {len(kinds)}"
                )
            outcomes += kinds
        return first, iter(outcomes)

    def write_reveals(
        self, s: States, i: int, action: int, decided: list[tuple[Any, int]]
    ) -> dict[str, Any]:
        reveals: dict[str, Any] = {}
        if action == self.notation.swap:
            reveals["returned"] = self.notation.tiles(s["shown"][i].tolist())
        if decided:
            reveals["drew"] = [self.notation.kinds[kind] for _, kind in decided]
        return reveals

    def read_reveals(self, reveals: dict[str, Any], s: States, i: int) -> Iterator[int]:
        expect_keys(reveals, (), ("drew", "returned"), "reveals")
        self._kinds(reveals.get("returned", []), "'returned'")
        return iter(self._kinds(reveals.get("drew", []), "'drew'"))

    def _kinds(self, tiles: Any, what: str) -> list[int]:
        if not isinstance(tiles, list):
            raise RecordError("bad_tiles", f"{what} must be a list of tiles")
        for tile in tiles:
            if tile not in self.notation.kinds:
                raise RecordError("bad_tiles", f"{what}: {quoted(tile)} is no tile")
        return [self.notation.kinds.index(tile) for tile in tiles]

    # Views

    @property
    def hands_are_open(self) -> bool:
        """Whether everybody sees all hands."""
        return self.layout.fields["hand"].sight is Sight.PUBLIC

    def seen_reveals(
        self, reveals: dict[str, Any], seat: int, viewer: int | None
    ) -> dict[str, Any]:
        if viewer == seat or self.hands_are_open:
            return reveals
        return {"returned": reveals["returned"]} if "returned" in reveals else {}  # AX-13

    def seen_setup(self, setup: dict[str, Any], viewer: int | None) -> dict[str, Any]:
        if self.hands_are_open:
            return setup
        return {"hands": own_hand(setup["hands"], viewer), "first": setup["first"]}

    def show(self, seen: States) -> dict[str, Any]:
        seats = int(seen["seats"][0])
        return {
            "phase": "swap" if seen["phase"][0] == table.CHOOSING else "place",
            "board": self.notation.symbols(seen["board"][0].tobytes()),
            "printed": self._printed[seats].copy(),
            "tracks": seen["tracks"][0, :seats].tolist(),
            "hands": self._hands(seen) if self.hands_are_open else [None] * seats,
            "held": seen["held"][0, :seats].tolist(),
            "bag": int(seen["in_bag"][0]) + int(seen["beside_bag"][0]),
            "shown": self.notation.tiles(seen["shown"][0].tolist()),
        }

    def show_own(self, seen: States, viewer: int) -> dict[str, Any]:
        hands: list[list[str] | None] = [None] * int(seen["seats"][0])
        hands[viewer] = self.notation.tiles(seen["hand"][0, viewer].tolist())
        return {"hands": hands}

    def _hands(self, seen: States) -> list[list[str]]:
        seats = int(seen["seats"][0])
        return [self.notation.tiles(hand) for hand in seen["hand"][0, :seats].tolist()]
