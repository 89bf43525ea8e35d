"""What can be wrong with an engine, or with building one."""

from __future__ import annotations

from spielwerk.rules.errors import SpielwerkError


class EngineError(SpielwerkError):
    """An engine that can't be built, or that is missing or stale."""
