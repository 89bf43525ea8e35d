"""Many games as a vector environment of Gymnasium: alone, or self-play turn by turn."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import Space, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spielwerk.envs.registry import default_seats
from spielwerk.envs.vector import DISABLED, NEXT_STEP, SAME_STEP, VectorGames
from spielwerk.games import find
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.game import Game
from spielwerk.rules.observation import Observation

MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


class GamesVectorEnv(VectorEnv[Any, Any, Any]):
    """Games of one kind, in which every seat is the learner's.

    An observation is that of the seat to act (`infos["seat"]`), with its mask, or with `flat` what
    it sees alone; the mask is then in `infos["action_mask"]`. The reward is what the seat that
    acted (`infos["actor"]`) got for its ply; what all seats got is in `infos["rewards"]`. When a
    game ends, `infos["episode"]` has the rewards of each seat in all (`r`; alone, one number) and
    the plies (`l`). Rule options come as keywords, as in `spielwerk.Match`.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int | None = None,
        bots: Sequence[str] = (),
        *,
        reward: str = "outcome",
        flat: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        first: int | Literal["lot"] = 0,
        copy: bool = True,
        **options: str,
    ) -> None:
        if bots:
            raise BadSetting("bad_bots", "many games at once have no bots: all seats are yours")
        mode = AutoresetMode(autoreset_mode)
        found = find(game, options=options)
        self.games = VectorGames(
            found,
            default_seats(found) if seats is None else seats,
            num_envs,
            masks="bools",
            reward=reward,
            autoreset=MODES[mode],
            threads=threads,
            first=first,
        )
        self.num_envs, self.flat, self.copy = self.games.n, flat, copy
        self.metadata = {"autoreset_mode": mode}
        self._all = np.ones(self.num_envs, np.bool_)
        self._never = np.zeros(self.num_envs, np.bool_)
        self.single_action_space = spaces.Discrete(found.actions)
        self.single_observation_space = self._observation_space(found)

    def _observation_space(self, game: Game) -> Space[Any]:
        high = Observation(game).high
        row = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        if self.flat:
            return row
        mask = spaces.Box(0, 1, (game.actions,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    # Bounds for each number of each game take more room than the games, and few ask for them.

    @functools.cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_observation_space, self.num_envs)

    @functools.cached_property
    def action_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        which = (options or {}).get("reset_mask")
        self.games.reset(seed=seed, which=which)
        dealt = self._all if which is None else which
        return self._seen(), self._infos(dealt)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        games = self.games
        games.step(actions)
        infos = self._infos(self._all)
        ended = self._kept(games.terminated)
        if ended.any():
            infos |= {"episode": self._finished(), "_episode": ended}
            if games.autoreset == SAME_STEP:
                infos |= {"final_obs": self._final(), "_final_obs": ended}
        paid = games.rewards[np.arange(self.num_envs), games.actor]  # 0 for all if nobody acted
        return self._seen(), paid.astype(np.float64), ended, self._never.copy(), infos

    # What stands in the games' buffers, as Gymnasium wants it

    def _kept(self, array: Any) -> Any:
        """Return an array that the next step may not change, unless that is wanted."""
        return array.copy() if self.copy else array

    @property
    def _mask(self) -> Any:
        return self._kept(self.games.masks.view(np.int8))

    def _seen(self) -> Any:
        rows = self._kept(self.games.observations)
        return rows if self.flat else {"observation": rows, "action_mask": self._mask}

    def _infos(self, which: Any) -> dict[str, Any]:
        games = self.games
        told = {"seat": games.seat, "actor": games.actor, "rewards": games.rewards}
        infos = {name: self._kept(array) for name, array in told.items()}
        if self.flat:
            infos["action_mask"] = self._mask
        return infos | {f"_{name}": which for name in infos}

    def _finished(self) -> dict[str, Any]:
        """Return what seats got in all, and the number of plies, of games that ended now."""
        ended, returns = self.games.terminated, self.games.finished_returns
        if self.games.seats == 1:
            returns = returns[:, 0]
        shown = ended.reshape(-1, *[1] * (returns.ndim - 1))
        lengths = self.games.finished_lengths
        return {"r": np.where(shown, returns, 0.0), "l": np.where(ended, lengths, 0)}

    def _final(self) -> Any:
        """Return what was seen at the end, an object for each game that ended now."""
        rows = self.games.final_observations
        found = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(self.games.terminated):
            row = rows[i].copy()
            nothing = np.zeros(self.games.game.actions, np.int8)
            found[i] = row if self.flat else {"observation": row, "action_mask": nothing}
        return found
