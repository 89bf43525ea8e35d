"""Baselines for learners: the mean reward of each bot in a learner's seat."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from spielwerk import bots
from spielwerk.bots.compilation import rehearse
from spielwerk.envs.registry import default_seats
from spielwerk.envs.rewards import Rewards
from spielwerk.games import find
from spielwerk.lab.arena import interval
from spielwerk.lab.bot_game import play
from spielwerk.lab.executors import Executor
from spielwerk.rules import batch, compilation


@dataclass(frozen=True)
class Trial:
    """A bot in the learner's seat of an environment such as `spielwerk/axio-v0`, seat 0."""

    game: str
    bot: str
    opponent: str  # at all other seats
    seats: int
    seed: int

    def ready(self) -> None:
        """Compile what these bots call."""
        game = find(self.game)
        compilation.ready(game)
        for name in (self.bot, self.opponent):
            rehearse(game, bots.bot(name, 0), self.seats)

    def __call__(self, number: int, /) -> tuple[float, int]:
        """Return the bot's reward for a game, and its result in points."""
        game = find(self.game)
        seeds = np.random.SeedSequence([self.seed, number]).generate_state(self.seats, np.uint64)
        names = [self.bot] + [self.opponent] * (self.seats - 1)
        players = [bots.bot(name, int(seed)) for name, seed in zip(names, seeds, strict=True)]
        s, _ = play(game, players, 0, batch.stream(self.seed, number))
        rewards = Rewards(game, self.seats)
        paid = rewards.after(s, 0, rewards.standing(s, 0))
        return float(paid[0, 0]), game.result(self.seats, game.scores(s, 0, 0))


@dataclass(frozen=True)
class Baseline:
    """The mean reward of a bot."""

    game: str
    seats: int
    bot: str
    opponent: str
    games: int
    reward: float
    low: float  # of the 95 % interval of the mean reward
    high: float
    result: float


def baselines(
    names: list[str], players: list[str], opponent: str, games: int, seed: int, executor: Executor
) -> Iterator[Baseline]:
    """Yield each bot in each game, at the environments' default table."""
    for name in names:
        seats = default_seats(find(name))
        for player in players:
            trial = Trial(name, player, opponent, seats, seed)
            outcomes = [outcome for _, outcome in executor.run(trial, range(games))]
            mean = mean_reward([reward for reward, _ in outcomes], seats)
            results = statistics.fmean(result for _, result in outcomes)
            yield Baseline(name, seats, player, opponent, games, *mean, results)


def mean_reward(outcomes: Sequence[float], seats: int) -> tuple[float, float, float]:
    """Return the mean of games' outcomes, and the ends of its 95 % interval.

    Outcomes are scaled to their possible range, so the interval is the arena's: within these
    bounds, and wider than a point if all games ended alike.
    """
    least = 0 if seats == 1 else -1
    scale = 1 - least
    shares = interval([(outcome - least) / scale for outcome in outcomes], len(outcomes))
    mean, low, high = (least + scale * share for share in shares)
    return mean, low, high
