"""A window of a browser, driven by what all drivers have: scripts, and a mouse."""

from __future__ import annotations

import json
import subprocess
from abc import ABC, abstractmethod
from typing import Any

from wait import SECONDS

Json = dict[str, Any]

# Where the middle of what a selector finds is, once that is in sight
_MIDDLE = """(selector, number) => {
    const found = document.querySelectorAll(selector)[number];
    found.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = found.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""


class Window(ABC):
    """Shows one page at a time; `mistakes` holds the errors that it wrote to its console."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go there, until all of it is loaded."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """Return what a function in JavaScript returns, or what that promises, by way of JSON."""

    @abstractmethod
    def close(self) -> None:
        """End the browser, and all that was started for it."""

    @property
    @abstractmethod
    def mistakes(self) -> list[str]:
        """What the page should not have written."""

    @abstractmethod
    def _act(self, mouse: list[Json]) -> None:
        """Let the mouse do this, as the WebDriver standard names it."""

    def point_at(self, selector: str, number: int = 0) -> None:
        """Move the mouse to what a selector finds."""
        self._act([self._move(selector, number)])

    def click(self, selector: str, number: int = 0) -> None:
        """Click what a selector finds."""
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._act([self._move(selector, number), down, up])

    def _move(self, selector: str, number: int) -> Json:
        x, y = self.run(_MIDDLE, selector, number)
        return {"type": "pointerMove", "x": x, "y": y}


def called(function: str, arguments: tuple[Any, ...]) -> str:
    """Return an expression that calls a function, and promises its result as JSON."""
    words = ", ".join(map(json.dumps, arguments))
    return f"(async () => JSON.stringify((await ({function})({words})) ?? null))()"


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started for a window."""
    process.terminate()
    process.wait(SECONDS)
    if process.stdout:
        process.stdout.close()
