"""Learn Anubixx from self-play: python examples/learn_anubixx.py [--evaluate geselle]

A small network predicts a seat's final lead in points from what the seat sees after its action
(an afterstate). Each player chooses the action with the most valuable afterstate, and the
network learns from the results. docs/learning.md goes through it step by step.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small here: threads only slow it down

import numpy as np
import numpy.typing as npt
import typer

from spielwerk.bots import Bot, bot
from spielwerk.bots.knowledge import Knowledge
from spielwerk.bots.player import Candidate, Thought
from spielwerk.envs.afterstates import after
from spielwerk.envs.vector import VectorGames
from spielwerk.games import find
from spielwerk.lab.arena import interval
from spielwerk.lab.bot_game import play
from spielwerk.rules import batch
from spielwerk.rules.observation import Observation

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.uint8]

GAME, SEATS = "anubixx", 2
TEN_POINTS = 10  # a lead of ten points has the value 1
AT_ONCE, STEPS = 256, 64  # games played at once, and plies of each between two lessons
HIDDEN = (128, 32)
LAMBDA = 0.8  # the weight of the game's result in a target, rather than of the next value
TEMPERATURE = 0.03  # exploration: an action worth 0.3 points less is e times less likely
RATE, LAST_RATE, PART = 1e-3, 1e-4, 256  # learning rates, and rows per step


class Network:
    """Predict values of afterstates: layers of ReLUs, trained with Adam."""

    def __init__(self, weights: list[Floats]) -> None:
        self.weights = weights  # alternately the matrix and the bias of each layer
        high = Observation(find(GAME)).high
        self.scale = 1 / np.minimum(high, 10).astype(np.float32)
        self.means = [np.zeros_like(w) for w in weights]
        self.squares = [np.zeros_like(w) for w in weights]
        self.lessons = 0

    @classmethod
    def new(cls, luck: np.random.Generator) -> Network:
        """Return an untrained network."""
        sizes = [Observation(find(GAME)).size, *HIDDEN, 1]
        weights: list[Floats] = []
        for ins, outs in pairwise(sizes):
            drawn = luck.normal(0, np.sqrt(2 / ins), (ins, outs))
            weights += [drawn.astype(np.float32), np.zeros(outs, np.float32)]
        return cls(weights)

    @classmethod
    def load(cls, file: Path) -> Network:
        with np.load(file) as kept:
            return cls([kept[name] for name in kept.files])

    def save(self, file: Path) -> None:
        with file.open("wb") as out:
            np.savez(out, *self.weights)

    def layers(self, rows: Rows) -> list[Floats]:
        """Return the output of each layer; the last one has the rows' values."""
        found: list[Floats] = [np.multiply(rows, self.scale, dtype=np.float32)]
        for matrix, bias in zip(self.weights[::2], self.weights[1::2], strict=True):
            if len(found) > 1:
                np.maximum(found[-1], 0, out=found[-1])
            found.append(found[-1] @ matrix + bias)
        return found

    def values(self, rows: Rows) -> Floats:
        """Return the seat's predicted final lead, in tens of points."""
        return self.layers(rows)[-1][:, 0]

    def learn(self, rows: Rows, targets: Floats, rate: float) -> float:
        """Make one step towards the targets; return the mean squared error before it."""
        layers = self.layers(rows)
        error = layers.pop() - targets[:, None]
        slope = 2 * error / len(rows)
        self.lessons += 1
        pace = rate * np.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
        for k in reversed(range(len(layers))):
            slopes = layers[k].T @ slope, slope.sum(0)
            if k > 0:
                slope = slope @ self.weights[2 * k].T * (layers[k] > 0)
            for n, found in enumerate(slopes, 2 * k):
                self.means[n] += 0.1 * (found - self.means[n])
                self.squares[n] += 0.001 * (found**2 - self.squares[n])
                self.weights[n] -= pace * self.means[n] / (np.sqrt(self.squares[n]) + 1e-6)
        return float((error**2).mean())


class Ply(NamedTuple):
    """One ply in each of many games."""

    rows: Rows  # the afterstates chosen
    values: Floats  # as the network predicted
    seat: npt.NDArray[np.int8]  # the seat that chose
    over: npt.NDArray[np.bool_]  # whether the game ended
    results: Floats  # if so, each seat's points


