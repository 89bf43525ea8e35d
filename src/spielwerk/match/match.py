"""A match: one game from the deal to the final ranks, ply by ply, in notation."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from rich.text import Text

from spielwerk.games import find
from spielwerk.match.fair import Chance, Proof, TakenBack, commitment, seed_bytes
from spielwerk.match.position import Position
from spielwerk.match.previews import points_of, told_lines
from spielwerk.match.shares import SharedSeed
from spielwerk.rules import compilation
from spielwerk.rules.errors import BadSetting, IllegalMove, UndoRefused
from spielwerk.rules.game import Game
from spielwerk.rules.given import copied, quoted, whole
from spielwerk.rules.hidden import view
from spielwerk.rules.parts import PartsSource
from spielwerk.rules.reveals import Known
from spielwerk.rules.state import NATURE, States
from spielwerk.rules.tiebreaks import Tiebreak, decide

FORMAT = "spielwerk/1"


class Ply(NamedTuple):
    """One decision of a seat, and nature's decisions after it."""

    seat: int
    action: int
    move: str
    legal: int  # the number of moves the seat could choose from
    beside: tuple[int, ...]  # the seats that could act at the same time
    scores: list[int]  # its scoreboard afterwards
    gained: list[int]  # what the ply added to it
    outcomes: list[int]
    reveals: dict[str, Any]
    known: list[Known]  # the content of `reveals`, as numbers

    def record(self, trace: bool) -> dict[str, Any]:
        """Return the ply as a record writes it."""
        written: dict[str, Any] = {"seat": self.seat, "move": self.move}
        if trace:
            written |= {"legal": self.legal, "scores": list(self.scores)}
        if self.reveals:
            written["reveals"] = copied(self.reveals)
        return written


