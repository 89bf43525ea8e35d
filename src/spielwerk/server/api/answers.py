"""Response models, for OpenAPI."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from spielwerk.server.preparing import State


class Refusal(BaseModel):
    """The reason why a request was refused."""

    code: str
    reason: str
    details: dict[str, Any]


class Done(BaseModel):
    """A committed act: the length of the table's log after it, and the log's last hash."""

    number: int
    head: str
    next: str | None = None


class Me(BaseModel):
    """The current user."""

    id: int
    name: str
    guest: bool


class Token(BaseModel):
    """An API token, without its secret."""

    id: int
    label: str
    created: int


class NewToken(BaseModel):
    """A new API token, which can't be shown again."""

    id: int
    token: str


class GameInfo(BaseModel):
    """A game that can be played."""

    id: str
    seats: list[int]
    options: dict[str, list[str]]
    scores: dict[str, list[str]]  # by number of seats: the names of the scoreboard's numbers
    texts: dict[str, dict[str, str]]  # by language: `title`, `about`, names of options and values
    page: list[str]  # its files for the page: board, engine, look, rules, sample, texts
    own_parts: bool  # whether tables can have a player's own parts
    state: State


class Declarations(BaseModel):
    """What a client needs to compute a game's rules, for given options."""

    game: str
    interface: int
    rules: str  # the digest to send with acts
    seats: list[int]
    has_first: bool
    premoves: dict[str, int] | None
    first_premoves: dict[str, int] | None
    layout: dict[str, Any]
    tables: dict[str, Any]
    sizes: dict[str, Any]
    scores: dict[str, Any]
    notation: dict[str, Any]
    reveals: dict[str, Any]
    pools: list[dict[str, Any]]
    bots: dict[str, Any]
    variants: list[dict[str, Any]]  # what other options replace


class Sitting(BaseModel):
    """The player of a seat."""

    name: str | None
    bot: str | None
    away: bool
    resigned: bool
    here: bool | None = None  # whether the seat is connected; None if not counted
    guest: bool = False  # whether the name is not registered
    share: str | None = None  # the hash of its share in the seed
    reserved_for: str | None = None  # the player for whom a rematch reserves this free seat


class ClockInfo(BaseModel):
    """The time limit per move."""

    seconds: int | None
    days: int | None


class TableInfo(BaseModel):
    """A table, without its match."""

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
    room: bool  # whether a screen shows the board, and each phone a hand
    own_parts: bool  # see the table's `/declarations`
    played_offline: bool  # and uploaded afterwards
    status: Literal["open", "running", "over"]
    opening: bool  # whether all seats are taken and shares are being opened
    commitment: str | None  # the SHA-256 of the server's part of the seed
    number: int
    sitting: list[Sitting]
    secret: bool  # whether seats have hidden information
    asked_back: int | None
    ranks: list[int] | None
    results: list[int] | None
    next: str | None


class OwnTable(BaseModel):
    """A table, and the client's own seats."""

    info: TableInfo
    yours: list[int]
    reserved: list[int]  # seats that a rematch reserves for the client
    your_turn: bool
    host: bool


class TableSummary(BaseModel):
    """A table as shown in lists, with the client's own seats."""

    id: str
    game: str
    seats: int
    own_parts: bool
    played_offline: bool
    status: Literal["open", "running", "over"]
    listed: bool
    host: bool
    yours: list[int]
    reserved: list[int]  # seats that a rematch reserves for the client
    your_turn: bool
    to_act: list[int]
    since: int | None  # when their turn began; times are milliseconds since 1970
    created: int
    started: int | None
    ended: int | None
    sitting: list[Sitting]
    ranks: list[int] | None
    results: list[int] | None


class TablePage(BaseModel):
    """A page of a list of tables."""

    tables: list[TableSummary]
    more: bool  # whether there is another page


class NewTableInfo(BaseModel):
    """A new table, and the last hash of its log of `info.number` entries."""

    info: TableInfo
    invite: str
    head: str


class HandedIn(BaseModel):
    """The table of an uploaded game."""

    id: str


class Invite(BaseModel):
    """An invitation's secret, and the addresses to use it at.

    `origins`, the machine's addresses in its network, are sent only to a client on the machine
    itself that uses a loopback address; if empty, `command` starts a server others can reach.
    """

    invite: str
    origins: list[str]
    command: str | None


class SeatToken(BaseModel):
    """The secret of a link to one seat."""

    token: str


class LegalMove(BaseModel):
    """A legal move, and what it would add to each number on the seat's scoreboard."""

    move: str
    points: list[int]


class Line(BaseModel):
    """Some of a move's points: the cells they come from, and their place on the scoreboard."""

    cells: list[str]
    name: str
    points: int


class Preview(BaseModel):
    """What a move would add to each number on the seat's scoreboard, and where from."""

    points: list[int]
    lines: list[Line]


class Played(BaseModel):
    """A played ply, and where its points came from."""

    seat: int
    move: str
    lines: list[Line]


class Step(BaseModel):
    """A comparison of tied seats (null: not compared), and the ranks after it."""

    name: str
    values: list[int | None]
    ranks: list[int]


class Fairness(BaseModel):
    """Whether all chance follows from the seed, and if not, why."""

    holds: bool
    code: str | None
    reason: str | None
    commitment: str | None
    seed: str | None
    shares: list[dict[str, str | None] | None]  # one entry per seat, if there are any shares


class Views(BaseModel):
    """What a viewer sees after each ply, starting with the deal, and each ply's point lines."""

    views: list[dict[str, Any]]
    lines: list[list[Line]]
    steps: list[Step]


class GrantedPly(BaseModel):
    """A ply, and what it revealed, as rows of topic, owner and number."""

    seat: int
    action: int
    move: str
    gained: list[int]
    known: list[list[int]]


class GrantedRecord(BaseModel):
    """What a viewer may see after `since` plies: the bytes of the state, in base64."""

    state: str
    since: int
    to_act: list[int]
    first: int | None
    commitment: str | None


class Records(BaseModel):
    """What a viewer may see after each ply, starting with the deal, and the plies."""

    records: list[GrantedRecord]
    plies: list[GrantedPly]
    steps: list[Step]
    declarations: Declarations | None  # of the record's game, if it has its own parts
