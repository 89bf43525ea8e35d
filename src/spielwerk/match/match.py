"""A match: one game from the deal to the ranks, ply by ply, in notation."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from rich.text import Text

from spielwerk.games import find
from spielwerk.match.fair import Chance, FairChance, Proof, seed_bytes
from spielwerk.match.position import Position
from spielwerk.match.previews import points_of, told_lines
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
    """One decision of a seat, and what nature decided after it."""

    seat: int
    action: int
    move: str
    legal: int  # how many moves the seat could choose from
    beside: tuple[int, ...]  # the seats that could act at the same time
    scores: list[int]  # its scoreboard afterwards
    gained: list[int]  # what the ply added to it
    outcomes: list[int]
    reveals: dict[str, Any]
    known: list[Known]  # what `reveals` write, as numbers

    def record(self, trace: bool) -> dict[str, Any]:
        """Return the ply as a record writes it."""
        written: dict[str, Any] = {"seat": self.seat, "move": self.move}
        if trace:
            written |= {"legal": self.legal, "scores": list(self.scores)}
        if self.reveals:
            written["reveals"] = copied(self.reveals)
        return written


class Match:
    """One game being played.

    `seed` fixes all chance (None: the system's entropy decides); `first` is the starting seat,
    or "lot" to draw it; `parts` is the path of a player's own parts file, or its `PartsText`; rule
    options come as keywords.
    """

    _proof: Proof | None  # None if chance was told, not drawn

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seed: int | bytes | None = None,
        *,
        first: int | Literal["lot"] = 0,
        parts: str | PartsSource | None = None,
        **options: str,
    ) -> None:
        found = find(game, parts, options)
        seats = found.check_seats(seats)
        chance = FairChance(seed_bytes(seed))
        by_lot = first == "lot" and found.has_first
        starting = chance.lot(seats) if by_lot else 0 if first == "lot" else first
        self._begin(Position(found, seats, found.check_first(starting, seats)), chance)
        self._proof = Proof(chance.commitment, by_lot, chance.seed)

    @classmethod
    def told(cls, position: Position, chance: Chance) -> Match:
        """Return a match whose chance is told, as by a record, and can't be proved fair."""
        match = cls.__new__(cls)
        match._begin(position, chance)
        return match

    def _begin(self, position: Position, chance: Chance) -> None:
        self._position = position
        self._chance = chance
        self._proof = None
        self._is_ready = False  # not all that a match calls is compiled for the deal
        self._plies: list[Ply] = []
        self._dealt, known = position.let_nature_act(chance)
        self._setup = self.game.reveals.write_setup(known, position.seats, position.first)

    # What is going on

    @property
    def game(self) -> Game:
        """The game, with its parts."""
        return self._position.game

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._position.seats

    @property
    def options(self) -> dict[str, str]:
        """The rule options that differ from the game's defaults."""
        return dict(self.game.options)

    @property
    def states(self) -> States:
        """A copy of the state, everything hidden included, as an array of one."""
        return self._position.states.copy()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return self.game.to_act(self._position.states, 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, 1 the best, ties sharing one; None until the game is over."""
        return self.game.ranks(self._position.states, 0, self.seats) if self.over else None

    @property
    def tiebreaks(self) -> list[Tiebreak]:
        """The comparisons by which the ranks were decided; none until the game is over."""
        if not self.over:
            return []
        return decide(self.game.comparisons(self._position.states, 0, self.seats), self.seats)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """What the seats did so far."""
        return tuple(self._plies)

    @property
    def length(self) -> int:
        """How many plies there are."""
        return len(self._plies)

    @property
    def latest(self) -> Ply:
        """The last of them; there must be one."""
        return self._plies[-1]

    @property
    def setup(self) -> dict[str, Any]:
        """What chance decided before the first ply, as a record writes it."""
        setup: dict[str, Any] = copied(self._setup)
        return setup

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed that decides all chance; None if chance was told."""
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
        """Return the moves that a seat may choose from, sorted; none if it may not act."""
        seat = self._seat(seat)
        if seat not in self.to_act:
            return []
        states = self._position.states
        actions = self.game.legal(states, 0, seat)
        return sorted(self.game.write_all(states, 0, seat, actions))

    def view(self, seat: int | None, since: int = 0) -> dict[str, Any]:
        """Return all that a seat, or a spectator (None), may see, ready for JSON.

        `moves` holds the plies from number `since` on.
        """
        return self.views([seat], since)[0]

    def views(self, viewers: Sequence[int | None], since: int = 0) -> list[dict[str, Any]]:
        """Return the views of several; what all may see is the same object in each of them."""
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
        """Return what several may see as data that the rules compute with, ready for JSON.

        `state` holds the bytes that were granted, in base64; `plies` the plies from number `since`
        on: seat, action, move (of some actions it can't be told once the table has changed), what
        the seat's scoreboard gained, and what became known, as rows of topic, whose it is, and
        number.
        """
        viewers = [None if viewer is None else self._seat(viewer) for viewer in viewers]
        since = self._number(since)
        is_own = self.game.layout.has_owners  # else all were granted the same bytes
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
        """Make a move. `seat` may be left out while only one may act."""
        self._get_ready()
        seat = self._acting(seat, self.to_act)
        action, legal = self.game.chosen(self._position.states, 0, seat, move)
        self._act(seat, action, move, legal)

    def play_action(self, action: int, seat: int | None = None) -> None:
        """Make the move that an action's number stands for."""
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
        """What a move would add to the seat's scoreboard, number by number, before any draw."""
        self._get_ready()
        seat = self._acting(seat, self.to_act)
        action, _ = self.game.chosen(self._position.states, 0, seat, move)
        return points_of(self.game, self._position.states, seat, action)

    def lines(self, number: int) -> list[dict[str, Any]]:
        """Return where the points of ply `number` came from, ready for JSON; everybody may know."""
        self._get_ready()
        number = self._number(number, len(self._plies) - 1)
        position, ply = Position(self.game, self.seats, self._position.first), self._plies[number]
        self._act_on(position, number)
        return told_lines(self.game, position.states, ply.seat, ply.action)

    def undo(self, seat: int | None = None) -> None:
        """Take back the seat's latest ply; `UndoRefused` where that is not possible any more."""
        if seat is not None:
            seat = self._seat(seat)
        elif self._plies:
            seat = self._plies[-1].seat
        if refusal := self._undo_refusal(seat):
            raise refusal
        number = self._latest(seat)
        taken_back, *later = self._plies[number:]
        self._plies[number:] = [  # which it can follow now: these seats did not answer it
            ply._replace(beside=(*ply.beside, taken_back.seat)) for ply in later
        ]
        self._act_again()

    def rewind(self, number: int) -> None:
        """Back to before ply `number`; what nature decides from there on stays what it was.

        Of a match that was replayed without its seed it stays so only for plies made since.
        """
        if self.over:
            raise UndoRefused("game_over", "the game is over")  # and its seed told
        number = self._number(number)
        cut = self._plies[number:]
        del self._plies[number:]
        self._chance.take_back([outcome for ply in cut for outcome in ply.outcomes])
        self._act_again()

    def _act_again(self) -> None:
        """Let the state be what the deal and the plies make it."""
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
            return UndoRefused("game_over", "the game is over")  # and its seed told
        number = self._latest(seat)
        latest, later = self._plies[number], self._plies[number + 1 :]
        for ply in later:
            if ply.seat not in latest.beside:  # who could act at the same time did not answer it
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
        """Return the number of a ply, up to `latest`, or else to the one to come."""
        latest = len(self._plies) if latest is None else latest
        found = whole(number)
        if found is None or found not in range(latest + 1):
            reason = f"there is no ply {quoted(number)}, only 0 to {latest}"
            raise BadSetting("bad_ply", reason)
        return found

    # Telling

    def record(self, trace: bool = False) -> dict[str, Any]:
        """Return the match so far as a record, everything hidden included.

        With `trace` each ply tells how many moves were legal and the seat's scoreboard.
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
        return written

    def seen_record(self, viewer: int | None) -> dict[str, Any]:
        """The record as far as a seat, or a spectator (None), may see it while the game goes on.

        What is hidden from it is null in `setup` and left out of `reveals`.
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
        """The table as the seat sees it that has to act; of several, as everybody sees it."""
        viewer = self.to_act[0] if len(self.to_act) == 1 else None
        return self.game.display.draw(self.view(viewer))

    def __str__(self) -> str:
        return self.__rich__().plain

    def __repr__(self) -> str:
        state = f"ranks {self.ranks}" if self.over else f"to act {self.to_act}"
        return f"<Match {self.game.id}, {self.seats} seats, {len(self._plies)} plies, {state}>"
