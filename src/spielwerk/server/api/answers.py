"""What the server answers, typed for OpenAPI."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


class Refusal(BaseModel):
    """Why something was not done."""

    code: str
    reason: str
    details: dict[str, Any]


class Done(BaseModel):
    """An act is committed; so many entries the table's log has with it."""

    number: int
    next: str | None = None


class Me(BaseModel):
    """Who one is."""

    id: int
    name: str
    guest: bool


class Token(BaseModel):
    """A program's token."""

    id: int
    label: str
    created: int


class NewToken(BaseModel):
    """A token just made: it can't be shown again."""

    id: int
    token: str


class GameInfo(BaseModel):
    """A game that can be played."""

    id: str
    seats: list[int]
    options: dict[str, list[str]]
    scores: dict[str, list[str]]  # by the number of seats: what a scoreboard's numbers are called
    texts: dict[str, dict[str, str]]  # by language: `title`, `about`, names of options and values
    page: list[str]  # what it brings for the page: board, engine, look, rules, sample, texts
    own_parts: bool  # can a table be set up with parts of a player's own?
    state: Literal["waiting", "compiling", "ready", "failed"]


class Declarations(BaseModel):
    """What a page must be told of a game, with some options, to compute its rules."""

    game: str
    interface: int
    rules: str  # the digest that acts name
    seats: list[int]
    has_first: bool
    layout: dict[str, Any]
    tables: dict[str, Any]
    sizes: dict[str, Any]
    scores: dict[str, Any]
    notation: dict[str, Any]
    reveals: dict[str, Any]
    pools: list[dict[str, Any]]
    bots: dict[str, Any]
    variants: list[dict[str, Any]]  # what replaces which parts with other options


class Sitting(BaseModel):
    """Who has a seat."""

    name: str | None
    bot: str | None
    away: bool
    resigned: bool


class ClockInfo(BaseModel):
    """How long a move may take."""

    seconds: int | None
    days: int | None


class TableInfo(BaseModel):
    """A table, apart from its match."""

    id: str
    game: str
    seats: int
    options: dict[str, str]
    first: int | Literal["lot"]
    watch: str
    listed: bool
    clock: ClockInfo | None
    late: str
    pace: bool
    hints: bool
    take_backs: bool
    own_parts: bool  # `/declarations` of the table tells which
    status: Literal["open", "running", "over"]
    number: int
    sitting: list[Sitting]
    secret: bool  # does a seat see what others don't?
    asked_back: int | None
    ranks: list[int] | None
    results: list[int] | None
    next: str | None


class OwnTable(BaseModel):
    """A table, and which seats of it are the asker's."""

    info: TableInfo
    yours: list[int]
    your_turn: bool
    host: bool


class TableSummary(BaseModel):
    """A table as lists show it, and what it has to do with the asker."""

    id: str
    game: str
    seats: int
    own_parts: bool
    status: Literal["open", "running", "over"]
    listed: bool
    host: bool
    yours: list[int]
    your_turn: bool
    to_act: list[int]
    since: int | None  # when it became these seats' turn; times are milliseconds since 1970
    created: int
    started: int | None
    ended: int | None
    sitting: list[Sitting]
    ranks: list[int] | None
    results: list[int] | None


class TablePage(BaseModel):
    """A page of a list of tables."""

    tables: list[TableSummary]
    more: bool  # is there another page?


class NewTableInfo(BaseModel):
    """A table just set up."""

    info: TableInfo
    invite: str


class Invite(BaseModel):
    """A secret that lets others in."""

    invite: str


class SeatToken(BaseModel):
    """A secret that leads to one seat."""

    token: str


class LegalMove(BaseModel):
    """A move, and what it would add to the seat's scoreboard, number by number."""

    move: str
    points: list[int]


class Line(BaseModel):
    """Some of a move's points: the cells they come from, and where on the scoreboard they go."""

    cells: list[str]
    name: str
    points: int


class Preview(BaseModel):
    """What a move would add to the seat's scoreboard, number by number, and where from."""

    points: list[int]
    lines: list[Line]


class Played(BaseModel):
    """A ply that was made, and where its points came from."""

    seat: int
    move: str
    lines: list[Line]


class Step(BaseModel):
    """A comparison of seats that were tied before it (null: not compared), and the ranks then."""

    name: str
    values: list[int | None]
    ranks: list[int]


class Fairness(BaseModel):
    """Whether all chance follows from the seed, and where not, why."""

    holds: bool
    code: str | None
    reason: str | None
    commitment: str | None
    seed: str | None


class Views(BaseModel):
    """What somebody sees after each ply, the deal first; and the lines of each ply's points."""

    views: list[dict[str, Any]]
    lines: list[list[Line]]
    steps: list[Step]


class GrantedPly(BaseModel):
    """A ply, and what became known with it, as rows of topic, whose it is, and number."""

    seat: int
    action: int
    move: str
    gained: list[int]
    known: list[list[int]]


class GrantedRecord(BaseModel):
    """What somebody was granted after so many plies (`since`): bytes of the state, in base64."""

    state: str
    since: int
    to_act: list[int]
    first: int | None
    commitment: str | None


class Records(BaseModel):
    """What somebody was granted after each ply, the deal first; and the plies."""

    records: list[GrantedRecord]
    plies: list[GrantedPly]
    steps: list[Step]
    declarations: Declarations | None  # of a game with own parts, with which the record was made
