"""One game by the nine kernels, with the luck of the same game among many."""

from spielwerk.games import find
from spielwerk.rules import batch
from spielwerk.rules.luck import weighted
from spielwerk.rules.state import NATURE, States


class OneGame:
    """Game `number` of `seed`, and those that follow it."""

    def __init__(self, name: str, seats: int, seed: int, number: int) -> None:
        self.game, self.seats = find(name), seats
        self.luck = batch.stream(seed, number)
        self.s: States = self.game.layout.empty(1)
        self.log: list[tuple[int, int]] = []

    def begin(self) -> None:
        self.log.clear()
        self.game.kernels.start(self.game.tables, self.s, 0, self.seats, 0)
        self._let_nature_act()

    def act(self, action: int) -> None:
        self._act(self.game.to_act(self.s, 0)[0], action)
        self._let_nature_act()

    def _let_nature_act(self) -> None:
        while self.game.to_act(self.s, 0) == (NATURE,):
            weights = self.game.odds(self.s, 0)
            self._act(NATURE, int(weighted(self.luck, weights, len(weights))))

    def _act(self, seat: int, action: int) -> None:
        self.game.kernels.act(self.game.tables, self.s, 0, seat, action)
        self.log.append((seat, action))

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.s, 0)
