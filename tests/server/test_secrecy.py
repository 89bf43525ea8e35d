"""Hidden information does not affect a single byte that a viewer receives."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import orjson
import pytest

from server.seated import EVE, PEOPLE, do, play_on, playing, read, table_of
from spielwerk.match.fair import FairChance, Proof
from spielwerk.match.match import Match
from spielwerk.match.previews import legal_points
from spielwerk.rules.errors import SpielwerkError
from spielwerk.rules.hidden import Imagination
from spielwerk.rules.state import Sight
from spielwerk.server import acts, ending, engines, refusals
from spielwerk.server.bot_pool import _question
from spielwerk.server.keys import Keys
from spielwerk.server.table import LiveTable

TABLES = [
    ("anubixx", 2, {}),
    ("anubixx", 4, {}),
    ("axio", 1, {}),
    ("axio", 2, {}),
    ("axio", 4, {}),
    ("axio_hex", 2, {}),
    ("axio_hex", 2, {"hands": "hidden"}),
    ("axio_hex", 4, {"hands": "hidden"}),
    ("axio_rota", 1, {}),
    ("axio_rota", 2, {}),
    ("axio_rota", 4, {}),
    ("second_chance", 1, {}),
    ("second_chance", 3, {}),
]
every_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES)
HIDDEN_HANDS = [("axio", 2, {}), ("axio_hex", 3, {"hands": "hidden"}), ("axio_rota", 3, {})]
MOMENTS = 8
SHOWN_BY_ALL = {"returned"}  # AX-13: a hand that is swapped lies open
ODD_ACTIONS = (0, 1, 777, 7799, 34_000, 49_151, (1 << 31) - 1)
NONSENSE = ("", "x", "keep", "pass", "br a1-a2", "0" * 200, "💥")

Send = Callable[[LiveTable, int | None], Iterator[Any]]


def moments(game: str, seats: int, options: dict[str, str]) -> Iterator[LiveTable]:
    """Yield a table now and then in the course of a match."""
    table = table_of(game, *PEOPLE[:seats], seed=7, options=options)
    table.seat_tokens = {0: "seat-token"}
    whole = copy.deepcopy(table)
    play_on(whole, 5)
    length = len(playing(whole).plies)
    luck = random.Random(3)
    yield table
    for number in range(MOMENTS):
        play_on(table, number, luck.randint(1, max(1, 2 * length // MOMENTS)))
        if table.status != "running":
            return
        if luck.random() < 0.3:
            do(table, luck.choice(PEOPLE[:seats]), "say", text="well")
        yield table


# The same table, as it could be for all that somebody knows


def twin(table: LiveTable, viewer: int | None, luck: np.random.Generator) -> LiveTable:
    """Return a table that differs only in what the viewer can't see."""
    other = copy.deepcopy(table)
    match = playing(other)
    hide_state(match, viewer, luck)
    hide_past(match, viewer, luck)
    seed = luck.bytes(32)
    other.seed = seed
    assert isinstance(match._chance, FairChance)
    match._chance.seed = seed
    assert match._proof is not None
    match._proof = Proof(match._proof.commitment, match._proof.by_lot, seed)
    for entry in other.log:
        if entry.kind in {"start", "move"}:
            entry.data = {"hidden": luck.bytes(8).hex()}
        entry.key = luck.bytes(8).hex()
    other.keys = Keys()
    other.invite = luck.bytes(8).hex()
    other.seat_tokens = {0: luck.bytes(8).hex()}
    return other


def hide_state(match: Match, viewer: int | None, luck: np.random.Generator) -> None:
    """Redeal what the viewer can't see."""
    stream = luck.integers(1, 1 << 63, 1).astype(np.uint64)
    layout, states = match.game.layout, match._position.states
    before = states.copy()
    owned = [field.shape[0] for field in layout.fields.values() if field.sight is Sight.OWNER]
    # A spectator sees less than any seat: first all but one hand is dealt, then all but another.
    seats = [max(owned, default=1) - 1, 0] if viewer is None else [viewer]
    for seat in seats:
        Imagination(layout, match.game.tables, seat).deal(states, 0, stream)
    seen = layout.grants(viewer)
    assert (states.view(np.uint8)[seen] == before.view(np.uint8)[seen]).all()


def hide_past(match: Match, viewer: int | None, luck: np.random.Generator) -> None:
    """Change what others were dealt and drew; no tile has such a name."""
    if not hands_are_hidden(match):
        return
    setup: dict[str, Any] = match.setup
    for seat, hand in enumerate(setup["hands"]):
        if seat != viewer:
            setup["hands"][seat] = other_tiles(hand, luck)
    match._setup = setup
    match._plies = [
        ply
        if ply.seat == viewer
        else ply._replace(
            reveals={
                what: told if what in SHOWN_BY_ALL else other_tiles(told, luck)
                for what, told in ply.reveals.items()
            },
            known=[
                row
                if match.game.topics[row.topic].key in SHOWN_BY_ALL
                else row._replace(number=int(luck.integers(1 << 30)))
                for row in ply.known
            ],
        )
        for ply in match.plies
    ]


def hands_are_hidden(match: Match) -> bool:
    return any(field.sight is Sight.OWNER for field in match.game.layout.fields.values())


def other_tiles(told: Any, luck: np.random.Generator) -> Any:
    if isinstance(told, list):
        return [other_tiles(one, luck) for one in told]
    return luck.bytes(3).hex()


# All that is sent


