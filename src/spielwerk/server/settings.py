"""The server's settings."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_ENVIRONMENT = "SPIELWERK_SETTINGS"


def default_database(folder: Path | None = None) -> str:
    """Return the URL of an SQLite file in `folder`, by default the user's data folder.

    Earlier versions used Linux's folder on all systems; a file there is still found.
    """
    file = (folder or platformdirs.user_data_path("spielwerk", appauthor=False)) / "spielwerk.db"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    earlier = Path(home) / "spielwerk" / "spielwerk.db"
    return f"sqlite:///{earlier if earlier.exists() else file}"


@dataclass(frozen=True)
class Settings:
    """All settings of a server."""

    database: str
    host: str = "127.0.0.1"  # the address to listen on
    port: int = 0  # the port it listens on, if known
    limits: bool = True  # rate limits per person and per network
    connections: int = 256  # per network, and WebSockets among them
    patience: float = 20  # seconds a client may take to send or read something
    webhooks: bool = False  # whether people may set a webhook
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    secure: bool = False  # whether cookies are always restricted to HTTPS
    metrics: bool = True  # whether /metrics answers
    thinkers: int = 1  # bot processes
    compile: bool = True  # compile all games at startup, in the background
    log_json: bool = False
    log_level: str = "info"
    pace_ms: int = 1000  # delay before a bot's move, at tables that want it
    idle_seconds: float = 600  # how long an unwatched table stays in memory
    attend_seconds: float = 1.0  # how often a worker looks for due tables

    @property
    def address(self) -> str:
        """The server's address, for messages."""
        return f"http://{self.host}:{self.port}" if self.port else self.host

    def to_environment(self, environment: MutableMapping[str, str] = os.environ) -> None:
        """Store the settings in the environment, for child processes."""
        environment[_ENVIRONMENT] = json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """Read the settings from the environment."""
        told = json.loads(os.environ[_ENVIRONMENT])
        return cls(**told | {"origins": tuple(told.get("origins", ()))})
