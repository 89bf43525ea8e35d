"""A table's state, computed from its log: the seats, the match, and whose turn it is."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Literal

from spielwerk.match.fair import commitment
from spielwerk.match.match import Match
from spielwerk.match.replay import replay
from spielwerk.match.shares import Share, SharedSeed, hashed
from spielwerk.rules.errors import SpielwerkError
from spielwerk.rules.game import Game
from spielwerk.server.keys import Keys
from spielwerk.server.sitters import Asked, Sitter
from spielwerk.server.store import chain
from spielwerk.server.store.log import Entry, Kind
from spielwerk.server.wire import Terms

STAND_IN = "geselle"  # the bot that plays for a seat that left, resigned, or ran out of time

Status = Literal["open", "running", "over"]


class BrokenLog(SpielwerkError):
    """A log is inconsistent: the rules or the stored data have changed."""


class TableState:
    """A table's state. Only entries change it, and equal logs make equal tables."""

    def __init__(
        self,
        id_: str,
        host: int,
        terms: Terms,
        seed: bytes,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        """Create an empty table; `stored` are its terms as stored, if it is not new."""
        self.id = id_
        self.host = host
        self.terms = terms
        self.invite: str | None = None  # this and seat tokens are not logged: they can be revoked
        self.seat_tokens: dict[int, str] = {}
        self.reserved: dict[int, int] = {}  # seats reserved for people by a rematch
        self.names: dict[int, str] = {}
        self.guests: set[int] = set()  # of these people
        self.here: set[int] | None = None  # connected seats; None if not counted
        self.log: list[Entry] = []
        self.sitters = [Sitter() for _ in range(terms.seats)]
        self.match: Match | None = None
        self.resigned: list[int] = []  # in the order of resigning
        self.asked: Asked | None = None
        self.next: str | None = None
        self.keys = Keys()
        self.status: Status = "open"  # waiting, playing, or done
        self.to_act: tuple[int, ...] = ()  # the seats that may act now
        self.since: int | None = None  # when their turn began
        self.started: int | None = None
        self.ended: int | None = None
        self.seed = seed
        self.commitment = commitment(seed)
        self.is_opening = False  # whether clients are opening shares before the start
        agreed = terms.model_dump(round_trip=True) if stored is None else stored
        self.head = chain.first(id_, host, agreed, seed)  # the hash of the last entry
        self._untouched: list[int] = []  # per entry: how many earlier plies it kept
        self.made_by: list[int] = []  # per ply: the entry that made it
        self._faces = [0] * terms.seats  # per seat: the last entry that changed something for it
        self._since = [0] * terms.seats  # per seat: the time of that entry
        self.paused = [0] * terms.seats  # per seat: lost time since then, not counted on its clock

    # Current state

    @property
    def number(self) -> int:
        """The number of log entries."""
        return len(self.log)

    @functools.cached_property
    def game(self) -> Game:
        """The game, with the table's parts and options."""
        return self.terms.find_game()

    def _is_conceded(self) -> bool:
        if not self.resigned:
            return False
        left = [seat for seat in range(self.terms.seats) if seat not in self.resigned]
        return len(left) <= 1 or all(self.sitters[seat].person is None for seat in left)

    def seats_of(self, person: int | None) -> list[int]:
        """Return a person's seats."""
        return [seat for seat, one in enumerate(self.sitters) if one.person == person is not None]

    def seats_reserved_for(self, person: int | None) -> list[int]:
        """Return the seats that a rematch reserves for a person."""
        return [seat for seat, other in self.reserved.items() if other == person]

    def bot_for(self, seat: int) -> str | None:
        """Return the bot that plays a seat now; None if a person does."""
        sitter = self.sitters[seat]
        if sitter.bot is not None:
            return sitter.bot
        return STAND_IN if sitter.away or sitter.late or seat in self.resigned else None

    def answers(self, seat: int, at: int) -> bool:
        """Return whether the first `at` entries include everything that affects a seat."""
        return self._faces[seat] <= at <= self.number

    def deadline(self, seat: int) -> int | None:
        """Return when a seat's time runs out; None without a clock, or if a bot plays the seat."""
        if self.terms.clock is None or self.bot_for(seat) is not None:
            return None
        return self._since[seat] + self.paused[seat] + self.terms.clock.milliseconds

    # Changes

    @property
    def _plies(self) -> int:
        return self.match.length if self.match else 0

    def add(
        self,
        kind: Kind,
        now: int,
        *,
        seat: int | None = None,
        person: int | None = None,
        **data: Any,
    ) -> Entry:
        """Create a log entry and apply it."""
        entry = Entry(self.number, kind, now, seat, person, None, data)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Apply one log entry. A refused move leaves the table unchanged."""
        if entry.number != self.number:
            raise BrokenLog("broken_log", f"entry {entry.number} follows entry {self.number - 1}")
        if entry.hash is not None and not entry.continues(self.head):
            reason = f"entry {entry.number} was changed, or an earlier one is missing"
            raise BrokenLog("changed_log", reason, entry=entry.number)
        before, untouched = self.to_act, self._plies
        was_over, drawn = self.status == "over", False
        match entry.kind:
            case "sit" | "stand" | "bot":
                self._seat(entry)
            case "name":
                self._sitter(entry).label = entry.data.get("text")  # None: none, or deleted
            case "ready":
                self.is_opening = True
            case "open":
                self._open(entry)
            case "start":
                self._start(entry)
                drawn = True
            case "record":
                self._retell(entry.data["record"], entry)
            case "move":
                drawn = self._move(entry)
            case "undo":
                untouched = self._undo(entry)
            case "back":
                untouched = entry.data["ply"]
                # Entries without `anew` are from a version in which the same draws were repeated.
                self._playing.rewind(untouched, repeat=not entry.data.get("anew"))
                del self.made_by[untouched:]
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
        self.head = entry.hash = entry.chained(self.head)
        self.log.append(entry)
        self._untouched.append(untouched)
        if entry.key is not None:
            self.keys.note(entry.key, entry.number)
        self._turn(entry, before, drawn)

    def _look(self) -> None:
        """Update the status and the seats to act; cached, because they are read often."""
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
            raise BrokenLog("broken_log", f"entry {entry.number} has no seat")
        return self.sitters[entry.seat]

    def _seat(self, entry: Entry) -> None:
        sitter = self._sitter(entry)
        sitter.person = entry.person if entry.kind == "sit" else None
        sitter.bot = entry.data["bot"] if entry.kind == "bot" else None
        sitter.label = None
        hash_ = entry.data.get("share")
        sitter.share = None if hash_ is None else Share(hash_)
        if entry.seat is not None:  # links and reservations expire
            self.seat_tokens.pop(entry.seat, None)
            self.reserved.pop(entry.seat, None)

    def _open(self, entry: Entry) -> None:
        """Store an opened share at all of the person's seats that promised it."""
        value = bytes.fromhex(entry.data["share"])
        opened = Share(hashed(value), value)
        for seat in self.seats_of(entry.person):
            sitter = self.sitters[seat]
            if sitter.share is not None and sitter.share.hash == opened.hash:
                sitter.share = opened

    @property
    def is_opened(self) -> bool:
        """Whether all promised shares have been opened."""
        return all(one.share is None or one.share.value for one in self.sitters)

    def _start(self, entry: Entry) -> None:
        terms = self.terms
        shares = [sitter.share for sitter in self.sitters]
        self.match = Match(
            terms.game,
            terms.seats,
            SharedSeed(self.seed, shares if any(shares) else ()),
            first=terms.first,
            parts=self.game.parts_source,
            **terms.options,
        )
        self.is_opening = False
        self.started = entry.at
        self._tell(entry, "setup", self.match.setup)

    def _retell(self, record: dict[str, Any], entry: Entry) -> None:
        """Replay the complete record of a game that was played offline."""
        self.match = replay(record, parts=self.game.parts_source)
        self.resigned = list(record.get("resigned", ()))
        self.made_by = [entry.number] * self.match.length

    def _move(self, entry: Entry) -> bool:
        playing = self._playing
        if "action" in entry.data:  # logs store moves in notation
            playing.play_action(entry.data.pop("action"), entry.seat)
            entry.data["move"] = playing.latest.move
        else:
            playing.play(entry.data["move"], entry.seat)
        self.made_by.append(entry.number)
        self._tell(entry, "reveals", playing.latest.reveals)
        self._sitter(entry).late = False
        self.asked = None
        return bool(playing.latest.outcomes)

    def _undo(self, entry: Entry) -> int:
        plies = self._playing.plies
        self._playing.undo(entry.seat)
        self.asked = None
        taken_back = max(number for number, ply in enumerate(plies) if ply.seat == entry.seat)
        del self.made_by[taken_back]
        return taken_back

    def _tell(self, entry: Entry, what: str, happened: dict[str, Any]) -> None:
        """Store the outcome of chance in the entry; when replaying, check that it is the same."""
        if entry.data.setdefault(what, happened) != happened:
            raise BrokenLog("broken_log", f"entry {entry.number}: replaying gave different draws")

    def _turn(self, entry: Entry, before: tuple[int, ...], drawn: bool) -> None:
        """Mark the seats that this entry affects: they must have seen it before they act."""
        if entry.kind not in {"start", "move", "undo", "back"}:
            return
        beside = set() if drawn else {*before} & {*self.to_act} - {entry.seat}  # can act as before
        for seat in range(self.terms.seats):
            if seat not in beside:
                self._faces[seat] = self.number
                self._since[seat], self.paused[seat] = entry.at, 0
