"""Thousands of games at once: one array of states, stepped by one kernel over threads.

What comes of a step stands in buffers, the caller's own or ours, that are written again with
every step and never copied.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from spielwerk.envs import observing, stepping
from spielwerk.envs.afterstates import list_type, observe_afterstates
from spielwerk.envs.rewards import OUTCOME, SCORES, Rewards
from spielwerk.games import find
from spielwerk.rules.batch import APART, LOT
from spielwerk.rules.errors import BadSetting, IllegalMove
from spielwerk.rules.game import Game
from spielwerk.rules.numbers import quoted, whole

Array = npt.NDArray[Any]
MASKS = ("lists", "bits", "bools")
NEXT_STEP, SAME_STEP, DISABLED = AUTORESETS = ("next_step", "same_step", "disabled")
FEWEST = 256  # games that a thread takes at a time
SEEDS = 1 << 64


class VectorGames:
    """Games of one kind, each at its own ply.

    Buffers, a row a game (`shapes` tells how large; `buffers` may hold arrays of one's own):

    - `seat`: whose ply is due; once a game is over, who acted last
    - `observations`: what that seat sees, if `observe`
    - `masks`: the actions that it may choose, none once the game is over: as `"bits"` of words,
      the lowest first, as `"bools"`, or as `"lists"`, of which `counts` tells how long they are
    - `actor`: who acted in this step; -1 where a game was only dealt
    - `rewards`: what each seat got for it
    - `terminated`: whether the game ended with this step
    - `finished_returns`, `finished_lengths`: of the game that ended last, what each seat got in
      all, and how many plies seats made
    - `final_observations`: with autoreset in the same step, what was seen at the end

    What was not asked for has no columns.

    Of seats that may act at the same time the lowest is asked first. The same seed gives the same
    games, however many threads play.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int,
        n: int,
        *,
        seed: int | None = None,
        masks: Literal["lists", "bits", "bools"] | None = "lists",
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
        self.masked_as = None if masks is None else _one_of(masks, MASKS, "masks")
        self.autoreset = _one_of(autoreset, AUTORESETS, "autoreset")
        self.first = LOT if first == "lot" else self.game.check_first(first, self.seats)
        self.paying = Rewards(self.game, self.seats, reward)
        self.observing = observing.of(self.game) if observe else None
        self._get_ready()
        self._set_buffers(dict(buffers or {}))
        self._set_threads(_at_least_one(threads, "threads"))
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    def _get_ready(self) -> None:
        """Compile what is not compiled yet, and tell the terminal about it."""
        from spielwerk.envs import warming  # which makes games such as these

        warming.get_ready(self.game, self.masked_as, rows=self.observing is not None)

    def _get_ready_to_try(self) -> None:
        """The same for afterstates."""
        from spielwerk.envs import warming

        warming.get_ready_to_try(self.game)

    # Buffers

    def shapes(self) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
        """The shape and type of each buffer."""
        n, game = self.n, self.game
        numbers = (self.seats, self.paying.width)[: 2 if self.paying.kind == SCORES else 1]
        found: dict[str, tuple[tuple[int, ...], Any]] = {
            "seat": ((n,), np.int8),
            "actor": ((n,), np.int8),
            "rewards": ((n, *numbers), np.float32),
            "terminated": ((n,), np.bool_),
            "finished_returns": ((n, *numbers), np.float32),
            "finished_lengths": ((n,), np.int32),
        }
        if self.masked_as == "lists":
            found["masks"] = (n, game.most_legal), list_type(game)
            found["counts"] = (n,), np.int32
        elif self.masked_as == "bits":
            found["masks"] = (n, -(-game.actions // 64)), np.uint64
        elif self.masked_as == "bools":
            found["masks"] = (n, game.actions), np.bool_
        if self.observing:
            found["observations"] = (n, self.observing.size), np.uint8
            if self.autoreset == SAME_STEP:
                found["final_observations"] = found["observations"]
        return {name: (shape, np.dtype(kind)) for name, (shape, kind) in found.items()}

    def _set_buffers(self, given: dict[str, Array]) -> None:
        n, width = self.n, (self.seats, self.paying.width)
        own: dict[str, Array] = {}
        for name, (shape, kind) in self.shapes().items():
            own[name] = given.pop(name) if name in given else np.zeros(shape, kind)
            _check_buffer(name, own[name], shape, kind)
        if given:
            reason = f"there is no buffer {quoted(next(iter(given)))} (known: {', '.join(own)})"
            raise BadSetting("bad_buffer", reason)
        self.seat, self.actor = own["seat"], own["actor"]
        self.rewards, self.terminated = own["rewards"], own["terminated"]
        self.finished_returns = own["finished_returns"]
        self.finished_lengths = own["finished_lengths"]
        nothing = np.empty((n, 0), np.uint8)  # of what nobody asked for
        self.masks, self.counts = own.get("masks", nothing), own.get("counts", nothing)
        self.observations = own.get("observations", nothing)
        self.final_observations = own.get("final_observations", nothing)
        self.states = self.game.layout.empty(n)
        kept = 1 if self.paying.kind == OUTCOME else n  # outcomes hang on no earlier ply
        self._rows: dict[str, Array] = {
            "states": self.states,
            "luck": np.empty((n, 1), np.uint64),
            "choices": np.empty((n, 1), np.uint64),
            "actions": np.zeros(n, np.int64),
            "over": np.zeros(n, np.bool_),
            "all": np.ones(n, np.bool_),
            "returns": np.zeros((n, *width), np.float32),
            "lengths": np.zeros(n, np.int32),
            "before": np.zeros((kept, *width), np.int32),
            "masks": self.masks,
            "counts": self.counts,
            "observations": self.observations,
            "final_observations": self.final_observations,
            "seat": self.seat,
            "actor": self.actor,
            "terminated": self.terminated,
            "finished_lengths": self.finished_lengths,
            "rewards": self.rewards.reshape(n, *width),
            "finished_returns": self.finished_returns.reshape(n, *width),
        }

    # Threads

    def _set_threads(self, threads: int) -> None:
        game, room = self.game, max(self.game.most_legal, len(self.paying.room))
        # With several threads each takes the next few games when it is done with its last ones.
        few = self.n if threads == 1 else max(FEWEST, -(-self.n // (4 * threads)))
        self._parts = [self._part(begin, begin + few) for begin in range(0, self.n, few)]
        # Far enough apart that no two threads write to the same line of a processor's cache.
        self._weights = np.empty((threads, game.most_odds + APART), np.int64)
        self._rooms = np.empty((threads, room + APART), np.int64)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def _part(self, begin: int, end: int) -> SimpleNamespace:
        """Some of the games: their rows of everything that there is a row a game of."""
        rows = {
            name: array if len(array) < self.n else array[begin:end]
            for name, array in self._rows.items()
        }
        return SimpleNamespace(**rows, begin=begin)

    def _share(self, work: Callable[[SimpleNamespace, Array, Array], None]) -> None:
        """Let threads do the work, part by part."""
        parts = iter(self._parts)

        def run(thread: int) -> None:
            for part in parts:  # shared by all threads
                work(part, self._weights[thread], self._rooms[thread])

        threads = range(1, len(self._rooms))
        others = [self._pool.submit(run, thread) for thread in threads] if self._pool else []
        run(0)  # by this thread
        for other in others:
            other.result()

    # Plies

    def reset(self, *, seed: int | None = None, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal all games anew, or those that `which` names; with a seed, their luck too."""
        if seed is not None:
            number = whole(seed)
            if number is None or number not in range(SEEDS):
                reason = f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}"
                raise BadSetting("bad_seed", reason)
        dealt = self._rows["all"] if which is None else which
        if dealt.shape != (self.n,) or dealt.dtype != np.bool_:
            raise BadSetting("bad_which", f"`which` must be {self.n} bools, one a game")

        def work(part: SimpleNamespace, weights: Array, room: Array) -> None:
            chosen = dealt[part.begin : part.begin + len(part.states)]
            if seed is not None:
                self._seed(part, chosen, np.uint64(seed))
            part.actor[chosen], part.terminated[chosen], part.rewards[chosen] = -1, False, 0
            self._restart(part, chosen, weights, room)
            self._tell(part, room)

        self._share(work)

    def step(self, actions: npt.ArrayLike) -> None:
        """Make a ply in each game: `actions` has one for each seat to act.

        An action that is not legal is refused before anything has happened. Games that were over
        before are dealt anew instead, or refused without autoreset.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            reason = f"{self.n} whole numbers are needed, an action a game"
            raise BadSetting("bad_actions", reason)
        np.copyto(self.chosen, given, casting="same_kind")
        refused: list[int] = []

        def look(part: SimpleNamespace, weights: Array, room: Array) -> None:
            states, over_too = part.states, self.autoreset == DISABLED
            bad = stepping.first_refused(
                self.game.tables, states, part.seat, part.actions, over_too
            )
            if bad >= 0:
                refused.append(part.begin + int(bad))

        self._share(look)
        if refused:
            raise self._refusal(min(refused))
        self._advance()

    def random_step(self) -> None:
        """The same, each seat choosing one of its legal actions, all being equally likely."""
        if self.autoreset == DISABLED and not self.states["turn"].all():
            raise self._refusal(int(np.flatnonzero(self.states["turn"] == 0)[0]))
        self._advance(at_random=True)

    @property
    def chosen(self) -> npt.NDArray[np.int64]:
        """The actions of the last step; of games that were only dealt, any number."""
        return self._rows["actions"]

    def afterstates(self, rows: Array | None = None) -> Array:
        """What the seats to act would see after each of their actions, before anything follows.

        A row an action: all of the first game's, in the order of its list, then the second's, and
        so on; `counts` tells how many each has. They are written into `rows`, which may have more
        than are needed; what is returned is the part that was written.
        """
        if not self.observing or self.masked_as != "lists":
            raise BadSetting("no_afterstates", "afterstates need observations and masks as lists")
        ends = np.cumsum(self.counts)
        shape = (int(ends[-1]), self.observing.size)
        if rows is None:
            rows = np.empty(shape, np.uint8)
        elif rows.ndim != 2 or len(rows) < shape[0]:
            raise BadSetting("bad_buffer", f"rows: at least {shape[0]} of them are needed now")
        else:
            rows = rows[: shape[0]]
        _check_buffer("rows", rows, shape, np.dtype(np.uint8))
        self._get_ready_to_try()
        written = rows

        def work(part: SimpleNamespace, weights: Array, room: Array) -> None:
            observe_afterstates(
                self.game.tables,
                part.states,
                part.seat,
                part.masks,
                part.counts,
                ends[part.begin : part.begin + len(part.states)],
                self.game.layout.empty(1),
                written,
            )

        self._share(work)
        return written

    def _advance(self, *, at_random: bool = False) -> None:
        t, paying = self.game.tables, self.paying

        def work(part: SimpleNamespace, weights: Array, room: Array) -> None:
            stepping.advance(
                t,
                part.states,
                self.seats,
                paying.kind,
                paying.best,
                paying.signs,
                part.luck,
                weights,
                room,
                at_random,
                part.choices,
                part.actions,
                part.seat,
                part.actor,
                part.rewards,
                part.terminated,
                part.over,
                part.before,
                part.returns,
                part.lengths,
                part.finished_returns,
                part.finished_lengths,
            )
            if self.autoreset == NEXT_STEP:
                self._restart(part, part.over, weights, room)
            elif self.autoreset == SAME_STEP:
                if self.observing:
                    final = part.final_observations
                    stepping.observe_some(t, part.states, part.seat, part.terminated, final)
                self._restart(part, part.terminated, weights, room)
            self._tell(part, room)

        self._share(work)

    def _seed(self, part: SimpleNamespace, which: Array, seed: np.uint64) -> None:
        luck, choices = np.empty_like(part.luck), np.empty_like(part.choices)
        stepping.seed_streams(luck, choices, seed, part.begin)
        part.luck[which], part.choices[which] = luck[which], choices[which]

    def _restart(self, part: SimpleNamespace, which: Array, weights: Array, room: Array) -> None:
        stepping.restart(
            self.game.tables,
            part.states,
            which,
            self.seats,
            self.first,
            self.paying.kind,
            self.paying.signs,
            part.luck,
            weights,
            room,
            part.seat,
            part.before,
            part.returns,
            part.lengths,
        )

    def _tell(self, part: SimpleNamespace, room: Array) -> None:
        """Write what the seats to act see, and may do."""
        t, states, seat = self.game.tables, part.states, part.seat
        if self.observing:
            stepping.observe_some(t, states, seat, part.all, part.observations)
        if self.masked_as == "lists":
            stepping.list_all(t, states, seat, part.masks, part.counts)
        elif self.masked_as == "bits":
            stepping.mark_all(t, states, seat, room, part.masks)
        elif self.masked_as == "bools":
            stepping.tick_all(t, states, seat, room, part.masks)

    def _refusal(self, number: int) -> IllegalMove:
        action, seat = int(self.chosen[number]), int(self.seat[number])
        where = f"{self.game.id}, game {number}"
        if self.states["turn"][number] == 0:
            return IllegalMove("over", f"{where} is over; deal it anew", game=number)
        reason = f"{where}: action {action} is not legal for seat {seat} now"
        return IllegalMove("illegal_action", reason, game=number, seat=seat, action=action)


def _at_least_one(number: object, what: str) -> int:
    found = whole(number)
    if found is None or found < 1:
        raise BadSetting("bad_number", f"{what}: a whole number from 1 on, not {quoted(number)}")
    return found


def _one_of(word: str, known: tuple[str, ...], what: str) -> str:
    if word not in known:
        raise BadSetting("bad_choice", f"{what}: one of {', '.join(known)}, not {quoted(word)}")
    return word


def _check_buffer(name: str, array: object, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    if (
        not isinstance(array, np.ndarray)
        or array.shape != shape
        or array.dtype != kind
        or not array.flags.c_contiguous
        or not array.flags.writeable
    ):
        reason = f"{name}: a writeable, contiguous array of {shape} and {kind} is needed"
        raise BadSetting("bad_buffer", reason)
