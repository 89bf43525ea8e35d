"""The messages clients send, with types and limits; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from spielwerk.games import find
from spielwerk.rules.game import Game
from spielwerk.rules.parts import PartsText
from spielwerk.rules.state import NATURE

MOST_SEATS = NATURE  # seats are numbered from 0, and nature's number follows them
_MOST_TOLD = 200  # characters of a field's path or of an error

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
# PostgreSQL can't store a NUL character.
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00]*$"),
]
BotName = Annotated[str, StringConstraints(max_length=40)]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00]*$"),
]
Secret = Annotated[str, StringConstraints(max_length=64)]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,16}$")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Action = Annotated[int, Field(ge=0, lt=1 << 31)]
RulesDigest = Annotated[str, StringConstraints(max_length=64)]
OwnParts = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]  # `PartsText` limits its length
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes
Form = Literal["view", "record"]  # of news: readable, or for clients that compute the rules


class Sent(BaseModel):
    """Base of everything a client sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Clock(Sent):
    """The time limit per move."""

    seconds: Annotated[int, Field(ge=5, le=86_400)] | None = None
    days: Annotated[int, Field(ge=1, le=30)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Clock:
        if (self.seconds is None) == (self.days is None):
            raise ValueError("a clock needs either seconds or days per move")
        return self

    @property
    def milliseconds(self) -> int:
        """The time limit in milliseconds."""
        return self.seconds * 1000 if self.seconds else (self.days or 0) * 86_400_000


class Terms(Sent):
    """The terms of a table."""

    game: Annotated[str, StringConstraints(max_length=40)]
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] = 2
    options: dict[str, str] = Field(default_factory=dict, max_length=8)
    parts: OwnParts | None = None  # the text of a parts file; None: as in the box
    first: SeatNumber | Literal["lot"] = "lot"
    watch: Literal["anyone", "link", "seats"] = "anyone"
    listed: bool = False
    clock: Clock | None = None
    late: Literal["bot", "resign"] = "bot"
    pace: bool = True
    hints: bool = True
    take_backs: bool = True
    room: bool = False  # players share a room: a screen shows the board, phones the hands
    # Of a game played offline, by seat: the names of players without an account here
    labels: Annotated[list[Name | None], Field(max_length=MOST_SEATS)] | None = None

    def find_game(self) -> Game:
        """Return the game with these parts and options."""
        own = None if self.parts is None else PartsText(self.parts)
        return find(self.game, own, self.options)


class Box(Sent):
    """A player's own parts file, to be checked."""

    parts: OwnParts


class NewTable(Terms):
    """A table to set up, and the players of its seats."""

    labels: None = None
    sit: Annotated[list[SeatNumber], Field(max_length=MOST_SEATS)] = [0]
    bots: Annotated[dict[str, BotName], Field(max_length=MOST_SEATS)] = Field(default_factory=dict)
    names: Annotated[dict[str, Name], Field(max_length=MOST_SEATS)] = Field(default_factory=dict)
    share: Hex | None = None  # the hash of the host's share in the seed


class Label(Sent):
    """The player of one seat in a game that was played offline."""

    name: Name | None = None
    bot: Name | None = None


class HandedIn(Sent):
    """A game that was played offline: its record and its players."""

    record: dict[str, Any]
    sitting: Annotated[list[Label], Field(max_length=MOST_SEATS)]
    yours: Annotated[list[SeatNumber], Field(min_length=1, max_length=MOST_SEATS)]


class _Act(Sent):
    key: Key | None = None


class Sit(_Act):
    do: Literal["sit"]
    seat: SeatNumber | None = None
    invite: Secret | None = None
    token: Secret | None = None
    share: Hex | None = None  # the hash of the seat's share in the seed


class Open(_Act):
    do: Literal["open"]
    share: Hex  # whose hash was sent when sitting down


class Stand(_Act):
    do: Literal["stand"]
    seat: SeatNumber


class PutBot(_Act):
    do: Literal["bot"]
    seat: SeatNumber
    bot: BotName


class Start(_Act):
    do: Literal["start"]
    bot: BotName | None = None


class NameSeat(_Act):
    do: Literal["name"]
    seat: SeatNumber
    name: Name | None = None  # None: the person's own name


class Move(_Act):
    do: Literal["move"]
    seat: SeatNumber
    at: Number
    move: Annotated[str, StringConstraints(max_length=200)] | None = None
    action: Action | None = None  # instead of `move`, numbered by the rules with that digest
    rules: RulesDigest | None = None
    key: Key

    @model_validator(mode="after")
    def _text_or_number(self) -> Move:
        if (self.move is None) == (self.action is None) or (self.action is None) != (
            self.rules is None
        ):
            raise ValueError("a move needs either `move`, or `action` with `rules`")
        return self


class Undo(_Act):
    do: Literal["undo"]
    seat: SeatNumber
    at: Number


class OfSeat(_Act):
    do: Literal["ask_back", "agree", "decline", "leave", "return", "resign"]
    seat: SeatNumber


class Say(_Act):
    do: Literal["say"]
    text: Text


class Rematch(_Act):
    do: Literal["rematch"]
    share: Hex | None = None  # as with `sit`


Act = Annotated[
    Sit | Open | Stand | PutBot | NameSeat | Start | Move | Undo | OfSeat | Say | Rematch,
    Field(discriminator="do"),
]


class Watch(Sent):
    """A request for a table's news."""

    table: TableId
    seat: SeatNumber | None = None
    have: Number = 0
    invite: Secret | None = None
    form: Form = "view"
    rules: RulesDigest | None = None  # by which the client reads records; refused if they differ


class Unwatch(Sent):
    """A request to stop a table's news."""

    table: TableId
    seat: SeatNumber | None = None


class Message(Sent):
    """One message over the WebSocket; exactly one request is allowed in it."""

    id: Annotated[int, Field(ge=0, lt=1 << 53)]
    watch: Watch | None = None
    unwatch: Unwatch | None = None
    table: TableId | None = None
    act: Act | None = None
    ping: Literal[True] | None = None


def told(error: Any) -> str:
    """Return a validation error in one line, quoting little of the input."""
    wrong = [
        f"{_shortened('.'.join(map(str, one['loc']))) or 'it'}: {_shortened(one['msg'])}"
        for one in error.errors()[:3]
    ]
    return "; ".join(wrong).encode(errors="replace").decode()  # JSON can escape lone surrogates


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TOLD else f"{text[:_MOST_TOLD]}…"
