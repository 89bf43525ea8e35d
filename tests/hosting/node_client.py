"""The page's own socket in Node, as one client of a server under faults."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

import spielwerk

if TYPE_CHECKING:
    from hosting.crashing import Crowd

_SCRIPT = Path(__file__).parent / "live.mjs"
_SERVER = Path(spielwerk.__file__).parent / "web" / "server.js"


class NodeClient:
    """Plays with `web/server.js`; its news is compared with the log like everybody's."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self.moves = 0

    async def run(self) -> None:
        """Play until cancelled; raise any fault."""
        async with httpx.AsyncClient(base_url=self._crowd.url, timeout=60) as http:
            made = await http.post("/api/people", json={"name": "Node"})
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        person = made.json()["id"]
        words = ("--experimental-websocket", "--no-warnings", _SCRIPT, self._crowd.url, cookie)
        process = await asyncio.create_subprocess_exec(
            "node", *map(str, words), _SERVER.as_uri(), stdout=-1, stderr=-1
        )
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            async for line in process.stdout:
                self._hear(person, json.loads(line))
            raise AssertionError((await process.stderr.read()).decode()[-2000:])
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    def _hear(self, person: int, told: dict[str, Any]) -> None:
        crowd = self._crowd
        assert "wrong" not in told, told["wrong"]
        if "sent" in told:
            crowd.sent[told["table"], f"{person}:{told['sent']['key']}"] = told["sent"]
            return
        key = told["table"], f"{person}:{told['key']}"
        if "done" in told:
            self.moves += 1
            crowd.acknowledged[key] = told["done"] - 1
            crowd.note(told["table"], told["done"])
        else:
            crowd.refusals[told["refused"]] += 1
            crowd.refused.add(key)
