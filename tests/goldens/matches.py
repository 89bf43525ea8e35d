"""Whole matches: records, views, moves, points, refusals; and what `spielwerk simulate` writes."""

from __future__ import annotations

import contextlib
import io
import json
import random
import runpy
import sys
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import spielwerk as sw
from goldens.digests import Facets
from goldens.tables import Table, choose, pick, some

# How greedily moves are chosen in each match: random play alone never reaches much.
GREEDS = (0.0, 0.5, 1.0)
MATCHES = 2  # of each greed
LOOKS = 6  # plies between two closer looks
LETTERS = "abcdefghijklmnrgbyop0123456789-+/_* ()XA"
ALIKE = ("rgbyop", "abcdefghijklmn", "0123456789", "ABCDEF")  # letters that replace one another
NONSENSE = ("", " ", "pass", "br f10-g10", "br f10", "A1", "x" * 300, "swap", "keep", "0", "ÄÖ")


def watch(facets: Facets, table: Table, number: int) -> None:
    """Play some matches from deal to end, each with one of the greeds."""
    for seed in range(number * MATCHES, (number + 1) * MATCHES):
        _watch(facets, table, seed, GREEDS[number])


def _watch(facets: Facets, table: Table, seed: int, greed: float) -> None:
    first: int | Literal["lot"] = "lot" if seed % 2 else 0
    match = sw.Match(table.game, table.seats, seed, first=first, **table.options)
    luck = random.Random(seed)
    known: list[str] = [*NONSENSE]  # moves from which wrong ones are made
    while not match.over:
        lists = [match.legal(seat) for seat in range(match.seats)]
        facets.add("legal", match.to_act, lists)
        facets.add("undo", [_refused(match.undo, seat) for seat in _refusing(match)])
        if match.length % LOOKS == 0:
            _look(facets, match, luck, known)
        known += some(luck, [move for moves in lists for move in moves], 3)
        seat, move = choose(match, luck, greed)
        match.play(move, seat)
    _look(facets, match, luck, known)
    record = match.record(trace=True)
    facets.add("record", record, match.record())
    facets.add("ranks", match.ranks, _tiebreaks(match))
    for ply in range(match.length):
        facets.add("lines", match.lines(ply))
    facets.add("replays", _refused(sw.check_fair, record), *_replayed(record, luck))


def _tiebreaks(match: Any) -> list[Any]:
    """Return the comparisons that decided the ranks; goldens still call them steps."""
    found = match.tiebreaks if hasattr(match, "tiebreaks") else match.steps
    return [[one.name, one.values, one.ranks] for one in found]


def _refusing(match: sw.Match) -> list[int]:
    """Return the seats that can't take anything back now."""
    return [seat for seat in range(match.seats) if not match.can_undo(seat)]


def _look(facets: Facets, match: sw.Match, luck: random.Random, known: list[str]) -> None:
    """Add everything that can be asked of a position."""
    viewers = [None, *range(match.seats)]
    for viewer in viewers:
        facets.add("views", match.view(viewer), match.view(viewer, match.length))
        facets.add("seen_records", match.seen_record(viewer))
    facets.add("drawings", str(match))
    facets.add("states", match.states)
    facets.add("scores", [match.scores(seat) for seat in range(match.seats)])
    for seat in range(match.seats):
        moves = some(luck, match.legal(seat), 5)
        facets.add("previews", [match.preview(move, seat) for move in moves])
        for move in moves[:2]:
            other = sw.replay(match.record())
            other.play(move, seat)
            facets.add("lines", move, other.lines(match.length))
        wrong = [_wrong(luck, pick(luck, (known, moves or known))) for _ in range(18)]
        wrong += some(luck, known, 6)
        for move in wrong if moves else wrong[:1]:
            facets.add("refusals", move, _refused(match.preview, move, seat))
    for nobody in (None, match.seats, -1, "0"):
        facets.add("refusals", nobody, _refused(match.preview, pick(luck, known), nobody))


def _wrong(luck: random.Random, known: list[str]) -> str:
    """Return a move that may have a mistake in it, but is seldom unreadable."""
    move, other = pick(luck, known), pick(luck, known)
    at = int(luck.random() * (len(move) + 1))
    letter = move[at : at + 1]
    alike = next((kind for kind in ALIKE if letter and letter in kind), LETTERS)
    words = move.split()
    ways: tuple[Callable[[], str], ...] = (
        lambda: move[:at] + pick(luck, alike) + move[at + 1 :],
        lambda: move[:at] + pick(luck, alike) + move[at + 1 :],
        lambda: " ".join([*words[:-1], *other.split()[-1:]]),
        lambda: " ".join([*words[:1], *other.split()[1:]]),
        lambda: " ".join(reversed(words)),
        lambda: move[:at] + move[at + 1 :],
        lambda: move[:at] + pick(luck, LETTERS) + move[at:],
        move.upper,
    )
    return pick(luck, ways)()


def _refused(act: Callable[..., Any], *args: Any) -> Any:
    """Return the result of a call, or the type and code of its refusal."""
    try:
        return act(*args)
    except sw.SpielwerkError as refusal:
        return [type(refusal).__name__, refusal.code]


def _replayed(record: dict[str, Any], luck: random.Random) -> Iterator[Any]:
    """Return the results for a valid record, and for some with changes."""
    yield sw.replay(record).record(trace=True) == record
    for alter in (_drop, _swap, _score, _move, _reveal, _rank):
        altered = deepcopy(record)
        alter(altered, int(luck.random() * len(record["plies"])), luck)
        try:
            yield sw.replay(altered).length
        except sw.RecordError as refusal:
            yield alter.__name__, refusal.code, refusal.ply


def _drop(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    del record["plies"][ply]


def _swap(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    record["plies"].insert(0, record["plies"].pop(ply))


def _score(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    record["plies"][ply]["scores"][0] += 1


def _move(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    record["plies"][ply]["move"] = pick(luck, record["plies"])["move"]


def _reveal(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    record["plies"][ply]["reveals"] = pick(luck, record["plies"]).get("reveals", {})


def _rank(record: dict[str, Any], ply: int, luck: random.Random) -> None:
    record["result"]["ranks"].reverse()


def simulate(facets: Facets, table: Table) -> None:
    """Add what `spielwerk simulate` prints of random games, and the records that it writes."""
    options = [f"--option={name}={value}" for name, value in table.options.items()]
    words = [table.game, f"--seats={table.seats}", "--bots=zufall", "--first=lot", *options]
    facets.add("summary", json.loads(_run("simulate", *words, "--games=2000", "--json")))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        _run("simulate", *words, "--games=5", f"--records={file}", "--trace")
        for line in file.read_text(encoding="utf-8").splitlines():
            facets.add("records", line)


def _run(*words: str) -> str:
    """Run a command within this process, and return its output."""
    printed = io.StringIO()
    typed = mock.patch.object(sys, "argv", ["spielwerk", *words])
    with typed, contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        runpy.run_module("spielwerk", run_name="__main__")
    return printed.getvalue()
