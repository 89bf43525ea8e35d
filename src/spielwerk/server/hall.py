"""The hall: all tables that somebody looks at or plays at, kept in step with the store."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import TypeAdapter
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, bookkeeping, kept, refusals, setting_up, wire
from spielwerk.server.acts import Asker
from spielwerk.server.metrics import Metrics
from spielwerk.server.places import Acting, Attendant, Awaited, Follower, Hearing, Place, Waiting
from spielwerk.server.preparing import Preparing
from spielwerk.server.refusals import NotAllowed, NotFound, NotReady
from spielwerk.server.settings import Settings
from spielwerk.server.store import queries
from spielwerk.server.store.log import Entry, Line, LogBroken, now
from spielwerk.server.store.store import Store
from spielwerk.server.table import LiveTable
from spielwerk.server.thinkers import Thinkers

if TYPE_CHECKING:
    from spielwerk.server.neighbours import Neighbours  # needs psycopg, which is an extra

_log = logging.getLogger(__name__)
_acts: TypeAdapter[Any] = TypeAdapter(wire.Act)
_COMING_AGAIN = 1.0  # seconds after a write that failed
_PREPARED_FOR = {"sit", "bot", "start", "rematch"}  # what may start a game
_ASKED_AGAIN = 3  # how often a table's owner is asked before the asker hears of it


class Hall:
    """Finds tables, lets people act at them, and tells everybody who follows them."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        preparing: Preparing,
        metrics: Metrics,
        settings: Settings,
        called: Callable[[int, str, int], None] | None = None,
    ) -> None:
        self._store = store
        self._attendant = Attendant(thinkers, metrics, settings, self._commit, self._is_here)
        self._preparing = preparing
        self._metrics = metrics
        self._settings = settings
        self._called = called  # is told whose turn has come, at which table; None: nobody is
        self._places: dict[str, Place] = {}
        self._coming: dict[str, asyncio.Task[Place]] = {}
        self._leaving: dict[str, asyncio.Future[None]] = {}  # what dropped tables still write
        self._tasks: set[asyncio.Task[Any]] = set()
        self.neighbours: Neighbours | None = None

    # Tables

    async def create(self, asker: Asker, new: wire.NewTable) -> dict[str, Any]:
        """Set up a table."""
        await _read_parts(new)
        at = now()
        return await self._set_up(setting_up.new_table(asker, new, at), at)

    async def _set_up(self, table: LiveTable, at: int) -> dict[str, Any]:
        if not any(sitter.is_free for sitter in table.sitters):
            await self._preparing.ready(table.terms.game)
            acts.start_if_full(table, at)
        people = {seat: s.person for seat, s in enumerate(table.sitters) if s.person is not None}
        row, kept_for, notes = (
            setting_up.row(table, at),
            table.reserved | people,
            bookkeeping.everything(table),
        )

        def add(connection: Connection) -> None:
            queries.add_table(connection, row, kept_for, table.log)
            queries.note(connection, notes)

        await self._store.write(add)
        place = Place(table, Line(table.id), owned=False)
        self._places.setdefault(table.id, place)
        await self._attend(place)
        return {"info": table.info(), "invite": table.invite}

    async def table(self, id_: str) -> LiveTable:
        """Return a table as it is now, all that it shows being on disk."""
        place = await self.place(id_)
        if not place.owned:  # the news of its owner may still be on their way
            await self.catch_up(place)
        await self._refresh(place)
        return await place.settled()

    async def place(self, id_: str) -> Place:
        """Return a table in memory, read from the store if it is not there."""
        if found := self._places.get(id_):
            found.touched = time.monotonic()
            return found
        if id_ not in self._coming:
            self._coming[id_] = asyncio.create_task(self._load(id_))
        try:
            return await asyncio.shield(self._coming[id_])
        finally:
            self._coming.pop(id_, None)

    async def _load(self, id_: str) -> Place:
        if writing := self._leaving.get(id_):
            await asyncio.wait([writing])
        found = await self._store.glance(kept.read, id_)
        if found is None:
            raise NotFound("no_table", "there is no such table")
        await self._preparing.ready(found.game)
        if any(entry.kind == "start" for entry in found.log):
            await _read_parts(found.terms)
        table = found.retold()
        place = self._places.setdefault(id_, Place(table, Line(id_), owned=False))
        await self._attend(place)
        if place.owned and (notes := bookkeeping.missing(place.table, found.row, found.seats)):
            await self._store.append(place.line, [], notes)
        return place

    async def _refresh(self, place: Place) -> None:
        """Read what is no part of the log: other workers may have changed it."""
        if self.neighbours is not None:
            table = place.table
            found = await self._store.read(kept.read, table.id, list(table.log))
            assert found is not None, "no table is deleted that somebody is at"
            found.note(table)

    # Acts

    async def act(self, id_: str, asker: Asker, act: Any) -> dict[str, Any]:
        """Do something at a table; the answer comes once it is committed and told everybody."""
        waiting = Awaited()
        if later := self.begin(id_, asker, act, waiting):
            await later
        return await waiting.answer

    def begin(
        self, id_: str, asker: Asker, act: Any, waiting: Waiting
    ) -> Coroutine[Any, Any, None] | None:
        """Do something at a table: committed first, acknowledged then, told everybody last.

        Where something must be waited for before, that is returned. What is refused is raised, here
        or there; what can't be written, who waits is told later.
        """
        began = time.perf_counter()
        place = self._places.get(id_)
        if place is None or not place.owned or act.do in _PREPARED_FOR:
            return self._begin(id_, asker, act, waiting, began)
        place.touched = time.monotonic()
        return self._act(place, asker, act, waiting, began)

    async def _begin(
        self, id_: str, asker: Asker, act: Any, waiting: Waiting, began: float
    ) -> None:
        try:
            place = await self.place(id_)
            if not place.owned and self.neighbours is not None:
                if answer := await self._elsewhere(place, asker, act, self.neighbours):
                    self._done(waiting, answer, act.do, began)
                    return
            if act.do == "rematch":
                self._done(waiting, await self._rematch(place, asker), act.do, began)
                return
            if act.do in _PREPARED_FOR:
                await self._preparing.ready(place.table.terms.game)
                await _read_parts(place.table.terms)
                await self._refresh(place)
        except SpielwerkError as error:
            self._metrics.acted(act.do, error.code, time.perf_counter() - began)
            raise
        if later := self._act(place, asker, act, waiting, began):
            await later

    def _act(
        self, place: Place, asker: Asker, act: Any, waiting: Waiting, began: float
    ) -> Coroutine[Any, Any, None] | None:
        # Nothing is waited for in here: the same act, sent twice at once, would pass twice.
        table = place.table
        key = None if act.key is None else f"{asker.person}:{act.key}"
        if key is not None and key in table.keys:
            return self._done_before(place, table.keys[key] + 1, waiting, act.do, began)
        before = table.number
        try:
            acts.do(table, asker, act, now())
        except Exception as error:
            if table.number != before:  # half of it was done here, and nothing in the log
                self._drop(place)
            if isinstance(error, SpielwerkError):
                self._metrics.acted(act.do, error.code, time.perf_counter() - began)
            raise
        table.log[-1].key = key
        if key is not None:
            table.keys[key] = table.number - 1
        self._write(place, before, Acting(waiting, act.do, began, table.number))
        return None

    async def _done_before(
        self, place: Place, number: int, waiting: Waiting, kind: str, began: float
    ) -> None:
        await place.settled()
        self._done(waiting, {"number": number}, kind, began)

    def _done(self, waiting: Waiting, answer: dict[str, Any], kind: str, began: float) -> None:
        waiting.acknowledge(answer, None)
        self._metrics.acted(kind, "done", time.perf_counter() - began)

    def _count(self, acting: Acting, outcome: str) -> None:
        if acting.kind:
            self._metrics.acted(acting.kind, outcome, time.perf_counter() - acting.began)

    async def _elsewhere(
        self, place: Place, asker: Asker, act: Any, neighbours: Neighbours
    ) -> dict[str, Any] | None:
        """Return what another worker answers who owns the table; None if this one does by now."""
        for _ in range(_ASKED_AGAIN):
            if place.owned:
                return None
            owner = await neighbours.claim(place.table.id)
            if owner is None:
                await self._take_over(place)
                return None
            try:
                told = act.model_dump(exclude_none=True)
                return await neighbours.ask(owner, place.table.id, asker, told)
            except NotReady:
                if act.key is None:  # it may have been done: without a key nobody could tell
                    raise
        raise NotReady("no_answer", "the table's worker does not answer: try again")

    async def _commit(self, place: Place, before: int) -> None:
        """Bring the entries since `before` to disk, and tell everybody."""
        waiting = Awaited()
        self._write(place, before, Acting(waiting, "", 0.0, place.table.number))
        await waiting.answer

    def _write(self, place: Place, before: int, acting: Acting) -> None:
        """Let the entries since `before` come to disk; then say so; then tell everybody."""
        table = place.table
        fresh = table.log[before:]
        notes = bookkeeping.changes(table, fresh, place.noted)
        place.noted = bookkeeping.standing(table)
        rows = [entry.row(table.id) for entry in fresh]
        place.written = written = self._store.append(place.line, rows, notes)
        try:
            news = _news(place, before)
            turns = self._turns(table, fresh) if self._called else []
        except Exception:  # it is being written, and nobody would hear of it: all come again
            self._drop(place)
            self._spawn(self._come_again(table.id))
            raise
        # Told in the order of writing, whoever waits first.
        written.add_done_callback(functools.partial(self._tell, place, acting, news, turns))

    def _tell(
        self,
        place: Place,
        acting: Acting,
        news: list[tuple[Hearing, bytes]],
        turns: list[tuple[int, int]],
        written: asyncio.Future[None],
    ) -> None:
        table = place.table
        if written.cancelled() or (error := written.exception()):
            self._drop(place)
            self._spawn(self._come_again(table.id))
            if not written.cancelled() and not isinstance(error, LogBroken):
                _log.error("table %s could not be written", table.id, exc_info=error)
            refusal = refusals.not_written()
            acting.waiting.refuse(refusal)
            self._count(acting, refusal.code)
            return
        acting.acknowledge(news)
        for hearing, frame in news:
            hearing.hear(frame)
        self._count(acting, "done")
        if self._called:
            for person, seat in turns:
                self._called(person, table.id, seat)
        self._attendant.watch_over(place)

    def _turns(self, table: LiveTable, fresh: list[Entry]) -> list[tuple[int, int]]:
        """Return the people whose turn has come with these entries."""
        acted = {entry.seat for entry in fresh}
        if not any(entry.kind in {"start", "move", "back"} for entry in fresh):
            return []
        return [
            (person, seat)
            for seat in table.to_act
            if (person := table.sitters[seat].person) is not None
            and seat not in acted
            and table.answers(seat, table.number)
            and not table.answers(seat, table.number - len(fresh))
        ]

    def _is_here(self, place: Place) -> bool:
        return self._places.get(place.table.id) is place

    def _drop(self, place: Place) -> None:
        """Forget a table that is ahead of its log; whoever follows it must come again."""
        id_, writing = place.table.id, place.written
        if self._places.get(id_) is place:
            del self._places[id_]
        if writing is not None and not writing.done():
            self._leaving[id_] = writing
            writing.add_done_callback(lambda done: self._left(id_, done))
        place.rest()
        for followers in place.followers.values():
            for follower in list(followers):
                follower.hear(b"")

    def _left(self, id_: str, written: asyncio.Future[None]) -> None:
        if self._leaving.get(id_) is written:  # and not what was dropped after it
            del self._leaving[id_]

    async def _come_again(self, id_: str) -> None:
        """Attend to a table that was dropped: its bots and its clock wait for nobody."""
        while not self._attendant.is_closing:
            await asyncio.sleep(_COMING_AGAIN)
            try:
                await self.place(id_)
            except SpielwerkError:
                _log.exception("table %s can't be read", id_)
            except SQLAlchemyError:
                continue  # the database is still away
            return

    async def _rematch(self, place: Place, asker: Asker) -> dict[str, Any]:
        table = place.table
        if not table.seats_of(asker.person):
            raise NotAllowed("not_seated", "only those who sat at the table play again")
        if table.status != "over":
            raise NotAllowed("not_over", "the game is not over")
        async with place.setting_up:
            if table.next is None:
                at, before = now(), table.number
                following = setting_up.next_table(table, asker, at)
                await self._set_up(following, at)
                table.add("next", at, person=asker.person, table=following.id)
                await self._commit(place, before)
        await place.settled()
        if table.next is not None:
            await self._sit_on_kept_seats(table.next, asker)
        return {"number": table.number, "next": table.next}

    async def _sit_on_kept_seats(self, id_: str, asker: Asker) -> None:
        """Seat a person wherever the next table expects them."""
        table = await self.table(id_)
        for seat in [seat for seat, person in table.reserved.items() if person == asker.person]:
            try:
                await self.act(id_, asker, wire.Sit(do="sit", seat=seat))
            except SpielwerkError as error:  # the same act, sent twice, or the host was quicker
                if refusals.status(error) != refusals.CONFLICT:
                    raise

    # What happens by itself

    async def _attend(self, place: Place) -> None:
        """Own the table if nobody else does, and see to its bots and its clock."""
        if self.neighbours is None:
            place.owned = True
        elif not place.owned and await self.neighbours.claim(place.table.id) is None:
            await self._take_over(place)
        self._attendant.watch_over(place)

    async def _take_over(self, place: Place) -> None:
        """Own a table whose log others may have written to."""
        await self.catch_up(place)
        if not place.owned:
            place.owned = True
            place.line = Line(place.table.id)
            place.noted = bookkeeping.standing(place.table)

    async def catch_up(self, place: Place) -> None:
        """Read what others have added to the log, and tell it on."""
        async with place.setting_up:
            before = place.table.number
            fresh = await self._store.read(queries.log, place.table.id, before)
            if place.owned or place.table.number != before:
                return
            if not fresh:
                return
            for entry in fresh:
                place.table.apply(entry)
            await self._refresh(place)
            for hearing, frame in _news(place, before):
                hearing.hear(frame)

    async def act_for(self, id_: str, asker: Asker, told: dict[str, Any]) -> dict[str, Any]:
        """Return what a neighbour asks for, this worker owning the table."""
        return await self.act(id_, asker, _acts.validate_python(told, strict=False))

    def hear(self, id_: str) -> None:
        """A neighbour says that a table has news."""
        place = self._places.get(id_)
        if place is not None and not place.owned:
            self._spawn(self.catch_up(place))

    def disown(self) -> None:
        """Whatever was ours may be others' now: read it anew."""
        for place in list(self._places.values()):
            self._drop(place)

    async def attend_orphans(self) -> None:
        """Take over tables whose worker has ended."""
        assert self.neighbours is not None
        for id_ in await self.neighbours.orphans():
            try:
                place = await self.place(id_)
            except SpielwerkError:  # the others must not wait for it
                _log.exception("table %s can't be read", id_)
                continue
            if not place.owned:
                await self._attend(place)

    async def attend_all(self) -> None:
        """See to all tables that play: bots go on, and clocks ran while the server was down."""
        for id_ in await self._store.read(queries.tables_with, "running", 1_000_000):
            try:
                await self.place(id_)
            except SpielwerkError:
                _log.exception("table %s can't be read", id_)
            await asyncio.sleep(0)

    def tidy(self) -> None:
        """Forget tables that nobody looks at."""
        oldest = time.monotonic() - self._settings.idle_seconds
        for id_, place in list(self._places.items()):
            written = place.written is None or place.written.done()
            if place.is_idle and place.touched < oldest and written:
                del self._places[id_]

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Following

    async def follow(
        self,
        follower: Follower,
        id_: str,
        viewer: int | None,
        have: int,
        form: wire.Form = "view",
    ) -> bytes:
        """Return what is new at a table; from now on the follower hears the rest."""
        table = await self.table(id_)
        place = await self.place(id_)
        if place.table is not table:  # it was read anew meanwhile
            raise refusals.not_written()
        place.follow(follower, viewer, form)
        return orjson.dumps(table.news(viewer, min(have, table.number), form))

    def unfollow(self, follower: Follower, id_: str, viewer: int | None) -> None:
        """Tell a follower no more."""
        if place := self._places.get(id_):
            place.unfollow(follower, viewer)

    # Invitations

    async def new_invite(self, place: Place) -> str:
        """Another invitation; the old one does not hold any more."""
        invite = secrets.token_urlsafe(16)
        await self._store.write(queries.set_invite, place.table.id, invite)
        place.table.invite = invite
        return invite

    async def seat_token(self, place: Place, seat: int, *, revoke: bool) -> str | None:
        """Return a link to one seat; an older one does not hold any more."""
        token = None if revoke else secrets.token_urlsafe(16)
        await self._store.write(queries.set_seat_token, place.table.id, seat, token)
        if token is None:
            place.table.seat_tokens.pop(seat, None)
        else:
            place.table.seat_tokens[seat] = token
        return token

    def rename(self, person: int, name: str) -> None:
        """Rename a person at all loaded tables, and tell those who follow these."""
        for place in self._places.values():
            if place.table.names.get(person, name) != name:
                place.table.names[person] = name
                self._spawn(self._tell_info(place))

    async def _tell_info(self, place: Place) -> None:
        with contextlib.suppress(NotReady):  # else all who follow it come again
            table = await place.settled()
            for hearing, frame in _news(place, table.number, with_info=True):
                hearing.hear(frame)

    def forget(self, person: int, name: str, text: str) -> None:
        """Somebody is gone, and what they said: here too, as in the store."""
        self.rename(person, name)
        for place in self._places.values():
            for entry in place.table.log:
                if entry.kind == "say" and entry.person == person:
                    entry.data = {"text": text}

    async def leave_all(self, person: int) -> None:
        """Somebody goes for good: bots take the seats over."""
        for id_ in await self._store.read(queries.tables_of, person, 1000):
            table = (await self.place(id_)).table
            for seat in table.seats_of(person):
                act: wire.OfSeat | wire.Stand = wire.OfSeat(do="leave", seat=seat)
                if table.status == "open":
                    act = wire.Stand(do="stand", seat=seat)
                try:
                    await self.act(id_, Asker(person), act)
                except SpielwerkError as error:  # it may be over, given up, or left already
                    if refusals.status(error) != refusals.CONFLICT:
                        raise

    @property
    def size(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    async def close(self) -> None:
        """Stop thinking and ringing; what was asked for is still written."""
        self._attendant.close()
        places = list(self._places.values())
        for place in places:
            place.rest()
        for place in places:
            with contextlib.suppress(NotReady):
                await place.settled()


async def _read_parts(terms: wire.Terms) -> None:
    """Read a table's own parts, or refuse them; nobody else waits meanwhile."""
    if terms.parts is not None:
        await asyncio.to_thread(terms.find_game)


def _news(place: Place, before: int, *, with_info: bool = False) -> list[tuple[Hearing, bytes]]:
    """Return what is new since an entry, for all who follow the table and may see it."""
    found = []
    for form, hearing in place.hearing().items():
        viewers = [one.viewer for one in hearing]
        news = place.table.news_for(viewers, before, form, with_info=with_info)
        found += [(one, orjson.dumps(told)) for one, told in zip(hearing, news, strict=True)]
    return found
