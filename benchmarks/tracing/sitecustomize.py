"""Record every call of a function of the package, in all threads of a server's processes.

Python automatically loads a file of this name from its path, where `trace_click.py` puts it. Each
process appends lines (time, file, function) to a file of its own in the folder CLICK_CALLS.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = os.environ["CLICK_PACKAGE"]
CALLS = os.open(
    Path(os.environ["CLICK_CALLS"]) / str(os.getpid()), os.O_WRONLY | os.O_CREAT | os.O_APPEND
)


def note(frame: FrameType, event: str, _: Any) -> None:
    """Record a call immediately: a process may be killed, and its buffers with it."""
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(PACKAGE):
        os.write(CALLS, f"{time.monotonic()}\t{code.co_filename}\t{code.co_qualname}\n".encode())


class Followed(subprocess.Popen):  # type: ignore[type-arg]
    """Start isolated Pythons without their isolation, so that they are traced."""

    def __init__(self, args: Any, *rest: Any, **settings: Any) -> None:
        if isinstance(args, list) and args[0] == sys.executable:
            args = [word for word in args if word != "-I"]
        super().__init__(args, *rest, **settings)


subprocess.Popen = Followed  # type: ignore[misc]
threading.setprofile(note)
sys.setprofile(note)
