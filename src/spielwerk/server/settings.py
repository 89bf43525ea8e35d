"""What a host can set."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass
from pathlib import Path

_ENVIRONMENT = "SPIELWERK_SETTINGS"


def default_database() -> str:
    """Return a file of the user's own."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(home) / 'spielwerk' / 'spielwerk.db'}"


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str
    limits: bool = True  # how much a person, and an address, may ask
    webhooks: bool = False  # may people have the server call them?
    origins: tuple[str, ...] = ()  # pages of other hosts that may use this server
    secure: bool = False  # cookies only over https
    metrics: bool = True  # whether /metrics answers
    thinkers: int = 1  # processes in which bots think
    compile: bool = True  # compile all games at the start, in the background
    log_json: bool = False
    log_level: str = "info"
    pace_ms: int = 1000  # the human second before a bot's move, where a table wants it
    idle_seconds: float = 600  # how long a table is kept in memory that nobody looks at
    attend_seconds: float = 1.0  # how often workers look for tables whose worker has ended

    def to_environment(self) -> None:
        """Leave the settings to processes that are started."""
        os.environ[_ENVIRONMENT] = json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """Return the settings that were left."""
        told = json.loads(os.environ[_ENVIRONMENT])
        return cls(**told | {"origins": tuple(told["origins"])})
