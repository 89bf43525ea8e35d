"""Load tables when a bot or a clock is due there, a few at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from spielwerk.server.refusals import NotFound, NotReady, Unreadable
from spielwerk.server.registry import TableRegistry
from spielwerk.server.store import listing
from spielwerk.server.store.log import now
from spielwerk.server.store.store import Store

_log = logging.getLogger(__name__)
_AGAIN_SECONDS = 60.0
_AT_ONCE = 4  # tables loaded concurrently
_MOST = 200  # unwatched tables with thinking bots; more would only occupy memory


class DueTables:
    """Find due tables that no worker attends to, and load them."""

    def __init__(self, store: Store, registry: TableRegistry) -> None:
        self._store = store
        self._registry = registry
        self._failed: dict[str, float] = {}  # when to retry them

    async def run(self, seconds: float) -> None:
        """Look for such tables every `seconds` seconds until cancelled."""
        was_away = False
        while True:
            try:
                await self.load()
                was_away = False
            except (SQLAlchemyError, NotReady) as error:
                if not was_away:
                    _log.warning("due tables can't be loaded: %s", type(error).__name__)
                was_away = True
            await asyncio.sleep(seconds)

    async def load(self) -> None:
        """Load all due tables; one that fails does not stop the others."""
        registry, at = self._registry, time.monotonic()
        self._failed = {id_: again for id_, again in self._failed.items() if again > at}
        found = [
            id_
            for id_ in await self._find()
            if id_ not in self._failed and not registry.is_seen_to(id_)
        ]
        thinking = sum(1 for one in registry if one.thinking and not any(one.followers.values()))
        left = iter(found[: max(0, _MOST - thinking)])
        failed = await asyncio.gather(*(self._load_each(left) for _ in range(_AT_ONCE)))
        if errors := [error for some in failed for error in some]:
            raise errors[0]

    async def _find(self) -> list[str]:
        query = listing.due_query(now())
        if self._registry.cluster is not None:
            query = query.where(self._registry.cluster.is_free())

        def find(connection: Connection) -> list[str]:
            return list(connection.scalars(query))

        return await self._store.read(find)

    async def _load_each(self, ids: Iterator[str]) -> list[Exception]:
        errors: list[Exception] = []
        for id_ in ids:
            try:
                await self._registry.attend(id_)
            except (Unreadable, NotFound):
                continue  # the registry has set it aside and logged it
            except (SQLAlchemyError, NotReady) as error:  # raised once the others are loaded
                errors.append(error)
            except Exception:  # noqa: BLE001 (a failing table or game must not stop the others)
                _log.exception("table %s could not be loaded", id_)
                self._failed[id_] = time.monotonic() + _AGAIN_SECONDS
        return errors