def sent(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    """Return every frame and body that a seat or a spectator can receive of a running table."""
    match = playing(table)
    person = EVE if viewer is None else PEOPLE[viewer]
    for have in {0, 1, table.number // 2, table.number - 1, table.number}:
        yield table.news(viewer, have)
        yield table.news(viewer, have, "record")
    yield table.info()
    yield table.record(viewer)
    yield match.view(viewer)
    yield match.view(viewer, len(match.plies))
    yield match.granted([viewer])
    yield [match.lines(ply) for ply in range(len(match.plies))][-3:]
    yield ending.decided(table)
    tried = copy.deepcopy(table)
    for act in tries(table, viewer):
        try:
            acts.do(tried, person, read(act | {"key": "k"}), 1_763_300_000_000)
        except SpielwerkError as error:  # and nothing has happened
            yield refusals.body(error)
        else:
            yield {"number": tried.number}
            tried = copy.deepcopy(table)
    if viewer is None or viewer not in table.to_act:
        return
    yield acts.may(table, viewer)
    yield legal_points(match.game, match.states, viewer)
    yield [str(part) for part in _question(match, viewer, "meister")]  # a hint follows from it


def tries(table: LiveTable, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Return acts of a person who wants to find out more than allowed."""
    number = table.number
    for seat in range(table.terms.seats):
        for move in (*NONSENSE, *foreign_moves(table, viewer)) if seat == viewer else ("x",):
            yield {"do": "move", "seat": seat, "at": number, "move": move}
        for action in (*ODD_ACTIONS, *foreign_actions(table, viewer)) if seat == viewer else (0,):
            rules = engines.rules(table.terms.game)
            yield {"do": "move", "seat": seat, "at": number, "action": action, "rules": rules}
        yield {"do": "move", "seat": seat, "at": number, "action": 0, "rules": "other"}
        yield {"do": "move", "seat": seat, "at": 0, "move": "x"}
        yield {"do": "undo", "seat": seat, "at": number}
        for what in ("ask_back", "agree", "decline", "leave", "return"):
            yield {"do": what, "seat": seat}
    yield {"do": "sit", "token": "seat-token?"}
    yield {"do": "say", "text": "?"}
    yield {"do": "start", "bot": "zufall"}


def foreign_moves(table: LiveTable, viewer: int | None) -> list[str]:
    """Return everybody's earlier moves: maybe one could be played again."""
    played = [ply.move for ply in playing(table).plies if ply.seat != viewer]
    return played[-3:]


def foreign_actions(table: LiveTable, viewer: int | None) -> list[int]:
    """Return the same as numbers."""
    played = [ply.action for ply in playing(table).plies if ply.seat != viewer]
    return played[-3:]


def differs(table: LiveTable, viewer: int | None, luck: np.random.Generator, send: Send) -> bool:
    """Return whether anything sent distinguishes a table from its twin."""
    one = map(orjson.dumps, send(table, viewer))
    other = map(orjson.dumps, send(twin(table, viewer, luck), viewer))
    return any(a != b for a, b in zip(one, other, strict=True))


@every_table
def test_what_a_viewer_cannot_see_changes_nothing_that_is_sent(
    game: str, seats: int, options: dict[str, str]
) -> None:
    luck = np.random.default_rng(11)
    for table in moments(game, seats, options):
        for viewer in (None, *range(seats)):
            one = [orjson.dumps(told) for told in sent(table, viewer)]
            other = [orjson.dumps(told) for told in sent(twin(table, viewer, luck), viewer)]
            assert one == other


# Leaks, planted to see them caught: else the test above would prove nothing


def news_with(more: Callable[[LiveTable], Any]) -> Send:
    def leaking(table: LiveTable, viewer: int | None) -> Iterator[Any]:
        yield table.news(viewer) | {"more": more(table)}

    return leaking


def unseen_tiles(table: LiveTable) -> Any:
    states = playing(table).states
    return states["unseen" if "unseen" in playing(table).game.layout.fields else "bag"][0].tolist()


def full_record(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield playing(table).record() | {"fair": None}


def hands_dealt(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield playing(table).setup["hands"]


def tiles_drawn(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield [ply.reveals for ply in playing(table).plies]


def known_rows(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield [[list(row) for row in ply.known] for ply in playing(table).plies]


def whole_state(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield table.news(viewer, 0, "record") | {"state": playing(table).states.tobytes().hex()}


def another_record(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    yield table.news(1, 0, "record")["state"]


def moves_of_others(table: LiveTable, viewer: int | None) -> Iterator[Any]:
    for seat in table.to_act:
        yield acts.may(table, seat)["legal"]


LEAKS: dict[str, Send] = {
    "the bag": news_with(unseen_tiles),
    "all hands": news_with(lambda table: playing(table).states["hand"][0].tolist()),
    "the seed": news_with(lambda table: table.seed.hex()),
    "the log": news_with(lambda table: [entry.data for entry in table.log]),
    "the invitation": news_with(lambda table: table.invite),
    "the seats' links": news_with(lambda table: sorted(table.seat_tokens.values())),
    "the full record": full_record,
    "hands dealt": hands_dealt,
    "tiles drawn": tiles_drawn,
    "tiles drawn, as numbers": known_rows,
    "the whole state": whole_state,
    "another seat's record": another_record,
    "how many moves others have": moves_of_others,
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize(("game", "seats", "options"), HIDDEN_HANDS)
def test_a_leak_is_caught(game: str, seats: int, options: dict[str, str], leak: str) -> None:
    luck = np.random.default_rng(11)
    for viewer in (None, 0):
        assert any(
            differs(table, viewer, luck, LEAKS[leak]) for table in moments(game, seats, options)
        )


@pytest.mark.parametrize("game", ["second_chance", "anubixx"])
def test_a_leaked_seed_is_caught_where_no_hand_is_hidden(game: str) -> None:
    luck = np.random.default_rng(11)
    table = next(moments(game, 2, {}))
    assert differs(table, None, luck, LEAKS["the seed"])
    assert differs(table, 0, luck, LEAKS["the log"])
