"""Thousands of games at once: one array of states, stepped by one kernel on several threads.

Each step overwrites the same buffers, which may be the caller's; nothing is copied.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from spielwerk.envs import buffers as arrays
from spielwerk.envs import plies
from spielwerk.envs.afterstates import observe_afterstates
from spielwerk.envs.buffers import Array, Buffers, Masks
from spielwerk.envs.plies import Flags, Scratch
from spielwerk.envs.rewards import Rewards
from spielwerk.games import find
from spielwerk.rules.batch import APART, LOT
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.game import Game
from spielwerk.rules.given import quoted, whole
from spielwerk.rules.observation import Observation

MASKS = ("lists", "bits", "bools")
NEXT_STEP, SAME_STEP, DISABLED = AUTORESETS = ("next_step", "same_step", "disabled")
FEWEST = 256  # games per thread and batch
SEEDS = 1 << 64


class VectorGames:
    """Many instances of one game, each at its own ply.

    Buffers have one row per game. `shapes` returns their sizes; `buffers` may contain arrays of
    your own:

    - `seat`: the seat to act; once a game is over, the seat that acted last
    - `observations`: what that seat sees, if `observe`
    - `masks`: its legal actions, none once the game is over: as `"bits"` of words, the lowest
      first, as `"bools"`, or as `"lists"`, whose lengths are in `counts`
    - `actor`: the seat that acted in this step; -1 if the game was only dealt
    - `rewards`: each seat's reward for this step
    - `terminated`: whether the game ended with this step
    - `finished_returns`, `finished_lengths`: each seat's total reward in the game that ended last,
      and the number of its plies
    - `final_observations`: with autoreset in the same step, the last observation of that game

    Buffers that were not requested have no columns.

    If several seats may act at the same time, the lowest acts first. The same seed gives the same
    games for any number of threads.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int,
        n: int,
        *,
        seed: int | None = None,
        masks: Masks | None = "lists",
        observe: bool = True,
        reward: str = "outcome",
        autoreset: str = NEXT_STEP,
        threads: int = 1,
        first: int | Literal["lot"] = 0,
        options: Mapping[str, str] | None = None,
        buffers: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = find(game, options=options) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.n = _at_least_one(n, "games")
        if masks is not None:
            _check_one_of(masks, MASKS, "masks")
        _check_one_of(autoreset, AUTORESETS, "autoreset")
        self.masked_as, self.autoreset = masks, autoreset
        self.first = LOT if first == "lot" else self.game.check_first(first, self.seats)
        self.reward = Rewards(self.game, self.seats, reward)
        self.observation = Observation(self.game) if observe else None
        self.threads = _at_least_one(threads, "threads")
        self._compile("plies", masks, "rows" if observe else None)
        self._set_buffers(buffers or {})
        self._set_threads()
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    # Copies, by `copy.deepcopy` and `pickle`: with buffers and threads of their own

    @property
    def _settings(self) -> tuple[str, ...]:
        looks = ("masked_as", "autoreset", "first", "reward", "observation")
        return ("game", "seats", "n", "threads", *looks)

    @property
    def _arrays(self) -> list[Array]:
        return list(self._rows.arrays())

    def __getstate__(self) -> dict[str, Any]:
        settings = {name: getattr(self, name) for name in self._settings}
        return {"settings": settings, "arrays": self._arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state["settings"].items():
            setattr(self, name, value)
        self._set_buffers({})
        self._set_threads()
        for own, array in zip(self._arrays, state["arrays"], strict=True):
            own[...] = array

    def _compile(self, *kernels: str | None) -> None:
        """Compile what is not compiled yet, with a progress line on the terminal."""
        from spielwerk.envs import compilation  # which makes games such as these

        compilation.get_ready(self.game, kernels)

    # Buffers

    def shapes(self) -> arrays.Shapes:
        """Return the shape and type of each buffer."""
        keeps_final = self.autoreset == SAME_STEP
        return arrays.shapes(
            self.n, self.reward, self.masked_as, self.observation, keeps_final=keeps_final
        )

    def _set_buffers(self, given: Mapping[str, Array]) -> None:
        self._terms = tuple(self.reward.terms)
        own = arrays.shown(self.shapes(), given)
        self._rows = rows = arrays.allocate(self.n, self.game, self.reward, own)
        self.states, self.seat, self.actor = rows.games.states, own["seat"], own["actor"]
        self.rewards, self.terminated = own["rewards"], own["terminated"]
        self.finished_returns = own["finished_returns"]
        self.finished_lengths = own["finished_lengths"]
        self.masks, self.counts = rows.masks, rows.counts
        self.observations = rows.observations
        self.final_observations = rows.final_observations

    # Threads

    def _set_threads(self) -> None:
        threads = self.threads
        room = max(self.game.most_legal, len(self.reward.room))
        # With several threads, each takes the next few games when it has finished its last ones.
        few = self.n if threads == 1 else max(FEWEST, -(-self.n // (4 * threads)))
        self._parts = [self._rows.part(begin, begin + few) for begin in range(0, self.n, few)]
        # Far enough apart that no two threads write to the same line of a processor's cache.
        weights = np.empty((threads, self.game.most_odds + APART), np.int64)
        rooms = np.empty((threads, room + APART), np.int64)
        self._scratch = [Scratch(*own) for own in zip(weights, rooms, strict=True)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def _share(self, work: Callable[[Buffers, Scratch], None]) -> None:
        """Do the work part by part, on all threads."""
        parts = iter(self._parts)

        def run(scratch: Scratch) -> None:
            for part in parts:  # shared by all threads
                work(part, scratch)

        mine, *theirs = self._scratch
        others = [self._pool.submit(run, scratch) for scratch in theirs] if self._pool else []
        run(mine)
        for other in others:
            other.result()

    # Plies

    def reset(self, *, seed: int | None = None, which: Flags | None = None) -> None:
        """Deal all games again, or those in the mask `which`; with a seed, restart their chance."""
        if seed is not None:
            number = whole(seed)
            if number is None or number not in range(SEEDS):
                reason = f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}"
                raise BadSetting("bad_seed", reason)
        # A copy: `which` may be one of our own buffers, such as `terminated`.
        dealt = self._rows.everyone if which is None else np.array(which)
        if dealt.shape != (self.n,) or dealt.dtype != np.bool_:
            raise BadSetting("bad_which", f"`which` must be {self.n} bools, one per game")

        def work(part: Buffers, scratch: Scratch) -> None:
            games = part.games
            chosen = dealt[part.begin : part.begin + len(games.states)]
            if seed is not None:
                _seed(part, chosen, np.uint64(seed))
            games.actor[chosen], games.terminated[chosen], games.rewards[chosen] = -1, False, 0
            self._restart(part, chosen, scratch)
            self._show(part, scratch)

        self._share(work)

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one ply in each game; `actions` has the action of each game's seat to act.

        If any action is illegal, the call is refused and no game changes. A game that was already
        over is dealt again instead of using its action; without autoreset, it is refused.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            reason = f"{self.n} whole numbers are needed, one action per game"
            raise BadSetting("bad_actions", reason)
        np.copyto(self.chosen, given, casting="same_kind")
        refused: list[int] = []

        def look(part: Buffers, scratch: Scratch) -> None:
            games, over_too = part.games, self.autoreset == DISABLED
            bad = plies.first_refused(
                self.game.tables, games.states, games.seat, games.actions, over_too
            )
            if bad >= 0:
                refused.append(part.begin + int(bad))

        self._share(look)
        if refused:
            raise self._refusal(min(refused))
        self._advance(at_random=False)

    def random_step(self) -> None:
        """Make one ply in each game, choosing uniformly among the legal actions.

        With masks as lists, choose from these lists: other masks give other games.
        """
        if self.autoreset == DISABLED and not self.states["turn"].all():
            raise self._refusal(int(np.flatnonzero(self.states["turn"] == 0)[0]))
        self._advance(at_random=True)

    @property
    def chosen(self) -> npt.NDArray[np.int64]:
        """The actions of the last step; undefined for games that were only dealt."""
        return self._rows.games.actions

    def afterstates(self, rows: Array | None = None) -> Array:
        """Return what the seats to act would see after each action, before chance or a reply.

        One row per action: all of the first game in the order of its list, then the second, and so
        on; `counts` has the number for each game. With `rows`, write there and return the part
        that was written; it may have more rows than needed.
        """
        if not self.observation or self.masked_as != "lists":
            raise BadSetting("no_afterstates", "afterstates need observations and masks as lists")
        ends = np.cumsum(self.counts)
        shape = (int(ends[-1]), self.observation.size)
        if rows is None:
            rows = np.empty(shape, np.uint8)
        elif rows.ndim != 2 or len(rows) < shape[0]:
            raise BadSetting("bad_buffer", f"rows: at least {shape[0]} of them are needed now")
        else:
            rows = rows[: shape[0]]
        arrays.check("rows", rows, shape, np.dtype(np.uint8))
        self._compile("afterstates")
        written = rows

        def work(part: Buffers, scratch: Scratch) -> None:
            observe_afterstates(
                self.game.tables,
                part.games.states,
                part.games.seat,
                part.masks,
                part.counts,
                ends[part.begin : part.begin + len(part.counts)],
                self.game.layout.empty(1),
                written,
            )

        self._share(work)
        return written

    def _advance(self, *, at_random: bool) -> None:
        t, from_lists = self.game.tables, at_random and self.masked_as == "lists"

        def work(part: Buffers, scratch: Scratch) -> None:
            games = part.games
            if from_lists:
                plies.choose_listed(games.choices, part.masks, part.counts, games.actions)
            plies.advance(
                t, tuple(games), self._terms, tuple(scratch), at_random and not from_lists
            )
            self._answer(part, scratch)
            if self.autoreset == NEXT_STEP:
                self._restart(part, games.over, scratch)
            elif self.autoreset == SAME_STEP:
                if self.observation:
                    final = part.final_observations
                    plies.observe_some(t, games.states, games.seat, games.terminated, final)
                self._restart(part, games.terminated, scratch)
            self._show(part, scratch)

        self._share(work)

    def _answer(self, part: Buffers, scratch: Scratch) -> None:
        """Play the plies of other seats; here there are none."""

    def _restart(self, part: Buffers, which: Flags, scratch: Scratch) -> None:
        t, games, memory = self.game.tables, tuple(part.games), tuple(scratch)
        plies.restart(t, games, which, self.first, self._terms, memory)

    def _show(self, part: Buffers, scratch: Scratch) -> None:
        """Write the observations and masks of the seats to act."""
        t, states, seat = self.game.tables, part.games.states, part.games.seat
        if self.observation:
            plies.observe_some(t, states, seat, part.everyone, part.observations)
        if self.masked_as == "lists":
            plies.list_all(t, states, seat, part.masks, part.counts)
        elif self.masked_as == "bits":
            plies.mark_all(t, states, seat, scratch.room, part.masks)
        elif self.masked_as == "bools":
            plies.tick_all(t, states, seat, scratch.room, part.masks)

    def _refusal(self, number: int) -> IllegalMove:
        action, seat = int(self.chosen[number]), int(self.seat[number])
        where = f"{self.game.id}, game {number}"
        if self.states["turn"][number] == 0:
            return IllegalMove("over", f"{where} is over; deal it again", game=number)
        reason = f"{where}: action {action} is not legal for seat {seat} now"
        return IllegalMove("illegal_action", reason, game=number, seat=seat, action=action)


def _seed(part: Buffers, which: Flags, seed: np.uint64) -> None:
    """Set the random streams of the games in the mask `which`."""
    games = part.games
    luck, choices = np.empty_like(games.luck), np.empty_like(games.choices)
    plies.seed_streams(luck, choices, seed, part.begin)
    games.luck[which], games.choices[which] = luck[which], choices[which]


def _at_least_one(number: object, what: str) -> int:
    found = whole(number)
    if found is None or found < 1:
        raise BadSetting("bad_number", f"{what}: a whole number from 1 on, not {quoted(number)}")
    return found


def _check_one_of(word: str, known: tuple[str, ...], what: str) -> None:
    if word not in known:
        raise BadSetting("bad_choice", f"{what}: one of {', '.join(known)}, not {quoted(word)}")
