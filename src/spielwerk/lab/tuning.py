"""Tune a master's parameters in games against its default version.

Successive halving (Jamieson, Talwalkar 2016): many settings play a few games each, the better
half of them twice as many, until one is left. All settings of a round play the same deals. The
winner of many was also lucky, so it is measured once more, on new deals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from spielwerk.lab.arena import Contest, Ledger, Meeting, player
from spielwerk.lab.executors import Executor, in_order
from spielwerk.rules.errors import BadSetting
from spielwerk.rules.given import quoted

Settings = dict[str, int]
Watch = Callable[[str, int, int], None]  # task, done, total


def read_ranges(text: str) -> dict[str, tuple[int, int]]:
    """Parse parameter ranges: 'worlds=8..64,plies=1..4'."""
    found = {}
    for word in text.split(","):
        parsed = re.fullmatch(r"([a-z]+)=([0-9]{1,6})\.\.([0-9]{1,6})", word.strip(), re.ASCII)
        if not parsed or int(parsed[2]) > int(parsed[3]):
            reason = f"write what may vary like worlds=8..64,plies=1..4, not {quoted(word)}"
            raise BadSetting("bad_range", reason)
        found[parsed[1]] = int(parsed[2]), int(parsed[3])
    return found


def named(bot: str, settings: Mapping[str, int]) -> str:
    """Return the arena's name of a bot with other parameters."""
    name, at, budget = bot.partition("@")
    return ":".join([name, *(f"{key}={value}" for key, value in settings.items())]) + at + budget


@dataclass(frozen=True)
class Round:
    """Several contests on the same deals, which can be played in any order."""

    contests: tuple[Contest, ...]

    def ready(self) -> None:
        """Compile what these bots call, which is the same for all settings."""
        self.contests[0].ready()

    def __call__(self, number: int, /) -> list[Meeting]:
        """Play one deal of one contest."""
        deal, contest = divmod(number, len(self.contests))
        return self.contests[contest](deal)

    @property
    def numbers(self) -> range:
        """Every deal of every contest."""
        return range(self.contests[0].deals * len(self.contests))

    def ledgers(self, executor: Executor, tell: Callable[[int, int], None]) -> list[Ledger]:
        """Play them all."""
        ledgers = [Ledger(contest) for contest in self.contests]
        numbers = self.numbers
        for number, deal in enumerate(in_order(executor.run(self, numbers), numbers)):
            ledgers[number % len(ledgers)].add(deal)
            tell(number + 1, len(numbers))
        return ledgers


@dataclass(frozen=True)
class Tried:
    """One setting and its share of wins in its last round."""

    settings: Settings
    rounds: int
    games: int
    share: float


@dataclass(frozen=True)
class Tuning:
    """A search for a bot's parameters, each within a range, against its default version."""

    game: str
    bot: str
    ranges: dict[str, tuple[int, int]]
    candidates: int = 16
    games: int = 20  # of each candidate in the first round; each round twice as many
    seed: int = 1
    seats: int = 2

    def __post_init__(self) -> None:
        for end in (0, 1):  # refuse bad ranges before any game
            player(named(self.bot, {name: both[end] for name, both in self.ranges.items()}))
        self._contest(self.bot, 1, 0)

    def drawn(self) -> list[Settings]:
        """The candidates, each once; small numbers are as likely as large ones (log-uniform)."""
        luck = np.random.default_rng([self.seed, 0])
        found: list[Settings] = []
        for _ in range(20 * self.candidates):  # there may be fewer than requested
            one = {name: _draw(luck, *ends) for name, ends in self.ranges.items()}
            if one not in found:
                found.append(one)
            if len(found) == self.candidates:
                break
        return found

    def _contest(self, name: str, games: int, number: int) -> Contest:
        """Return a setting at one seat, and the default one at all others."""
        seed = int(np.random.SeedSequence([self.seed, number]).generate_state(1)[0])
        return Contest(self.game, (name, *(self.bot,) * (self.seats - 1)), self.seats, games, seed)

    def search(self, executor: Executor, watch: Watch) -> list[Tried]:
        """Return all settings, the best one first."""
        left, out, games, number = self.drawn(), list[Tried](), self.games, 1
        while True:
            contests = (self._contest(named(self.bot, one), games, number) for one in left)
            ledgers = Round(tuple(contests)).ledgers(executor, partial(watch, f"round {number}"))
            shares = [ledger.standings()[0].share for ledger in ledgers]
            order = sorted(range(len(left)), key=lambda k: -shares[k])
            keep = len(left) // 2
            tried = [Tried(left[k], number, games, shares[k]) for k in order]
            out = tried[keep:] + out
            if keep <= 1:
                return tried[:keep] + out
            left, games, number = [left[k] for k in order[:keep]], 2 * games, number + 1

    def proof(self, settings: Settings, games: int, executor: Executor, watch: Watch) -> Ledger:
        """Return the results of the best setting against the default one on new deals."""
        fresh = Round((self._contest(named(self.bot, settings), games, 1 << 20),))
        (ledger,) = fresh.ledgers(executor, partial(watch, "proof"))
        return ledger

    def as_dict(self, tried: Sequence[Tried], ledger: Ledger) -> dict[str, Any]:
        """Return the search and its results, ready for JSON."""
        best = ledger.standings()[0]
        return {
            "game": self.game,
            "bot": self.bot,
            "seats": self.seats,
            "seed": self.seed,
            "best": tried[0].settings,
            "share": best.share,
            "low": best.low,
            "high": best.high,
            "fair": 1 / self.seats,
            "games": ledger.deals * len(ledger.contest.line_ups()),
            "tried": [one.__dict__ for one in tried],
        }


def _draw(luck: np.random.Generator, low: int, high: int) -> int:
    return round(math.exp(luck.uniform(math.log(low + 0.5), math.log(high + 0.5))) - 0.5 + 1e-9)
