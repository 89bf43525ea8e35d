"""A stranger who looks at all tables during faults, and sends writes of every kind."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from hosting.crashing import Crowd

_WRITES_ONE_IN = 5  # one request in this many is a write
_PAUSE = 0.02


class Stranger:
    """Checks that nobody sees less than was acknowledged, or receives an error."""

    def __init__(self, crowd: Crowd, seed: int) -> None:
        self._crowd = crowd
        self._luck = random.Random(seed)
        self.answers: Counter[int] = Counter()
        self.looks = 0

    async def run(self) -> None:
        """Look until cancelled; raise any fault."""
        async with httpx.AsyncClient(base_url=self._crowd.url, timeout=60) as http:
            made = await http.post("/api/people", json={"name": "Stranger"})
            assert made.status_code == 201, made.text
            while True:
                try:
                    if self._luck.random() < 1 / _WRITES_ONE_IN:
                        await self._write(http)
                    else:
                        await self._look(http)
                except httpx.TransportError:
                    self.answers[0] += 1
                await asyncio.sleep(_PAUSE)

    async def _look(self, http: httpx.AsyncClient) -> None:
        tables = [eye.table for _, eye in self._crowd.eyes]
        if not tables:
            return  # nobody is connected yet
        table = self._luck.choice(tables)
        least = self._crowd.newest.get(table, 0)
        answer = await http.get(f"/api/tables/{table}/view")
        self._count(answer)
        if answer.status_code == 200:
            self.looks += 1
            number = answer.json()["number"]
            assert number >= least, f"{table} shows {number} entries, {least} were acknowledged"

    async def _write(self, http: httpx.AsyncClient) -> None:
        asked: list[tuple[str, str, dict[str, Any]]] = [
            ("PUT", "/api/me/name", {"name": f"Stranger {self._luck.randrange(100)}"}),
            ("POST", "/api/tables", {"game": "axio", "seats": 2}),
            ("POST", "/api/people", {"name": "Guest"}),
        ]
        method, path, body = self._luck.choice(asked)
        headers = {"Cookie": ""} if path == "/api/people" else {}
        self._count(await http.request(method, path, json=body, headers=headers))

    def _count(self, answer: httpx.Response) -> None:
        self.answers[answer.status_code] += 1
        assert answer.status_code in {200, 201, 503}, f"{answer.status_code}: {answer.text[:500]}"
        assert answer.status_code != 503 or answer.headers["Retry-After"], answer.text
