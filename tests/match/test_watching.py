"""A record ply by ply as data: what a seat was granted then, and nothing else."""

import copy
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

import spielwerk as sw
from games.driving import moments
from games.test_granted import TABLES
from spielwerk.match.match import Match
from spielwerk.match.watching import after, granted, watched
from spielwerk.rules.errors import BadSetting, RecordError

every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)
HIDDEN_HANDS = [("axio", 2, {}), ("axio_hex", 3, {"hands": "hidden"}), ("axio_rota", 3, {})]
PLIES = 14

Told = Callable[[dict[str, Any], int | None], Any]


def played(name: str, seats: int, options: dict[str, str], plies: int = 10_000) -> Match:
    """Return a match after this many plies, or at its end."""
    match = Match(name, seats, 5, first=0, **options)
    for _ in itertools.takewhile(lambda _: match.length < plies, moments(match, 4, 0.3)):
        pass
    return match


@every_table
def test_every_ply_is_told_as_it_was_granted_then(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = Match(name, seats, 5, first=0, **options)
    viewers = [None, *range(seats)]
    then = [match.granted(viewers) for _ in moments(match, 4, 0.3)] + [match.granted(viewers)]
    record = match.record()
    for number, viewer in enumerate(viewers):
        told = granted(record, viewer)
        assert ordered(told.plies) == ordered(then[-1][number]["plies"])
        assert told.tiebreaks == match.tiebreaks
        assert len(told.records) == len(then)
        for plies, (one, moment) in enumerate(zip(told.records, then, strict=True)):
            same = {"since": plies, "commitment": None}  # a replay draws nothing by the seed
            assert one | {"plies": moment[number]["plies"]} == moment[number] | same
        middle = after(match, match.length // 2).granted([viewer])[0]
        assert middle["state"] == told.records[match.length // 2]["state"]
        assert middle["plies"] == told.plies[: match.length // 2]


def ordered(plies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return plies with a fixed order of what was drawn at once."""
    return [ply | {"known": sorted(ply["known"])} for ply in plies]


def test_only_a_seat_that_there_is_was_granted_something() -> None:
    with pytest.raises(BadSetting):
        granted(played("axio", 2, {}, 3).record(), 2)


# The same past, as it could have been for all that somebody knows


def other_pasts(match: Match, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Return valid records in which others have some tile that the viewer can't know."""
    record = match.record() | {"fair": None}
    names = match.game.notation.names["kind"]
    kinds = [names.write(kind) for kind in range(match.game.tables["tiles"].size)]
    changes: list[tuple[int, str, str]] = []
    for whose in range(match.seats):
        hand = match.view(whose)["hands"][whose]
        if whose != viewer:
            held = hand if isinstance(hand, list) else [hand]
            changes += itertools.product([whose], held, kinds)
    random.Random(1).shuffle(changes)
    for whose, mine, other in changes:
        if mine != other:
            yield from holding(exchanged(record, whose, mine, other))


def exchanged(record: dict[str, Any], whose: int, mine: str, other: str) -> dict[str, Any]:
    """Return a record with another tile for a seat, the last time that it got one of a kind."""
    changed = copy.deepcopy(record)
    for ply in reversed(changed["plies"]):
        if ply["seat"] == whose:
            for key in {"drew", "bonus"} & ply.get("reveals", {}).keys():
                if put(ply["reveals"], key, mine, other):
                    return changed
    put(changed["setup"]["hands"], whose, mine, other)
    return changed


def put(where: Any, key: Any, mine: str, other: str) -> bool:
    told = where[key]
    if told == mine:
        where[key] = other
    elif isinstance(told, list) and mine in told:
        told[told.index(mine)] = other
    else:
        return False
    return True


def holding(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the record, if it is possible."""
    try:
        sw.replay(record)
    except RecordError:
        return
    yield record


def told(record: dict[str, Any], viewer: int | None) -> Any:
    """Return everything shown of a record's plies."""
    data = granted(record, viewer)
    then = [after(sw.replay(record), ply).granted([viewer])[0] for ply in range(0, PLIES, 3)]
    views = watched(record, viewer).views
    return data.records, data.plies, then, views


def whole_states(record: dict[str, Any], viewer: int | None) -> Any:
    return [after(sw.replay(record), ply).states.tobytes().hex() for ply in range(0, PLIES, 3)]


def anothers(record: dict[str, Any], viewer: int | None) -> Any:
    other = 1 if viewer == 0 else 0
    return granted(record, other).records


def all_known(record: dict[str, Any], viewer: int | None) -> Any:
    return [[list(row) for row in ply.known] for ply in sw.replay(record).plies]


def differs(match: Match, viewer: int | None, tell: Told) -> bool:
    """Return whether the result depends on what the viewer can't know."""
    record = match.record() | {"fair": None}
    pasts = list(itertools.islice(other_pasts(match, viewer), 12))
    assert pasts, "no other past was found"
    ours = orjson.dumps(tell(record, viewer))
    return any(orjson.dumps(tell(past, viewer)) != ours for past in pasts)


@pytest.mark.parametrize(("name", "seats", "options"), HIDDEN_HANDS)
def test_what_a_viewer_cannot_know_changes_nothing_that_is_told(
    name: str, seats: int, options: dict[str, str]
) -> None:
    match = played(name, seats, options, PLIES)
    for viewer in (None, *range(seats)):
        assert not differs(match, viewer, told)


@pytest.mark.parametrize("leak", [whole_states, anothers, all_known])
@pytest.mark.parametrize(("name", "seats", "options"), HIDDEN_HANDS)
def test_a_leak_is_caught(name: str, seats: int, options: dict[str, str], leak: Told) -> None:
    match = played(name, seats, options, PLIES)
    assert differs(match, None, leak)
    assert differs(match, 0, leak)
