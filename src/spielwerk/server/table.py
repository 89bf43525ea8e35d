"""A table as its log tells it: who sits where, the match, and what each may see of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from spielwerk.match.match import Match
from spielwerk.rules.errors import SpielwerkError
from spielwerk.rules.game import Game
from spielwerk.server import events
from spielwerk.server.store.log import Entry, Kind
from spielwerk.server.wire import Form, Terms

STAND_IN = "geselle"  # plays for who left, resigned, or is out of time

_TOLD = set(Terms.model_fields) - {"parts"}  # of what was agreed on

Status = Literal["open", "running", "over"]
# What is granted of a match before its start
_NOTHING_YET: dict[str, Any] = {
    "state": None, "plies": [], "since": 0, "to_act": [], "first": None, "commitment": None,
}  # fmt: skip


class BrokenLog(SpielwerkError):
    """A log that does not tell what happened: the rules or the file have changed."""


@dataclass
class Sitter:
    """Who has a seat: a person, a bot, or nobody."""

    person: int | None = None
    bot: str | None = None
    away: bool = False  # a bot plays meanwhile
    late: bool = False  # a bot makes the next move

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.person is None and self.bot is None


@dataclass
class Asked:
    """A seat has asked to take its last move back."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


class LiveTable:
    """What a table is now. It changes by entries alone, and equal logs make equal tables."""

    def __init__(self, id_: str, host: int, terms: Terms, seed: bytes) -> None:
        self.id = id_
        self.host = host
        self.terms = terms
        self.invite: str | None = None  # this and seats' tokens are not logged: they can be revoked
        self.seat_tokens: dict[int, str] = {}
        self.reserved: dict[int, int] = {}  # seats kept for people, by a rematch
        self.names: dict[int, str] = {}
        self.log: list[Entry] = []
        self.sitters = [Sitter() for _ in range(terms.seats)]
        self.match: Match | None = None
        self.resigned: list[int] = []  # in the order of giving up
        self.asked: Asked | None = None
        self.next: str | None = None
        self.keys: dict[str, int] = {}
        self.status: Status = "open"  # whether it waits, plays, or is done
        self.to_act: tuple[int, ...] = ()  # the seats that may act now
        self.since: int | None = None  # when it became their turn
        self.started: int | None = None
        self.ended: int | None = None
        self.seed = seed
        self._untouched: list[int] = []  # per entry: how many plies of the match it left alone
        self._made_by: list[int] = []  # per ply: the entry that made it
        self._faces = [0] * terms.seats  # per seat: since which entry nothing has changed for it
        self._since = [0] * terms.seats  # per seat: when that was

    # What is going on

    @property
    def number(self) -> int:
        """How many entries there are."""
        return len(self.log)

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, those last who gave up; None until it is over."""
        if self.match is None or self.status != "over":
            return None
        played = self.match.ranks or [1] * self.terms.seats
        order = [
            (1, -self.resigned.index(seat)) if seat in self.resigned else (0, played[seat])
            for seat in range(self.terms.seats)
        ]
        return [1 + sum(other < mine for other in order) for mine in order]

    @property
    def results(self) -> list[int] | None:
        """What each seat's scoreboard comes to, in one number; None until it is over."""
        if self.match is None or self.status != "over":
            return None
        match, seats = self.match, self.terms.seats
        return [match.game.result(seats, match.scores(seat)) for seat in range(seats)]

    @functools.cached_property
    def game(self) -> Game:
        """The game that is played here, with the parts and options agreed on."""
        return self.terms.find_game()

    def _is_conceded(self) -> bool:
        if not self.resigned:
            return False
        left = [seat for seat in range(self.terms.seats) if seat not in self.resigned]
        return len(left) <= 1 or all(self.sitters[seat].person is None for seat in left)

    def seats_of(self, person: int | None) -> list[int]:
        """Return the seats that a person holds."""
        if person is None:
            return []
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.person == person]

    def bot_for(self, seat: int) -> str | None:
        """Return the bot that plays a seat now; None if a person does."""
        sitter = self.sitters[seat]
        if sitter.bot is not None:
            return sitter.bot
        return STAND_IN if sitter.away or sitter.late or seat in self.resigned else None

    def answers(self, seat: int, at: int) -> bool:
        """Whether a seat that has seen the first `at` entries has seen all that matters to it."""
        return self._faces[seat] <= at <= self.number

    def deadline(self, seat: int) -> int | None:
        """When the seat's time is up; None without a clock, or if a bot plays it."""
        if self.terms.clock is None or self.bot_for(seat) is not None:
            return None
        return self._since[seat] + self.terms.clock.milliseconds

    # What anyone may see of it

    def news(self, viewer: int | None, have: int = 0, form: Form = "view") -> dict[str, Any]:
        """What a seat, or a spectator, has not seen yet that has seen the first `have` entries."""
        return self.news_for([viewer], have, form)[0]

    def news_for(
        self,
        viewers: Sequence[int | None],
        have: int = 0,
        form: Form = "view",
        *,
        with_info: bool = False,
    ) -> list[dict[str, Any]]:
        """Return the same for several; what all may see is the same object in each."""
        fresh = self.log[have:]
        since = min(self._untouched[have:], default=self._plies)
        clocked = self.to_act if self.terms.clock else ()
        deadlines = ((seat, self.deadline(seat)) for seat in clocked)
        public: dict[str, Any] = {
            "table": self.id,
            "number": self.number,
            "events": self._events(fresh, since),
            "deadlines": {str(seat): by for seat, by in deadlines if by is not None},
        }
        moved = all(entry.kind == "move" for entry in fresh)
        if have == 0 or self.status == "over" or not moved or with_info:
            public["info"] = self.info()
        seen = self._records(viewers, since) if form == "record" else self._views(viewers, since)
        return [
            {**public, "seat": viewer, **one} for viewer, one in zip(viewers, seen, strict=True)
        ]

    def _views(self, viewers: Sequence[int | None], since: int) -> list[dict[str, Any]]:
        views = self.match.views(viewers, since) if self.match else [None] * len(viewers)
        return [{"view": view} for view in views]

    def _records(self, viewers: Sequence[int | None], since: int) -> list[dict[str, Any]]:
        return self.match.granted(viewers, since) if self.match else [_NOTHING_YET] * len(viewers)

    def info(self) -> dict[str, Any]:
        """Return the table, apart from the match."""
        return {
            "id": self.id,
            **self.terms.model_dump(include=_TOLD),
            "own_parts": self.terms.parts is not None,
            "status": self.status,
            "number": self.number,
            "sitting": [
                {
                    "name": self.names.get(sitter.person) if sitter.person is not None else None,
                    "bot": sitter.bot,
                    "away": sitter.away,
                    "resigned": seat in self.resigned,
                }
                for seat, sitter in enumerate(self.sitters)
            ],
            "secret": self.match is not None and self.match.game.layout.has_owners,
            "asked_back": self.asked.seat if self.asked else None,
            "ranks": self.ranks,
            "results": self.results,
            "next": self.next,
        }

    def _events(self, fresh: Sequence[Entry], since: int) -> list[dict[str, Any]]:
        """Return what happened; the moves among it made plies from number `since` on."""
        plies = {made_by: ply for ply, made_by in enumerate(self._made_by[since:], since)}
        return [
            events.event(entry, self.names, plies, self._untouched)
            for entry in events.latest(fresh)
        ]

    def record(self, viewer: int | None) -> dict[str, Any]:
        """The match's record: in full once it is over, before as a seat or a spectator sees it."""
        if self.status == "over":
            record = self._playing.record(trace=True)
        else:
            record = self._playing.seen_record(viewer)
        if self.terms.parts is not None:
            record["parts_text"] = self.terms.parts  # so that it can be replayed anywhere
        if self.resigned:
            record["resigned"] = list(self.resigned)
        return record

    @property
    def _plies(self) -> int:
        return self.match.length if self.match else 0

    # How it changes

    def add(
        self,
        kind: Kind,
        now: int,
        *,
        seat: int | None = None,
        person: int | None = None,
        **data: Any,
    ) -> Entry:
        """Let something happen, and log it."""
        entry = Entry(self.number, kind, now, seat, person, None, data)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Let happen what an entry tells. A refused move leaves the table as it was."""
        if entry.number != self.number:
            raise BrokenLog("broken_log", f"entry {entry.number} comes after {self.number - 1}")
        before, untouched = self.to_act, self._plies
        was_over, drawn = self.status == "over", False
        match entry.kind:
            case "sit" | "stand" | "bot":
                self._seat(entry)
            case "start":
                self._start(entry)
                drawn = True
            case "move":
                drawn = self._move(entry)
            case "undo":
                untouched = self._undo(entry)
            case "back":
                untouched = entry.data["ply"]
                self._playing.rewind(untouched)
                del self._made_by[untouched:]
                self.asked = None
                drawn = True
            case "ask_back":
                assert entry.seat is not None
                self.asked = Asked(entry.seat, entry.data["ply"], {entry.seat})
            case "agree":
                if self.asked and entry.seat is not None:
                    self.asked.agreed.add(entry.seat)
            case "decline":
                self.asked = None
            case "leave" | "return":
                self._sitter(entry).away = entry.kind == "leave"
            case "late":
                self._sitter(entry).late = True
            case "resign":
                if entry.seat is not None and entry.seat not in self.resigned:
                    self.resigned.append(entry.seat)
            case "next":
                self.next = entry.data["table"]
            case "say":
                pass
        self._look()
        if self.to_act != before:
            self.since = entry.at if self.to_act else None
        if self.status == "over" and not was_over:
            self.ended = entry.at
        self.log.append(entry)
        self._untouched.append(untouched)
        if entry.key is not None:
            self.keys[entry.key] = entry.number
        self._turn(entry, before, drawn)

    def _look(self) -> None:
        """Note how things stand: everybody asks for it, and only entries change it."""
        if self.match is not None:
            to_act = self.match.to_act
            self.status = "running" if to_act and not self._is_conceded() else "over"
            self.to_act = to_act if self.status == "running" else ()

    @property
    def _playing(self) -> Match:
        if self.match is None:
            raise BrokenLog("broken_log", "there is a move before the start")
        return self.match

    def _sitter(self, entry: Entry) -> Sitter:
        if entry.seat is None:
            raise BrokenLog("broken_log", f"entry {entry.number} is of no seat")
        return self.sitters[entry.seat]

    def _seat(self, entry: Entry) -> None:
        sitter = self._sitter(entry)
        sitter.person = entry.person if entry.kind == "sit" else None
        sitter.bot = entry.data["bot"] if entry.kind == "bot" else None
        if entry.seat is not None:  # whatever led there leads nowhere now
            self.seat_tokens.pop(entry.seat, None)
            self.reserved.pop(entry.seat, None)

    def _start(self, entry: Entry) -> None:
        terms, own = self.terms, self.game.parts_source
        self.match = Match(
            terms.game, terms.seats, self.seed, first=terms.first, parts=own, **terms.options
        )
        self.started = entry.at
        self._tell(entry, "setup", self.match.setup)

    def _move(self, entry: Entry) -> bool:
        playing = self._playing
        if "action" in entry.data:  # logs tell moves in notation
            playing.play_action(entry.data.pop("action"), entry.seat)
            entry.data["move"] = playing.latest.move
        else:
            playing.play(entry.data["move"], entry.seat)
        ply = playing.latest
        self._made_by.append(entry.number)
        self._tell(entry, "reveals", ply.reveals)
        self._sitter(entry).late = False
        self.asked = None
        return bool(ply.outcomes)

    def _undo(self, entry: Entry) -> int:
        plies = self._playing.plies
        self._playing.undo(entry.seat)
        self.asked = None
        taken_back = max(number for number, ply in enumerate(plies) if ply.seat == entry.seat)
        del self._made_by[taken_back]
        return taken_back

    def _tell(self, entry: Entry, what: str, happened: dict[str, Any]) -> None:
        """Chance is told in the log; what was logged before must have happened again."""
        if entry.data.setdefault(what, happened) != happened:
            raise BrokenLog("broken_log", f"entry {entry.number}: chance was told otherwise")

    def _turn(self, entry: Entry, before: tuple[int, ...], drawn: bool) -> None:
        """Note for which seats something has changed: they must have seen it to act."""
        after = self.to_act
        if entry.kind not in {"start", "move", "undo", "back"}:
            return
        for seat in range(self.terms.seats):
            beside = seat in before and seat in after and seat != entry.seat and not drawn
            if not beside:
                self._faces[seat] = self.number
                self._since[seat] = entry.at
