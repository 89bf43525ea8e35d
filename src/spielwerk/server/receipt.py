"""The pending answer to one act."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server.loaded_table import Follower


class Receipt:
    """The answer to one act, as a future."""

    def __init__(self, follower: Follower | None = None) -> None:
        self.follower = follower  # receives news over the same connection as the answer
        self.kind = ""  # of act, for metrics; empty if no client requested it
        self.began = time.perf_counter()
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def acknowledge(self, answer: dict[str, Any], news: bytes | None = None) -> None:
        """Report that the act is committed; `news` is sent to the follower with the answer."""
        if not self.answer.done():  # the caller may have left
            self.answer.set_result(answer)

    def refuse(self, error: SpielwerkError) -> None:
        """Report that the act was not committed."""
        if not self.answer.done():
            self.answer.set_exception(error)
