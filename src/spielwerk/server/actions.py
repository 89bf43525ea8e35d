"""Actions at tables: setting one up, acting, playing a rematch, creating links."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection

from spielwerk.match.replay import replay
from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import acts, bookkeeping, keys, refusals, setting_up, wire
from spielwerk.server.acts import Asker
from spielwerk.server.journal import Journal
from spielwerk.server.limits import Limits
from spielwerk.server.loaded_table import LoadedTable
from spielwerk.server.receipt import Receipt
from spielwerk.server.refusals import NotAllowed, NotReady, TooMany, Unreadable
from spielwerk.server.registry import TableRegistry
from spielwerk.server.sitters import Sitter
from spielwerk.server.store import queries
from spielwerk.server.store.log import now
from spielwerk.server.store.store import Store
from spielwerk.server.table import LiveTable
from spielwerk.server.table_reader import read_parts

_acts: TypeAdapter[Any] = TypeAdapter(wire.Act)
_PREPARED_FOR = {"sit", "open", "bot", "start", "rematch"}  # acts that may start a game
# Acts that can be repeated for ever: each has a rate limit of its own
_LIMITED = {"say": "chat"} | dict.fromkeys(
    ("sit", "stand", "name", "undo", "ask_back", "decline", "leave", "return"), "changes"
)
MOST_TABLES = 100  # unfinished tables per host
_ASKED_AGAIN = 3  # attempts to reach a table's owner before giving up


class Actions:
    """Everything a person can do at a table."""

    def __init__(
        self,
        store: Store,
        registry: TableRegistry,
        journal: Journal,
        limits: Limits | None = None,
    ) -> None:
        self._store = store
        self._registry = registry
        self._journal = journal
        self._limits = limits or Limits(on=False)

    async def create(self, asker: Asker, new: wire.NewTable) -> dict[str, Any]:
        """Set up a table."""
        await read_parts(new)
        at = now()
        return await self._set_up(setting_up.new_table(asker, new, at), at)

    async def hand_in(self, asker: Asker, handed: wire.HandedIn) -> str:
        """Replay and store a game that was played offline; return the id of its table."""
        game, preparing = handed.record.get("game"), self._registry.preparing
        if isinstance(game, str) and game in preparing.states:
            await preparing.ready(game)
        match = await asyncio.to_thread(replay, handed.record)
        at = now()
        table = setting_up.handed_in(asker, handed, match, at)
        await self._add(table, at)
        return table.id

    async def _set_up(self, table: LiveTable, at: int) -> dict[str, Any]:
        if not any(sitter.is_free for sitter in table.sitters):
            await self._registry.preparing.ready(table.terms.game)
            acts.start_if_full(table, at)
        return await self._add(table, at)

    async def _add(self, table: LiveTable, at: int) -> dict[str, Any]:
        people = {seat: s.person for seat, s in enumerate(table.sitters) if s.person is not None}
        row, kept_for = setting_up.row(table, at), table.reserved | people
        notes = bookkeeping.everything(table)

        def add(connection: Connection) -> None:
            if self._limits.on and queries.count_tables(connection, table.host) >= MOST_TABLES:
                reason = f"you already host {MOST_TABLES} unfinished tables"
                raise TooMany("too_many_tables", reason)
            queries.add_table(connection, row, kept_for, table.log)
            queries.note(connection, notes)

        await self._store.write(add)
        # Before anyone acts there: the answer covers only what is committed.
        answer = {"info": table.info(), "invite": table.invite, "head": table.head.hex()}
        await self._registry.add(table)
        return answer

    async def act(
        self,
        id_: str,
        asker: Asker,
        act: Any,
        receipt: Receipt | None = None,
        *,
        limited: bool = True,
    ) -> dict[str, Any]:
        """Perform an act; return the answer once the act is committed and broadcast.

        Acts that clients don't send themselves are not `limited`.
        """
        receipt = receipt or Receipt()
        receipt.kind = act.do
        try:
            if limited and (limit := _LIMITED.get(act.do)):
                self._limits.take(limit, asker.person)
            answer = await self._act_once(id_, asker, act, receipt)
            if answer is not None:
                receipt.acknowledge(answer)
                self._journal.count(receipt, "done")
        except SpielwerkError as error:
            self._journal.count(receipt, error.code)
            raise
        return await receipt.answer

    async def _act_once(
        self, id_: str, asker: Asker, act: Any, receipt: Receipt
    ) -> dict[str, Any] | None:
        """Perform an act unless it was already done; return the answer if it is already known."""
        loaded = await self._registry.get(id_)
        try:
            return await self._do_at(loaded, asker, act, receipt)
        except SpielwerkError as error:
            if isinstance(error, NotReady) or not loaded.owned:
                raise
            current = await self._registry.current(id_)
            if current is loaded:
                raise
        # The refusal was based on a stale table: another worker has changed it since.
        return await self._do_at(current, asker, act, receipt)

    async def _do_at(
        self, loaded: LoadedTable, asker: Asker, act: Any, receipt: Receipt
    ) -> dict[str, Any] | None:
        answer = await self._before(loaded, asker, act)
        if answer is None and (number := self._do(loaded, asker, act, receipt)):
            await loaded.settled()
            answer = loaded.table.acknowledgement(number)
        return answer

    async def act_for(self, id_: str, asker: Asker, told: dict[str, Any]) -> dict[str, Any]:
        """Perform an act that another worker forwarded, at a table this worker owns."""
        act = _acts.validate_python(told, strict=False)
        return await self.act(id_, asker, act, limited=False)  # it was, at the other worker

    async def _before(self, loaded: LoadedTable, asker: Asker, act: Any) -> dict[str, Any] | None:
        """Wait for whatever an act needs; return the answer if that already completes it."""
        if not loaded.owned and (answer := await self._elsewhere(loaded, asker, act)):
            return answer
        if act.do == "rematch":
            return await self._rematch(loaded, asker, act)
        if act.do in _PREPARED_FOR:
            await self._registry.preparing.ready(loaded.table.terms.game)
            await read_parts(loaded.table.terms)
            await self._registry.refresh(loaded)
        return None

    def _do(self, loaded: LoadedTable, asker: Asker, act: Any, receipt: Receipt) -> int | None:
        """Perform an act; return the log's length after it if it was already done before."""
        # No await in here: otherwise an act sent twice at once could be performed twice.
        table = loaded.table
        if (done := table.keys.done(asker.person, act)) is not None:
            return done + 1
        before = table.number
        try:
            acts.do(table, asker, act, now())
        except Exception:
            if table.number != before:  # half applied in memory, nothing in the log
                self._registry.drop(loaded)
            raise
        if key := keys.written(asker.person, act):
            table.log[-1].key = key
            table.keys.note(key, table.number - 1)
        self._journal.write(loaded, before, receipt)
        return None

    async def _elsewhere(
        self, loaded: LoadedTable, asker: Asker, act: Any
    ) -> dict[str, Any] | None:
        """Forward an act to the table's owner; return None if this worker owns it by now."""
        cluster = self._registry.cluster
        assert cluster is not None, "a single worker owns all tables"
        for _ in range(_ASKED_AGAIN):
            if loaded.owned:
                return None
            owner = await cluster.claim(loaded.table.id)
            if owner == cluster.me:
                await self._registry.take_over(loaded)
                return None
            if owner is None:
                raise refusals.unavailable()
            try:
                told = act.model_dump(exclude_none=True)
                return await cluster.ask(owner, loaded.table.id, asker, told)
            except NotReady:
                if act.key is None:  # it may have been done; without a key, a retry could repeat it
                    raise
        raise NotReady("no_answer", "the table's worker is not responding: try again")

    async def _rematch(
        self, loaded: LoadedTable, asker: Asker, act: wire.Rematch
    ) -> dict[str, Any]:
        table = loaded.table
        table.keys.done(asker.person, act)  # refuses a key that another act has used
        if not table.seats_of(asker.person):
            raise NotAllowed("not_seated", "only players of this table can ask for a rematch")
        if table.status != "over":
            raise NotAllowed("not_over", "the game is not over")
        async with loaded.changing:
            if table.next is None:
                at, before = now(), table.number
                following = setting_up.next_table(table, asker, act.share, at)
                await self._set_up(following, at)
                seat = table.seats_of(asker.person)[0]  # clients tell who would like a rematch
                table.add("next", at, seat=seat, person=asker.person, table=following.id)
                await self._journal.commit(loaded, before)
        await loaded.settled()
        if table.next is not None:
            await self._sit_on_kept_seats(table.next, asker, setting_up.moved_on(table), act.share)
        return table.acknowledgement(table.number) | {"next": table.next}

    async def _sit_on_kept_seats(
        self, id_: str, asker: Asker, before: list[Sitter], share: str | None
    ) -> None:
        """Seat a person on the seats reserved for them at the next table, under the same names."""
        table = await self._registry.table(id_)
        kept = table.seats_reserved_for(asker.person)
        for seat in kept:
            await self._try(id_, asker, wire.Sit(do="sit", seat=seat, share=share))
        for seat in kept if len(kept) > 1 else []:
            if name := before[seat].label:
                await self._try(id_, asker, wire.NameSeat(do="name", seat=seat, name=name))

    async def leave_all(self, person: int) -> None:
        """Remove a person from all unfinished tables; bots take over the seats."""
        for id_ in await self._store.read(queries.tables_of, person):
            try:
                table = (await self._registry.current(id_)).table
            except Unreadable:
                continue  # nobody can play there
            for seat in table.seats_of(person):
                stands = wire.Stand(do="stand", seat=seat)
                if table.status != "open" or not await self._try(id_, Asker(person), stands):
                    leaves = wire.OfSeat(do="leave", seat=seat)  # it plays, or is about to
                    await self._try(id_, Asker(person), leaves)

    async def _try(self, id_: str, asker: Asker, act: Any) -> bool:
        """Perform an act; return False on conflicts, such as a finished game or a seat resigned."""
        try:
            await self.act(id_, asker, act, limited=False)
        except SpielwerkError as error:
            if refusals.status(error) != refusals.CONFLICT:
                raise
            return False
        return True

    # Links

    async def new_invite(self, loaded: LoadedTable) -> str:
        """Return a new invitation; the old one stops working, also for spectators."""
        invite = secrets.token_urlsafe(16)
        await self._store.write(queries.set_invite, loaded.table.id, invite)
        loaded.table.invite = invite
        loaded.disconnect_uninvited()
        return invite

    async def seat_token(self, loaded: LoadedTable, seat: int, *, revoke: bool) -> str | None:
        """Return a link to one seat; an older one stops working."""
        token = None if revoke else secrets.token_urlsafe(16)
        await self._store.write(queries.set_seat_token, loaded.table.id, seat, token)
        if token is None:
            loaded.table.seat_tokens.pop(seat, None)
        else:
            loaded.table.seat_tokens[seat] = token
        return token
