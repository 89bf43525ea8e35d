"""A table as clients see it: its news, its record and its info."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spielwerk.server import events
from spielwerk.server.store.log import Entry
from spielwerk.server.table_state import TableState
from spielwerk.server.wire import Form, Terms

_TOLD = set(Terms.model_fields) - {"parts", "labels"}  # public terms
# A match's record before the start
_NOTHING_YET: dict[str, Any] = {
    "state": None, "plies": [], "since": 0, "to_act": [], "first": None, "commitment": None,
}  # fmt: skip


class LiveTable(TableState):
    """A table's current state, and what each seat or a spectator may see of it."""

    def news(self, viewer: int | None, have: int = 0, form: Form = "view") -> dict[str, Any]:
        """Return what is new for a viewer that has seen the first `have` entries."""
        return self.news_for([viewer], have, form)[0]

    def news_for(
        self,
        viewers: Sequence[int | None],
        have: int = 0,
        form: Form = "view",
        *,
        with_info: bool = False,
    ) -> list[dict[str, Any]]:
        """Return the news for several viewers; the public parts are shared objects."""
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

    @property
    def has_people(self) -> bool:
        """Whether any seat belongs to a person, present or away."""
        return any(sitter.person is not None for sitter in self.sitters)

    @property
    def due(self) -> int | None:
        """When the server must act here: for a start, a bot's move, or a clock that runs out."""
        if self.is_opening:
            return self.log[-1].at
        if not self.has_people:
            return None  # games among bots go on only when watched
        if any(self.bot_for(seat) for seat in self.to_act):
            return self.since
        times = [by for seat in self.to_act if (by := self.deadline(seat)) is not None]
        return min(times, default=None)

    def pause(self, missed: Callable[[int], int]) -> None:
        """Add lost time to the clocks; `missed` returns how much was lost since a given time.

        Nobody gets less than was added before, such as for the time in which the table was loaded.
        """
        for seat in self.to_act if self.terms.clock else ():
            lost, before = missed(self._since[seat]), self.paused[seat]
            self.paused[seat] = max(lost, before) if before > 0 else lost

    def _views(self, viewers: Sequence[int | None], since: int) -> list[dict[str, Any]]:
        views = self.match.views(viewers, since) if self.match else [None] * len(viewers)
        return [{"view": view} for view in views]

    def _records(self, viewers: Sequence[int | None], since: int) -> list[dict[str, Any]]:
        return self.match.granted(viewers, since) if self.match else [_NOTHING_YET] * len(viewers)

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, with resigned seats last; None until the game is over."""
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
        """Each seat's result as one number; None until the game is over."""
        if self.match is None or self.status != "over":
            return None
        match, seats = self.match, self.terms.seats
        return [match.game.result(seats, match.scores(seat)) for seat in range(seats)]

    def info(self) -> dict[str, Any]:
        """Return the public description of the table, without the match."""
        return {
            "id": self.id,
            **self.terms.model_dump(include=_TOLD),
            "own_parts": self.terms.parts is not None,
            "played_offline": self.terms.labels is not None,
            "status": self.status,
            "opening": self.is_opening,
            "commitment": None if self.terms.labels else self.commitment,
            "number": self.number,
            "sitting": [
                {
                    "name": self._name(seat),
                    "bot": sitter.bot,
                    "guest": self._is_guest(seat),
                    "away": sitter.away,
                    "resigned": seat in self.resigned,
                    "here": None if self.here is None else seat in self.here,
                    "share": sitter.share.hash if sitter.share else None,
                    "reserved_for": self.names.get(self.reserved.get(seat, -1)),
                }
                for seat, sitter in enumerate(self.sitters)
            ],
            "secret": self.match is not None and self.match.game.layout.has_owners,
            "asked_back": self.asked.seat if self.asked else None,
            "ranks": self.ranks,
            "results": self.results,
            "next": self.next,
        }

    def know(self, person: int, name: str, *, guest: bool) -> None:
        """Store a person's name, and whether they are a guest."""
        self.names[person] = name
        (self.guests.add if guest else self.guests.discard)(person)

    def _name(self, seat: int) -> str | None:
        sitter = self.sitters[seat]
        if sitter.person is not None:
            return sitter.label or self.names.get(sitter.person)
        return self.terms.labels[seat] if self.terms.labels else None

    def _is_guest(self, seat: int) -> bool:
        """Return whether a seat shows a name that is not registered."""
        sitter = self.sitters[seat]
        if (kept_for := self.reserved.get(seat)) is not None:
            return kept_for in self.guests
        known = sitter.person is not None and sitter.label is None
        return self._name(seat) is not None and not (known and sitter.person not in self.guests)

    def _events(self, fresh: Sequence[Entry], since: int) -> list[dict[str, Any]]:
        """Return entries as events; the moves among them made the plies from `since` on."""
        plies = {made_by: ply for ply, made_by in enumerate(self.made_by[since:], since)}
        return [
            events.event(entry, self.names, self.guests, plies, self._untouched)
            for entry in events.latest(fresh)
        ]

    def acknowledgement(self, number: int) -> dict[str, Any]:
        """Return the answer to an act: the number of entries, and the hash of the last one."""
        head = self.log[number - 1].hash if number else self.head
        return {"number": number, "head": (head or b"").hex()}

    def record(self, viewer: int | None) -> dict[str, Any]:
        """Return the match's record: complete once it is over, until then as the viewer sees it."""
        if self.status == "over":
            record = self._playing.record(trace=True)
        else:
            record = self._playing.seen_record(viewer)
        if self.terms.parts is not None:
            record["parts_text"] = self.terms.parts  # so that it can be replayed anywhere
        record["log"] = {"entries": self.number, "head": self.head.hex()}
        if self.resigned:
            record["resigned"] = list(self.resigned)
        labels = [sitter.label for sitter in self.sitters]
        if any(labels):
            record["names"] = labels
        return record