def play_on(games: VectorGames, network: Network, luck: np.random.Generator) -> Ply:
    """Make one ply in each game; the better an afterstate seems, the likelier it is chosen."""
    rows = games.afterstates()  # all of game 0, then all of game 1, …
    values = network.values(rows)
    game = np.repeat(np.arange(games.n), games.counts)  # the game of each row
    begins = np.cumsum(games.counts) - games.counts
    tried = values + TEMPERATURE * luck.gumbel(size=len(values))
    chosen = np.lexsort((-tried, game))[begins]  # game by game, the best first
    seat = games.seat.copy()
    games.step(games.masks[np.arange(games.n), chosen - begins])
    results = np.divide(games.finished_returns, TEN_POINTS, dtype=np.float32)
    return Ply(rows[chosen], values[chosen], seat, games.terminated.copy(), results)


def look_back(plies: list[Ply]) -> Floats:
    """Return each afterstate's target (TD(λ)); NaN where it is not known yet."""
    every = np.arange(len(plies[0].seat))
    to_come = np.full((len(every), SEATS), np.nan, np.float32)  # for each seat
    targets = []
    for ply in reversed(plies):
        ahead = ply.results - ply.results[:, ::-1]
        to_come[ply.over] = ahead[ply.over]
        target = to_come[every, ply.seat]
        blend = LAMBDA * target + (1 - LAMBDA) * ply.values
        to_come[every, ply.seat] = np.where(np.isnan(target), ply.values, blend)
        targets.append(target)
    return np.stack(targets[::-1])


def train(network: Network, lessons: int, luck: np.random.Generator) -> Iterator[float]:
    """Alternate between play and learning; yield the mean squared error of each lesson."""
    games = VectorGames(
        GAME,
        SEATS,
        AT_ONCE,
        seed=int(luck.integers(1 << 63)),
        reward="points",
        autoreset="same_step",
    )
    for lesson in range(lessons):
        plies = [play_on(games, network, luck) for _ in range(STEPS)]
        rows, targets = np.stack([ply.rows for ply in plies]), look_back(plies)
        known = ~np.isnan(targets)
        rows, targets = rows[known], targets[known]
        rate = RATE + (LAST_RATE - RATE) * lesson / lessons
        parts = np.array_split(luck.permutation(len(rows)), max(1, len(rows) // PART))
        yield float(np.mean([network.learn(rows[p], targets[p], rate) for p in parts]))


class Learned(Bot):
    """Choose the action that the network values most."""

    name = "learned"

    def __init__(self, network: Network) -> None:
        super().__init__(seed=0)  # it makes no random choices
        self.network = network

    def think(self, known: Knowledge) -> Thought:
        legal = known.legal()
        values = self.network.values(after(known.game, known.seen, known.seat, legal))
        order = np.argsort(-values, kind="stable")
        return Thought([Candidate(int(legal[k]), float(values[k])) for k in order], len(legal))


def evaluate(network: Network, against: str, number: int, seed: int) -> tuple[float, float, float]:
    """Return the share of wins with its 95 % interval; each deal is played twice, seats swapped."""
    game = find(GAME)
    shares = []
    for deal in range(number // 2):
        won = 0.0
        for seat in range(SEATS):
            players = [bot(against, deal), bot(against, deal)]
            players[seat] = Learned(network)
            s, _ = play(game, players, 0, batch.stream(seed, deal))
            ranks = game.ranks(s, 0, SEATS)
            won += (ranks[seat] == 1) / ranks.count(1)
        shares.append(won / SEATS)
    return interval(shares, SEATS * len(shares))


def main(
    lessons: Annotated[int, typer.Option(help="How often to play and learn.", min=1)] = 400,
    file: Annotated[Path, typer.Option(help="Where the network is kept.")] = Path("learned.npz"),
    against: Annotated[
        str | None, typer.Option("--evaluate", help="Don't learn: play against this bot.")
    ] = None,
    games: Annotated[int, typer.Option(help="How many games to play against it.", min=2)] = 400,
    seed: Annotated[
        int, typer.Option(help="Of luck; what is learned on and played on differs.")
    ] = 1,
) -> None:
    """Learn Anubixx, or evaluate what was learned."""
    if against:
        share, low, high = evaluate(Network.load(file), against, games, seed)
        typer.echo(f"{games} games against {against}: {share:.1%} ({low:.1%} to {high:.1%})")
        return
    luck = np.random.default_rng(seed)
    network = Network.new(luck)
    begun = time.monotonic()
    for lesson, error in enumerate(train(network, lessons, luck), 1):
        if lesson % max(1, lessons // 10) == 0:
            points, seconds = TEN_POINTS * error**0.5, time.monotonic() - begun
            typer.echo(f"lesson {lesson}, {seconds:.0f} s: values were off by {points:.2f} points")
    network.save(file)


if __name__ == "__main__":
    typer.run(main)
