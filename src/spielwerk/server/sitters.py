"""The players at a table's seats, and requests to take back a move."""

from __future__ import annotations

from dataclasses import dataclass, field

from spielwerk.match.shares import Share


@dataclass
class Sitter:
    """The holder of a seat: a person, a bot, or nobody."""

    person: int | None = None
    bot: str | None = None
    away: bool = False  # a bot stands in
    late: bool = False  # a bot plays the next move
    label: str | None = None  # the seat's name if one person has several
    share: Share | None = None  # in the seed, if the client has promised one

    @property
    def is_free(self) -> bool:
        """Whether the seat is free."""
        return self.person is None and self.bot is None


@dataclass
class Asked:
    """A seat's request to take back its last move."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)
