"""What environments need beside Spielwerk itself."""

from __future__ import annotations

from spielwerk.rules.errors import MissingExtra


def missing(error: ImportError) -> MissingExtra:
    """The refusal to go on without a package of `spielwerk[research]`."""
    reason = f"{error.name} is missing: pip install 'spielwerk[research]'"
    return MissingExtra("missing_extra", reason, package=error.name)
