"""Players' shares in the seed, so that no single party can choose the draws.

Each share is 32 random bytes. Its SHA-256 is published before the game; the share itself is opened
once all hashes are known. The game's seed is the HMAC-SHA256 of all opened shares in the order of
seats, each preceded by a byte with its seat; the key is the seed that the server committed to.
Without an opened share the game's seed is the server's.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.rules.errors import RecordError

SHARE_BYTES = 32
_HEX = re.compile(f"[0-9a-f]{{{2 * SHARE_BYTES}}}")


@dataclass(frozen=True)
class Share:
    """A seat's share: `hash` is published first, `value` when it is opened (None: never)."""

    hash: str
    value: bytes | None = None

    @classmethod
    def fresh(cls) -> Share:
        """Generate a share from the system's entropy."""
        value = secrets.token_bytes(SHARE_BYTES)
        return cls(hashed(value), value)

    @classmethod
    def read(cls, told: Any) -> Share | None:
        """Parse a share from a record; null means that the seat sent no hash."""
        if told is None:
            return None
        known = isinstance(told, dict) and isinstance(told.get("hash"), str)
        if not known or not _is_hex(told["hash"]) or not _is_hex(told.get("value") or told["hash"]):
            raise RecordError("bad_shares", "a share is a hash and a value, 64 hexadecimal digits")
        value = None if told.get("value") is None else bytes.fromhex(told["value"])
        if value is not None and hashed(value) != told["hash"]:
            raise RecordError("broken_share", "a share does not match its published hash")
        return cls(told["hash"], value)

    def record(self) -> dict[str, Any]:
        """Return the share as a record writes it."""
        return {"hash": self.hash, "value": None if self.value is None else self.value.hex()}


Shares = Sequence[Share | None]  # one entry per seat, or empty if no seat has a share


@dataclass(frozen=True)
class SharedSeed:
    """A committed seed, and the players' shares that are mixed into it."""

    seed: bytes
    shares: Shares


def hashed(value: bytes) -> str:
    """Return the hash that commits to a share."""
    return hashlib.sha256(value).hexdigest()


def mixed(seed: bytes, shares: Shares) -> bytes:
    """Return the game's seed: the server's seed mixed with all opened shares."""
    opened = [
        bytes([seat]) + share.value
        for seat, share in enumerate(shares)
        if share is not None and share.value is not None
    ]
    return hmac.digest(seed, b"".join(opened), "sha256") if opened else seed


def _is_hex(text: object) -> bool:
    return isinstance(text, str) and _HEX.fullmatch(text) is not None
