"""Many games as a vector environment of Gymnasium: alone, or self-play turn by turn."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import Space, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spielwerk.envs.opponents import OpponentGames
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
    """Many instances of one game, in which the learner has all seats, or all but one have bots.

    An observation is that of the seat to act (`infos["seat"]`), with its mask, or with `flat`
    without; the mask is also in `infos["action_mask"]`. The reward is that of the seat that acted
    (`infos["actor"]`); `infos["rewards"]` has those of all seats. When a game ends,
    `infos["finished"]` has each seat's total reward (`r`; alone, one number) and the number of
    plies (`l`); `infos["episode"]` is left to Gymnasium's `RecordEpisodeStatistics`. With
    autoreset in the same step, `final_obs` and `final_info` describe the end. Rule options are
    keywords, as in `spielwerk.Match`.

    With `bots` (one name for all other seats, or one per seat) the learner has the seat `seat`. All
    observations are its own, and so are the rewards: the sum for its ply and for the bots' plies
    until its next one. Bots think in kernels, for all games in one call.

    `observation_key` is the key of the observation beside its mask, as in `Episode`. Games are not
    drawn: `render_mode` must be None.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int | None = None,
        bots: str | Sequence[str] | None = None,
        *,
        seat: int = 0,
        reward: str = "outcome",
        flat: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        first: int | Literal["lot"] = 0,
        copy: bool = True,
        observation_key: str = "observation",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        if render_mode is not None:
            reason = f"many games at once are not drawn; draw one: spielwerk/{game}-v0 can"
            raise BadSetting("bad_render_mode", reason)
        mode = AutoresetMode(autoreset_mode)
        found = find(game, options=options)
        seats = found.check_seats(default_seats(found) if seats is None else seats)
        table = found, seats, num_envs
        settings: dict[str, Any] = {
            "masks": "bools",
            "reward": reward,
            "autoreset": MODES[mode],
            "threads": threads,
            "first": first,
        }
        if seats == 1 and not bots:
            bots = None  # there are no other seats
        self._learner = None if bots is None else seat
        self.games = (
            VectorGames(*table, **settings)
            if bots is None
            else OpponentGames(*table, bots, learner=seat, **settings)
        )
        self.num_envs, self.flat, self.copy = self.games.n, flat, copy
        self._key = observation_key
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
        return spaces.Dict({self._key: row, "action_mask": mask})

    # Bounds for every number of every game take more memory than the games: made when asked for.

    @functools.cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        """The space of all games' observations."""
        return batch_space(self.single_observation_space, self.num_envs)

    @functools.cached_property
    def action_space(self) -> Space[Any]:  # type: ignore[override]
        """The space of all games' actions."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games again, or those in `options["reset_mask"]`."""
        which = (options or {}).get("reset_mask")
        # A copy: the mask may be the games' own `terminated`, which a deal clears.
        dealt = self._all if which is None else np.array(which)
        self.games.reset(seed=seed, which=dealt)
        return self._seen(), self._infos(dealt)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Perform one action in each game."""
        games = self.games
        games.step(actions)
        infos = self._infos(self._all)
        ended = self._kept(games.terminated)
        if ended.any():
            infos |= {"finished": self._finished(), "_finished": ended}
            if games.autoreset == SAME_STEP:
                infos |= {"final_obs": self._final(), "_final_obs": ended}
                infos |= {"final_info": self._final_info(ended), "_final_info": ended}
        paid_to = games.actor if self._learner is None else self._learner
        paid = games.rewards[np.arange(self.num_envs), paid_to]  # 0 for all if nobody acted
        return self._seen(), paid.astype(np.float64), ended, self._never.copy(), infos

    # The games' buffers in Gymnasium's form

    def _kept(self, array: Any) -> Any:
        """Return an array that the next step does not overwrite, unless `copy` is off."""
        return array.copy() if self.copy else array

    @property
    def _mask(self) -> Any:
        return self._kept(self.games.masks.view(np.int8))

    def _seen(self) -> Any:
        rows = self._kept(self.games.observations)
        return rows if self.flat else {self._key: rows, "action_mask": self._mask}

    def _infos(self, which: Any) -> dict[str, Any]:
        games = self.games
        told = {"seat": games.seat, "actor": games.actor, "rewards": games.rewards}
        infos = {name: self._kept(array) for name, array in told.items()}
        infos["action_mask"] = self._mask
        return infos | {f"_{name}": which for name in infos}

    def _final_info(self, ended: Any) -> dict[str, Any]:
        """Return the last infos of the games that ended in this step: no action is legal."""
        games = self.games
        nothing = np.zeros((self.num_envs, games.game.actions), np.int8)
        told = {"actor": games.actor.copy(), "rewards": games.rewards.copy()}
        infos = {"seat": games.actor.copy(), **told, "action_mask": nothing}
        return infos | {f"_{name}": ended for name in infos}

    def _finished(self) -> dict[str, Any]:
        """Return total rewards and numbers of plies of the games that ended in this step."""
        ended, returns = self.games.terminated, self.games.finished_returns
        if self.games.seats == 1:
            returns = returns[:, 0]
        shown = ended.reshape(-1, *[1] * (returns.ndim - 1))
        lengths = self.games.finished_lengths
        return {"r": np.where(shown, returns, 0.0), "l": np.where(ended, lengths, 0)}

    def _final(self) -> Any:
        """Return the last observations, one object per game that ended in this step."""
        rows = self.games.final_observations
        found = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(self.games.terminated):
            row = rows[i].copy()
            nothing = np.zeros(self.games.game.actions, np.int8)
            found[i] = row if self.flat else {self._key: row, "action_mask": nothing}
        return found
