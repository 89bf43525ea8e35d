"""Track connected people: their names and sockets, at this worker and at others."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Hashable
from weakref import WeakValueDictionary

from spielwerk.server.live import Socket
from spielwerk.server.outbox import Backlog
from spielwerk.server.refusals import NotFound, Unavailable
from spielwerk.server.registry import TableRegistry
from spielwerk.server.store import chain, queries
from spielwerk.server.store.log import FORGOTTEN
from spielwerk.server.store.store import Store

# Message prefixes between workers, before a person's id; no table id starts with these.
_GONE, _FORGET, _RENAMED, _KEPT = "-", "!", "=", "+"
_RENEWED = "%"  # before the id of a table with a new invitation
_WATCHED = "*"  # before the ids of tables with followers
_WATCHED_SECONDS = 10.0  # how long that holds: it is repeated every few seconds
_TOLD_AT_ONCE = 400  # tables per message: PostgreSQL's may have 8,000 bytes
_AT_ONCE = 1000  # people per query


class Presence:
    """Apply renames, sign-outs and deletions of people at all tables and sockets."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self.sockets: set[Socket] = set()
        self._of_network: Counter[Hashable] = Counter()
        self._backlogs: WeakValueDictionary[Hashable, Backlog] = WeakValueDictionary()

    def count_of(self, network: Hashable) -> int:
        """Return the number of open sockets from a network."""
        return self._of_network[network]

    def backlog_of(self, network: Hashable) -> Backlog:
        """Return the backlog that a network's sockets share."""
        return self._backlogs.setdefault(network, Backlog())

    def add(self, socket: Socket) -> None:
        """Register an open socket."""
        self.sockets.add(socket)
        self._of_network[socket.network] += 1

    def remove(self, socket: Socket) -> None:
        """Unregister a closed socket."""
        self.sockets.discard(socket)
        self._of_network[socket.network] -= 1
        if not self._of_network[socket.network]:
            del self._of_network[socket.network]

    async def watch(self, patience: float) -> None:
        """Disconnect clients that send or read nothing for `patience` seconds."""
        while True:
            await asyncio.sleep(patience / 4)
            for socket in list(self.sockets):
                socket.check(patience)

    async def rename(self, person: int, name: str, *, guest: bool) -> None:
        """Rename a person at all tables, here and at other workers."""
        await self._everywhere(f"{_RENAMED if guest else _KEPT}{person}:{name}")

    async def forget(self, person: int) -> None:
        """Remove the name and chat of a deleted person from memory, here and at other workers."""
        await self._everywhere(f"{_FORGET}{person}")

    async def hang_up(self, person: int) -> None:
        """Disconnect all sockets of a person who has signed out, here and at other workers."""
        await self._everywhere(f"{_GONE}{person}")

    async def renew(self, table: str) -> None:
        """Have other workers disconnect a table's spectators whose invitation was replaced."""
        if self._registry.cluster is not None:
            await self._registry.cluster.tell_all(f"{_RENEWED}{table}")

    async def look_after(self, store: Store) -> None:
        """Apply changes the host made outside this server: renamed and signed-out people."""
        here = sorted({one.person.id for one in self.sockets if one.person is not None})
        standing: dict[int, tuple[str, int]] = {}
        for first in range(0, len(here), _AT_ONCE):
            some = set(here[first : first + _AT_ONCE])
            standing |= await store.read(queries.standing, some)
        for socket in list(self.sockets):
            if socket.person is None:
                continue
            name, epoch = standing.get(socket.person.id, ("", None))
            if epoch is not None and epoch > socket.person.epoch:
                socket.hang_up()
            elif epoch is not None and name != socket.name:
                self._rename(socket.person.id, name, guest=socket.person.guest)

    async def announce(self) -> None:
        """Tell other workers at which of their tables without players somebody here watches."""
        cluster = self._registry.cluster
        watched = [
            one.table.id
            for one in (self._registry if cluster is not None else ())
            if not one.owned and not one.table.has_people and any(one.followers.values())
        ]
        for first in range(0, len(watched), _TOLD_AT_ONCE):
            assert cluster is not None
            await cluster.tell_all(_WATCHED + ",".join(watched[first : first + _TOLD_AT_ONCE]))

    def hang_up_all(self) -> None:
        """Disconnect all clients so that they reconnect: messages of other workers may be lost."""
        self._registry.disown()
        for socket in list(self.sockets):
            socket.hang_up()

    async def _everywhere(self, told: str) -> None:
        self.hear(told)
        if self._registry.cluster is not None:
            await self._registry.cluster.tell_all(told)

    def hear(self, told: str) -> None:
        """Handle a broadcast from a worker: news of a table, or a person's rename or departure."""
        what, about = told[:1], told[1:]
        if what == _FORGET:
            self._rename(int(about), FORGOTTEN, guest=False)
            self._forget(int(about))
            self._hang_up(int(about))
        elif what == _GONE:
            self._hang_up(int(about))
        elif what in {_RENAMED, _KEPT}:
            person, _, name = about.partition(":")
            self._rename(int(person), name, guest=what == _RENAMED)
        elif what == _RENEWED:
            self._registry.spawn(self._renew(about))
        elif what == _WATCHED:
            self._note_watched(set(about.split(",")))
        else:
            self._registry.hear(told)

    def _note_watched(self, tables: set[str]) -> None:
        for loaded in self._registry:
            if loaded.owned and loaded.table.id in tables:
                loaded.note_watched(_WATCHED_SECONDS)
                self._registry.attended(loaded)

    async def _renew(self, id_: str) -> None:
        for loaded in self._registry:
            if loaded.table.id == id_:
                with contextlib.suppress(NotFound, Unavailable):  # its followers are told otherwise
                    await self._registry.refresh(loaded)

    def _rename(self, person: int, name: str, *, guest: bool) -> None:
        for loaded in self._registry:
            table = loaded.table
            if person in table.names:
                table.know(person, name, guest=guest)
                self._registry.spawn(loaded.tell_info())
        for socket in self._of(person):
            socket.rename(name, guest=guest)

    def _forget(self, person: int) -> None:
        for loaded in self._registry:
            for entry in loaded.table.log:
                if entry.kind in chain.DELETABLE and entry.person == person:
                    entry.data = chain.delete_text(entry.data)
            for seat in loaded.table.seats_of(person):
                loaded.table.sitters[seat].label = None

    def _hang_up(self, person: int) -> None:
        for socket in self._of(person):
            socket.hang_up()

    def _of(self, person: int) -> list[Socket]:
        return [one for one in self.sockets if one.person and one.person.id == person]
