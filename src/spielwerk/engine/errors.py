"""The exception for engines that cannot be built or used."""

from __future__ import annotations

from spielwerk.rules.errors import SpielwerkError


class EngineError(SpielwerkError):
    """An engine cannot be built, is missing, or is stale."""
