"""Who waits for an act to be on disk, and how they hear of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.places import Follower, Hearing


class Waiting(Protocol):
    """Somebody who has done something at a table; is told once how that ended."""

    @property
    def follower(self) -> Follower | None:
        """Who hears tables' news where the answer goes to, if anybody does."""

    def acknowledge(self, answer: dict[str, Any], news: bytes | None) -> None:
        """It is on disk; `news` is what the follower hears of it, which comes with the answer."""

    def refuse(self, error: SpielwerkError) -> None:
        """It is not."""


class Awaited:
    """The answer as something to await."""

    follower = None

    def __init__(self) -> None:
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def acknowledge(self, answer: dict[str, Any], news: bytes | None) -> None:
        if not self.answer.done():  # who asked may have left
            self.answer.set_result(answer)

    def refuse(self, error: SpielwerkError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Acting(NamedTuple):
    """An act under way: who waits for it, and what there is to say of it."""

    waiting: Waiting
    kind: str  # of act, as metrics count it; nothing if no client asked for it
    began: float
    number: int  # of entries, with it

    def acknowledge(self, news: Sequence[tuple[Hearing, bytes]]) -> None:
        """Say that it is on disk. A follower who waits hears the news of it in the same breath."""
        own = None
        if (follower := self.waiting.follower) is not None:
            for hearing, frame in news:
                if follower in hearing.told and follower in hearing.following:
                    hearing.told.remove(follower)
                    own = frame
                    break
        self.waiting.acknowledge({"number": self.number}, own)
