"""A browser window, driven by what all drivers support: scripts, and a mouse."""

from __future__ import annotations

import json
import subprocess
from abc import ABC, abstractmethod
from typing import Any

from wait import SECONDS

Json = dict[str, Any]

# Returns the middle of the element that a selector finds, once it is in sight
_MIDDLE = """(selector, number) => {
    const found = document.querySelectorAll(selector)[number];
    found.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = found.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""


class Window(ABC):
    """Shows one page at a time; `mistakes` holds the errors written to its console."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address, and wait until everything is loaded."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """Return the result of a JavaScript function, or of its promise, by way of JSON."""

    @abstractmethod
    def close(self) -> None:
        """Close the browser and everything started for it."""

    @property
    @abstractmethod
    def mistakes(self) -> list[str]:
        """Return the errors that the page wrote."""

    @abstractmethod
    def _act(self, mouse: list[Json]) -> None:
        """Perform mouse actions, named as in the WebDriver standard."""

    def point_at(self, selector: str, number: int = 0) -> None:
        """Move the mouse to the element that a selector finds."""
        self._act([self._move(selector, number)])

    def click(self, selector: str, number: int = 0) -> None:
        """Click the element that a selector finds."""
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
