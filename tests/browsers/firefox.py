"""Firefox, driven by its own WebDriver BiDi."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from browsers.window import Json, Window, called, end
from wait import SECONDS, wait_until

_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox(Window):
    """The system's Firefox, with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("firefox-esr")
        assert found, "Firefox is missing: `make firefox` installs it where it may"
        profile, log = folder / "profile", folder / "firefox.log"
        profile.mkdir()
        command = [found, "--headless", "--profile", str(profile), "--remote-debugging-port", "0"]
        self._mistakes: list[str] = []
        self._number = 0
        with ExitStack() as started:
            with log.open("wb") as file:
                process = subprocess.Popen(command, stdout=file, stderr=file)
            started.callback(end, process)
            address = f"{_address(process, log)}/session"
            self._socket = started.enter_context(
                connect(address, max_size=None, open_timeout=SECONDS)
            )
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            self._started = started.pop_all()

    def _ask(self, method: str, **parameters: Any) -> Json:
        """Return the answer to a command; record events received meanwhile."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            told = json.loads(self._socket.recv(timeout=SECONDS))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._mistakes.append(told["params"]["text"])
            if told.get("id") == self._number:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['error']}, {told['message']}")
                answer: Json = told["result"]
                return answer

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        target = {"context": self._context}
        done = self._ask(
            "script.evaluate",
            expression=called(function, arguments),
            target=target,
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    @property
    def mistakes(self) -> list[str]:
        self._ask("session.status")  # all earlier events have arrived when this is answered
        return self._mistakes

    def _act(self, mouse: list[Json]) -> None:
        source = {"type": "pointer", "id": "mouse", "actions": mouse}
        self._ask("input.performActions", context=self._context, actions=[source])

    def close(self) -> None:
        self._started.close()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    def told() -> list[str]:
        written = log.read_text(encoding="utf-8", errors="replace")
        if process.poll() is not None:
            raise ChildProcessError(f"Firefox has ended:\n{written}")
        return _LISTENS.findall(written)

    return wait_until(told, "Firefox listens")[0]
