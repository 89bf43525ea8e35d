"""WebKit as packaged for GTK, driven by its WebDriver on a virtual screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from browsers.window import Json, Window, called, end
from server.process import own_port
from wait import SECONDS, wait_until

SCREEN = ("-displayfd", "1", "-screen", "0", "1280x900x24")
ENVIRONMENT = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # not available to root
    "NO_AT_BRIDGE": "1",  # there is no bus for screen readers
    "LANGUAGE": "en",
}
_THEN = """.then(
    (result) => arguments[0]([result, null]),
    (error) => arguments[0]([null, String(error)]),
)"""
# Its driver does not report the console: this listens from the start.
_LISTEN = """() => {
    window.mistakes = [];
    const note = (...words) => void window.mistakes.push(words.join(" "));
    const write = console.error;
    console.error = (...words) => { note(...words); write(...words); };
    addEventListener("error", (event) => note(event.message));
    addEventListener("unhandledrejection", (event) => note(event.reason));
    document.addEventListener("securitypolicyviolation", (event) =>
        note(event.violatedDirective, event.blockedURI));
}"""


class WebKit(Window):
    """The system's WebKitGTK in its MiniBrowser."""

    def __init__(self, folder: Path) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        missing = "WebKit is missing: `make webkit` installs it where it may"
        assert driver, missing
        assert screen, missing
        self._log = folder / "webkit.log"
        self._session = ""
        with ExitStack() as started, self._log.open("wb") as log:
            shown = subprocess.Popen([screen, *SCREEN], stdout=subprocess.PIPE, stderr=log)
            started.callback(end, shown)
            assert shown.stdout
            number = shown.stdout.readline().decode().strip()  # signalled when it is ready
            port = own_port()
            self._driver = subprocess.Popen(
                [driver, f"--port={port}"],
                stdout=log,
                stderr=log,
                env=os.environ | ENVIRONMENT | {"DISPLAY": f":{number}"},
            )
            started.callback(end, self._driver)
            address = f"http://127.0.0.1:{port}"
            self._http = started.enter_context(httpx.Client(base_url=address, timeout=SECONDS))
            wait_until(self._answers, "WebKit's driver answers")
            self._session = f"/{self._ask('POST', '', {'capabilities': {}})['sessionId']}"
            started.callback(self._ask, "DELETE", "")
            patience = dict.fromkeys(("script", "pageLoad"), 1000 * SECONDS)
            self._ask("POST", "/timeouts", patience)
            self._started = started.pop_all()

    def _answers(self) -> bool:
        if self._driver.poll() is not None:
            raise ChildProcessError(f"WebKit's driver has ended:\n{self._log.read_text()}")
        try:
            return self._http.get("/status").is_success
        except httpx.TransportError:
            return False

    def _ask(self, method: str, path: str, parameters: Json | None = None) -> Any:
        answer = self._http.request(method, f"/session{self._session}{path}", json=parameters)
        told = answer.json()["value"]
        if not answer.is_success:
            raise RuntimeError(f"{path}: {told['error']}, {told['message']}")
        return told

    def open(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})
        self.run(_LISTEN)

    def run(self, function: str, *arguments: Any) -> Any:
        script = f"{called(function, arguments)}{_THEN}"
        result, error = self._ask("POST", "/execute/async", {"script": script, "args": []})
        if error:
            raise RuntimeError(error)
        return json.loads(result)

    @property
    def mistakes(self) -> list[str]:
        found: list[str] = self.run("() => window.mistakes")
        return found

    def _act(self, mouse: list[Json]) -> None:
        source = {"type": "pointer", "id": "mouse", "actions": mouse}
        self._ask("POST", "/actions", {"actions": [source]})

    def close(self) -> None:
        self._started.close()