class Match:
    """A game in progress.

    `seed` determines all chance (None: the system's entropy); `first` is the starting seat, or
    "lot" to draw it; `parts` is the path of a player's own parts file, or its `PartsText`; rule
    options are keyword arguments.
    """

    _proof: Proof | None  # None if chance was given rather than drawn

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seed: int | bytes | SharedSeed | None = None,
        *,
        first: int | Literal["lot"] = 0,
        parts: str | PartsSource | None = None,
        **options: str,
    ) -> None:
        found = find(game, parts, options)
        seats = found.check_seats(seats)
        by_lot = first == "lot" and found.has_first
        shared = seed if isinstance(seed, SharedSeed) else SharedSeed(seed_bytes(seed), ())
        proof = Proof(commitment(shared.seed), by_lot, shared.seed, shared.shares)
        chance = proof.chance
        starting = chance.lot(seats) if by_lot else 0 if first == "lot" else first
        self._begin(Position(found, seats, found.check_first(starting, seats)), chance)
        self._proof = proof

    @classmethod
    def told(cls, position: Position, chance: Chance) -> Match:
        """Return a match whose chance is given, as by a record, and cannot be proved fair."""
        match = cls.__new__(cls)
        match._begin(position, chance)
        return match

    def _begin(self, position: Position, chance: Chance) -> None:
        self._position = position
        self._chance = chance
        self._proof = None
        self._is_ready = False  # the deal needs only some of a match's kernels
        self._plies: list[Ply] = []
        self._taken_back: list[TakenBack] = []
        self._dealt, known = position.let_nature_act(chance)
        self._setup = self.game.reveals.write_setup(known, position.seats, position.first)

    # State of the match

    @property
    def game(self) -> Game:
        """The game with its parts."""
        return self._position.game

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._position.seats

    @property
    def options(self) -> dict[str, str]:
        """The rule options that differ from the game's defaults."""
        return dict(self.game.options)

    @property
    def states(self) -> States:
        """A copy of the state, including everything hidden, as an array of one."""
        return self._position.states.copy()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over."""
        return self.game.to_act(self._position.states, 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, where 1 is best and ties share a rank; None until the game is over."""
        return self.game.ranks(self._position.states, 0, self.seats) if self.over else None

    @property
    def tiebreaks(self) -> list[Tiebreak]:
        """The comparisons that decided the ranks; empty until the game is over."""
        if not self.over:
            return []
        return decide(self.game.comparisons(self._position.states, 0, self.seats), self.seats)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies by seats so far."""
        return tuple(self._plies)

    @property
    def length(self) -> int:
        """The number of plies so far."""
        return len(self._plies)

    @property
    def latest(self) -> Ply:
        """The latest ply; there must be one."""
        return self._plies[-1]

    @property
    def setup(self) -> dict[str, Any]:
        """What chance decided before the first ply, as a record writes it."""
        setup: dict[str, Any] = copied(self._setup)
        return setup

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed that determines all chance; None if chance was given."""
        return self._proof.commitment if self._proof else None

    @property
    def seed(self) -> bytes | None:
        """The seed; None until the game is over."""
        return self._proof.seed if self._proof and self.over else None

    def scores(self, seat: int) -> list[int]:
        """Return a seat's scoreboard."""
        self._get_ready()
        return self.game.scores(self._position.states, 0, self._seat(seat))

    def legal(self, seat: int) -> list[str]:
        """Return a seat's legal moves, sorted; empty if it may not act."""
        seat = self._seat(seat)
        if seat not in self.to_act:
            return []
        states = self._position.states
        actions = self.game.legal(states, 0, seat)
        return sorted(self.game.write_all(states, 0, seat, actions))

    def view(self, seat: int | None, since: int = 0) -> dict[str, Any]:
        """Return everything that a seat, or a spectator (None), may see, ready for JSON.

        `moves` contains the plies from number `since` on.
        """
        return self.views([seat], since)[0]

    def views(self, viewers: Sequence[int | None], since: int = 0) -> list[dict[str, Any]]:
        """Return several views; they share the objects that everybody may see."""
        self._get_ready()
        viewers = [None if viewer is None else self._seat(viewer) for viewer in viewers]
        since = self._number(since)
        public = self._public_view(since)
        return [public | self._own_view(viewer, since) for viewer in viewers]

    def _public_view(self, since: int) -> dict[str, Any]:
        game = self.game
        seen = view(game.layout, self._position.states, 0, None)
        to_act = game.to_act(seen, 0)
        return {
            "game": game.id,
            "seats": self.seats,
            "options": self.options,
            "viewer": None,
            "to_act": list(to_act),
            "first": self._position.first if game.has_first else None,
            "since": since,
            "moves": [],
            "scores": game.scoreboards(seen, 0, self.seats),
            "ranks": None if to_act else game.ranks(seen, 0, self.seats),
            "commitment": self.commitment,
            **game.display.show(seen),
        }

    def _own_view(self, viewer: int | None, since: int) -> dict[str, Any]:
        own: dict[str, Any] = {
            "viewer": viewer,
            "moves": [self._seen_ply(ply, viewer) for ply in self._plies[since:]],
        }
        if viewer is None or not self.game.layout.has_owners:
            return own
        seen = view(self.game.layout, self._position.states, 0, viewer)
        return own | self.game.display.show_own(seen, viewer)

    def _seen_ply(self, ply: Ply, viewer: int | None) -> dict[str, Any]:
        seen = self.game.reveals.seen(ply.reveals, self.game.layout, ply.seat, viewer)
        shown: dict[str, Any] = {"seat": ply.seat, "move": ply.move}
        return shown | {"reveals": copied(seen)} if seen else shown

    def granted(self, viewers: Sequence[int | None], since: int = 0) -> list[dict[str, Any]]:
        """Return what several viewers may see as input for the rules, ready for JSON.

        `state` contains the granted bytes in base64; `plies` the plies from number `since` on:
        seat, action, move (which for some actions cannot be derived after the table has changed),
        what the seat's scoreboard gained, and what became known, as rows of topic, whose it is,
        and number.
        """
        viewers = [None if viewer is None else self._seat(viewer) for viewer in viewers]
        since = self._number(since)
        is_own = self.game.layout.has_owners  # otherwise all viewers are granted the same bytes
        granted = {viewer if is_own else None for viewer in viewers}
        states = {viewer: self._granted_state(viewer) for viewer in granted}
        public = {
            "since": since,
            "to_act": list(self.to_act),
            "first": self._position.first if self.game.has_first else None,
            "commitment": self.commitment,
        }
        return [
            {
                "state": states[viewer if is_own else None],
                "plies": [self._granted_ply(ply, viewer) for ply in self._plies[since:]],
                **public,
            }
            for viewer in viewers
        ]

    def _granted_state(self, viewer: int | None) -> str:
        seen = view(self.game.layout, self._position.states, 0, viewer)
        return base64.b64encode(seen.tobytes()).decode()

    def _granted_ply(self, ply: Ply, viewer: int | None) -> dict[str, Any]:
        seen = self.game.reveals.seen_rows(ply.known, self.game.layout, ply.seat, viewer)
        rows = list(map(list, seen))
        return {
            "seat": ply.seat,
            "action": ply.action,
            "move": ply.move,
            "gained": ply.gained,
            "known": rows,
        }

    # Playing

    def _get_ready(self) -> None:
        if not self._is_ready:
            compilation.ready(self.game)
            self._is_ready = True

    def play(self, move: str, seat: int | None = None) -> None:
        """Make a move. `seat` may be omitted while only one seat may act."""
        self._get_ready()
        seat = self._acting(seat, self.to_act)
        action, legal = self.game.chosen(self._position.states, 0, seat, move)
        self._act(seat, action, move, legal)

    def play_action(self, action: int, seat: int | None = None) -> None:
        """Make a move, given as the number of its action."""
        self._get_ready()
        seat = self._acting(seat, self.to_act)
        move, legal = self.game.spelled(self._position.states, 0, seat, action)
        self._act(seat, action, move, legal)

    def _act(self, seat: int, action: int, move: str, legal: int) -> None:
        to_act = self.to_act
        beside = tuple([other for other in to_act if other != seat])
        before = self.game.scores(self._position.states, 0, seat)
        shown = self._position.act(seat, action)
        outcomes, known = self._position.let_nature_act(self._chance)
        scores = self.game.scores(self._position.states, 0, seat)
        known = shown + known
        reveals = self.game.reveals.write(known, self.seats)
        gained = [now - then for now, then in zip(scores, before, strict=True)]
        self._plies.append(
            Ply(seat, action, move, legal, beside, scores, gained, outcomes, reveals, known)
        )

    def preview(self, move: str, seat: int | None = None) -> list[int]:
        """Return what a move would add to the seat's scoreboard, entry by entry, before draws."""
        self._get_ready()
        seat = self._acting(seat, self.to_act)
        action, _ = self.game.chosen(self._position.states, 0, seat, move)
        return points_of(self.game, self._position.states, seat, action)

    def lines(self, number: int) -> list[dict[str, Any]]:
        """Return where the points of ply `number` came from, ready for JSON; this is public."""
        self._get_ready()
        number = self._number(number, len(self._plies) - 1)
        position, ply = Position(self.game, self.seats, self._position.first), self._plies[number]
        self._act_on(position, number)
        return told_lines(self.game, position.states, ply.seat, ply.action)

    def undo(self, seat: int | None = None) -> None:
        """Take back the seat's latest ply; raise `UndoRefused` if that is no longer possible."""
        if seat is not None:
            seat = self._seat(seat)
        elif self._plies:
            seat = self._plies[-1].seat
        if refusal := self._undo_refusal(seat):
            raise refusal
        number = self._latest(seat)
        if self._taken_back:  # draws that were taken back may have followed this ply
            self._note_taken_back(number)
        taken_back, *later = self._plies[number:]
        self._plies[number:] = [  # its seat may now act after these, which were no response to it
            ply._replace(beside=(*ply.beside, taken_back.seat)) for ply in later
        ]
        self._act_again()

    def rewind(self, number: int, *, repeat: bool = False) -> None:
        """Return to the position before ply `number`; nature's later decisions are redrawn.

        With `repeat` they stay the same: earlier versions worked so, and stored games depend on
        it. In a match that was replayed without its seed, only plies made since then repeat.
        """
        if self.over:
            raise UndoRefused("game_over", "the game is over")  # and its seed is disclosed
        number = self._number(number)
        cut = self._plies[number:]
        if repeat:
            self._chance.take_back([outcome for ply in cut for outcome in ply.outcomes])
        elif cut:
            self._note_taken_back(number)
        del self._plies[number:]
        self._act_again()

    def _note_taken_back(self, number: int) -> None:
        """Record that the plies from that number on were taken back, in their current form."""
        plies = [ply.record(trace=False) for ply in self._plies[number:]]
        self._taken_back.append(TakenBack(number, plies))

    def _act_again(self) -> None:
        """Recompute the state from the deal and the plies."""
        self._act_on(self._position, len(self._plies))

    def _act_on(self, position: Position, plies: int) -> None:
        position.clear()
        for outcome in self._dealt:
            position.act(NATURE, outcome)
        for ply in self._plies[:plies]:
            position.act(ply.seat, ply.action)
            for outcome in ply.outcomes:
                position.act(NATURE, outcome)

    def can_undo(self, seat: int) -> bool:
        """Return whether the seat's latest ply can be taken back."""
        return self._undo_refusal(self._seat(seat)) is None

    def _undo_refusal(self, seat: int | None) -> UndoRefused | None:
        if not any(ply.seat == seat for ply in self._plies):
            return UndoRefused("nothing_to_undo", "there is no ply to take back")
        if self.over:
            return UndoRefused("game_over", "the game is over")  # and its seed is disclosed
        number = self._latest(seat)
        latest, later = self._plies[number], self._plies[number + 1 :]
        for ply in later:
            if ply.seat not in latest.beside:  # seats that act simultaneously do not respond to it
                return UndoRefused("others_acted", f"seat {ply.seat} has acted since")
        if any(ply.reveals for ply in (latest, *later)):
            return UndoRefused("chance_seen", "something was drawn, rolled or shown since")
        return None

    def _latest(self, seat: int | None) -> int:
        """Return the number of the seat's latest ply; there must be one."""
        return max(number for number, ply in enumerate(self._plies) if ply.seat == seat)

    def _acting(self, seat: int | None, may_act: tuple[int, ...]) -> int:
        if not may_act:
            raise IllegalMove("game_over", "the game is over")
        if seat is None:
            if len(may_act) > 1:
                seats = ", ".join(map(str, may_act))
                reason = f"several seats may act, {seats}: say which one does"
                raise IllegalMove("which_seat", reason, to_act=list(may_act))
            return may_act[0]
        seat = self._seat(seat)
        if seat not in may_act:
            whose = ", ".join(map(str, may_act))
            reason = f"seat {seat} may not act now, but seat {whose}"
            raise IllegalMove("not_your_turn", reason, seat=seat, to_act=list(may_act))
        return seat

    def _seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or number not in range(self.seats):
            reason = f"there is no seat {quoted(seat)}, only 0 to {self.seats - 1}"
            raise BadSetting("bad_seat", reason)
        return number

    def _number(self, number: object, latest: int | None = None) -> int:
        """Return a valid ply number, at most `latest` or else the number of the next ply."""
        latest = len(self._plies) if latest is None else latest
        found = whole(number)
        if found is None or found not in range(latest + 1):
            reason = f"there is no ply {quoted(number)}, only 0 to {latest}"
            raise BadSetting("bad_ply", reason)
        return found

    # Records

    def record(self, trace: bool = False) -> dict[str, Any]:
        """Return the match so far as a record, including everything hidden.

        With `trace` each ply includes the number of legal moves and the seat's scoreboard.
        """
        written: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.id,
            "seats": self.seats,
            "options": self.options,
            "setup": copied(self._setup),
            "plies": [ply.record(trace) for ply in self._plies],
            "result": None,
        }
        if self.over:
            scores = [self.scores(seat) for seat in range(self.seats)]
            written["result"] = {"ranks": self.ranks, "scores": scores}
        if self.game.parts:
            written["parts"] = self.game.parts
        if self._proof:
            written["fair"] = self._proof.record(told=self.over)
            if self._taken_back:
                written["fair"]["taken_back"] = [back.record() for back in self._taken_back]
        return written

    def seen_record(self, viewer: int | None) -> dict[str, Any]:
        """Return what a seat, or a spectator (None), may see of the record during the game.

        Hidden entries are null in `setup` and absent from `reveals`.
        """
        viewer = None if viewer is None else self._seat(viewer)
        return {
            "format": FORMAT,
            "game": self.game.id,
            "seats": self.seats,
            "options": self.options,
            "setup": self.game.reveals.seen_setup(self.setup, self.game.layout, viewer),
            "plies": [self._seen_ply(ply, viewer) for ply in self._plies],
            "result": None,
            "viewer": viewer,
        }

    def __rich__(self) -> Text:
        """Draw the table as the acting seat sees it, or, if several may act, as a spectator."""
        viewer = self.to_act[0] if len(self.to_act) == 1 else None
        return self.game.display.draw(self.view(viewer))

    def __str__(self) -> str:
        return self.__rich__().plain

    def __repr__(self) -> str:
        state = f"ranks {self.ranks}" if self.over else f"to act {self.to_act}"
        return f"<Match {self.game.id}, {self.seats} seats, {len(self._plies)} plies, {state}>"
