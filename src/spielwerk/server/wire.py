"""What clients send: typed, bounded, and nothing beside it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from spielwerk.games import find
from spielwerk.rules.game import Game
from spielwerk.rules.parts import PartsText
from spielwerk.rules.state import NATURE

MOST_SEATS = NATURE  # seats are numbered from 0, nature comes after them: no game has more
_MOST_TOLD = 200  # letters of a name or a complaint

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
# PostgreSQL keeps no text with a zero in it.
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"
    ),
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
OwnParts = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]  # how long: `PartsText`
Form = Literal["view", "record"]  # of news: for people's programs, or for who computes the rules


class Sent(BaseModel):
    """Anything a client sends: what it does not know of, it refuses."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Clock(Sent):
    """How long a seat may take for a move."""

    seconds: Annotated[int, Field(ge=5, le=86_400)] | None = None
    days: Annotated[int, Field(ge=1, le=30)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Clock:
        if (self.seconds is None) == (self.days is None):
            raise ValueError("a clock tells either seconds or days a move")
        return self

    @property
    def milliseconds(self) -> int:
        """The time a move may take."""
        return self.seconds * 1000 if self.seconds else (self.days or 0) * 86_400_000


class Terms(Sent):
    """What is agreed on when a table is set up."""

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

    def find_game(self) -> Game:
        """Return the game, with the parts and options that were agreed on."""
        own = None if self.parts is None else PartsText(self.parts)
        return find(self.game, own, self.options)


class NewTable(Terms):
    """A table to be set up, and who sits at it from the start."""

    sit: Annotated[list[SeatNumber], Field(max_length=MOST_SEATS)] = [0]
    bots: Annotated[dict[str, BotName], Field(max_length=MOST_SEATS)] = Field(default_factory=dict)


class _Act(Sent):
    key: Key | None = None


class Sit(_Act):
    do: Literal["sit"]
    seat: SeatNumber | None = None
    invite: Secret | None = None
    token: Secret | None = None


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


class Move(_Act):
    do: Literal["move"]
    seat: SeatNumber
    at: Number
    move: Annotated[str, StringConstraints(max_length=200)] | None = None
    action: Action | None = None  # instead of `move`, by the rules of that digest
    rules: RulesDigest | None = None
    key: Key

    @model_validator(mode="after")
    def _text_or_number(self) -> Move:
        if (self.move is None) == (self.action is None) or (self.action is None) != (
            self.rules is None
        ):
            raise ValueError("a move is told as `move`, or as `action` with `rules`")
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


Act = Annotated[
    Sit | Stand | PutBot | Start | Move | Undo | OfSeat | Say | Rematch,
    Field(discriminator="do"),
]


class Watch(Sent):
    """Asks for a table's news."""

    table: TableId
    seat: SeatNumber | None = None
    have: Number = 0
    invite: Secret | None = None
    form: Form = "view"
    rules: RulesDigest | None = None  # by which records are read; others are refused


class Unwatch(Sent):
    """Asks for no more of them."""

    table: TableId
    seat: SeatNumber | None = None


class Message(Sent):
    """One message over the socket; its reader sees to it that it asks one thing."""

    id: Annotated[int, Field(ge=0, lt=1 << 53)]
    watch: Watch | None = None
    unwatch: Unwatch | None = None
    table: TableId | None = None
    act: Act | None = None
    ping: Literal[True] | None = None


def told(error: Any) -> str:
    """What is wrong with something sent, in one line, without repeating much of what was sent."""
    wrong = [
        f"{_shortened('.'.join(map(str, one['loc']))) or 'it'}: {_shortened(one['msg'])}"
        for one in error.errors()[:3]
    ]
    return "; ".join(wrong).encode(errors="replace").decode()  # JSON escapes can be half a letter


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TOLD else f"{text[:_MOST_TOLD]}…"
