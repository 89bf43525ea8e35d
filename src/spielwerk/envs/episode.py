"""One game in action numbers: dealt, played and observed with as little Python as possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces
from rich.console import Console

from spielwerk.envs import plies
from spielwerk.envs.compilation import for_envs
from spielwerk.envs.registry import default_seats
from spielwerk.envs.rewards import Kind, Rewards
from spielwerk.games import find
from spielwerk.match.match import Match
from spielwerk.match.retell import retell
from spielwerk.rules import batch, compilation
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted
from spielwerk.rules.luck import below
from spielwerk.rules.observation import Bytes, Observation
from spielwerk.rules.state import Numbers

RENDER_MODES = ("human", "ansi", "rgb_array")
ROOM = 512  # rows of a log; nature never makes more consecutive plies

Mask = npt.NDArray[np.int8]
Picture = npt.NDArray[np.uint8]  # rows, columns, and red, green and blue of each pixel


class Episode:
    """One game at a time, again and again. Nature's plies follow from the seed of each deal.

    If several seats may act at the same time, they choose one after another; no choice takes
    effect or can be seen until all have chosen. Rule options are keywords, as in
    `spielwerk.Match`. `observation_key` is the key of the observation beside its mask: RLlib's
    modules for masks expect "observations".
    """

    waiting: int
    """One bit per seat that has yet to choose."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        reward: Kind = "outcome",
        render_mode: str | None = None,
        first: int | Literal["lot"] = 0,
        parts: str | Path | None = None,
        observation_key: str = "observation",
        **options: str,
    ) -> None:
        self._key = observation_key
        self.game = find(game, parts, options)
        self.seats = self.game.check_seats(default_seats(self.game) if seats is None else seats)
        self._by_lot = first == "lot" and self.game.has_first
        self.first = 0 if first == "lot" else self.game.check_first(first, self.seats)
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            reason = f"the render mode must be one of {known}, not {quoted(render_mode)}"
            raise BadSetting("bad_render_mode", reason)
        self.render_mode = render_mode
        self.reward = Rewards(self.game, self.seats, reward)
        vectors, width = self.reward.are_vectors, self.reward.width
        self.nothing: Any = np.zeros(width, np.float32) if vectors else 0.0  # as a reward
        self.observation = Observation(self.game)
        compilation.ready(self.game, for_envs)
        self.states = self.game.layout.empty(1)
        self._luck = np.empty(1, np.uint64)
        self._weights = np.empty(self.game.most_odds, np.int64)
        self._size = self.observation.size
        self._room = np.empty(self.game.most_legal, np.int64)
        self._log = np.empty((ROOM, 2), np.int64)
        self._rows = 0
        self._chosen: list[tuple[int, int]] = []
        self.waiting = 0

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        compilation.ready(self.game, for_envs)  # in another process

    # Plies

    def begin(self, seed: int) -> None:
        """Deal a new game."""
        game = self.game
        self._luck = batch.stream(seed, 0)
        if self._by_lot:
            self.first = int(below(self._luck, self.seats))
        self._chosen.clear()
        self.waiting, self._rows = plies.deal(
            game.tables,
            self.states,
            0,
            self.seats,
            self.first,
            self._luck,
            self._weights,
            self._log,
        )
        self._before = self.reward.standing(self.states, 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting and not self._chosen

    def next_seat(self) -> int:
        """Return the lowest of the seats that have yet to choose."""
        waiting = int(self.waiting)  # plain Python kernels return NumPy's numbers
        return (waiting & -waiting).bit_length() - 1

    def choose(self, seat: int, action: int) -> bool:
        """Store a legal action of a waiting seat; return whether it has taken effect."""
        bit = 1 << seat
        if self.waiting == bit and not self._chosen:
            self._play(seat, action)
            return True
        self._chosen.append((seat, action))
        self.waiting ^= bit
        if self.waiting:
            return False
        for each in sorted(self._chosen):
            self._play(*each)
        self._chosen.clear()
        return True

    def _play(self, seat: int, action: int) -> None:
        if len(self._log) - self._rows < ROOM // 2:
            self._log = np.concatenate([self._log, np.empty_like(self._log)])
        self.waiting, self._rows = plies.play(
            self.game.tables,
            self.states,
            0,
            seat,
            action,
            self._luck,
            self._weights,
            self._log,
            self._rows,
        )

    # Observations, masks and rewards

    def observe(self, seat: int) -> Bytes:
        """Return what a seat may see."""
        row = np.empty(self._size, np.uint8)
        plies.look(self.game.tables, self.states, 0, seat, row)
        return row

    def observe_with(self, seat: int, mask: Mask) -> dict[str, Any]:
        """Return what a seat may see, and its mask."""
        return {self._key: self.observe(seat), "action_mask": mask}

    def mask(self, seat: int) -> Mask:
        """Return the mask of a waiting seat: 1 for each legal action."""
        mask = np.empty(self.game.actions, np.int8)
        plies.write_mask(self.game.tables, self.states, 0, seat, self._room, mask)
        return mask

    def collect_rewards(self) -> list[Any]:
        """Return each seat's reward since the last call, or since the deal."""
        paid = self.reward.after(self.states, 0, self._before)
        return list(paid.astype(np.float32)) if self.reward.are_vectors else paid[:, 0].tolist()

    def row_space(self) -> spaces.Box:
        """Return the space of observations: bytes, each with its own maximum."""
        high = self.observation.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)

    def observation_space(self, actions: int) -> spaces.Dict:
        """Return the space of observations with a mask over that many actions."""
        mask = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict({self._key: self.row_space(), "action_mask": mask})

    def reward_space(self) -> spaces.Box:
        """Return the space of rewards."""
        low, high = self.reward.low, self.reward.high
        return spaces.Box(low, high, np.shape(self.nothing), np.float32)

    # The game so far

    @property
    def log(self) -> Numbers:
        """All plies so far, including nature's: one row (seat, action) each."""
        return self._log[: self._rows].copy()

    def match(self) -> Match:
        """Return the game so far as a match, to inspect, record or analyse it."""
        return retell(self.game, self.seats, self.first, self.log)

    def render(self) -> str | Picture | None:
        """Draw the table as the seat to act sees it; if several are to act, as everybody sees it.

        Returns a text or a picture, or prints the text, as the render mode says.
        """
        if self.render_mode is None:
            logger.warn("render() does nothing: the environment was made without a render_mode")
            return None
        match = self.match()
        if self.render_mode == "ansi":
            return str(match)
        if self.render_mode == "rgb_array":
            from spielwerk.envs.picture import picture  # which needs Pillow, and a font

            return picture(match.__rich__())
        Console().print(match)
        return None
