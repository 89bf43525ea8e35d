"""Provably fair chance: every draw of a match follows from a seed fixed before the match begins.

The seed is 32 bytes. Its SHA-256, the commitment, is published at the start, and the seed itself at
the end. If players contribute shares (`shares.py`), draws follow from the seed mixed with these.
Draw number k (from 0, counting all of nature's plies, including those taken back) over outcomes
with integer weights of sum W takes the words

    w(j) = the first 8 bytes, big-endian, of HMAC-SHA256(seed, k as 8 bytes || j as 4 bytes)

for j = 0, 1, … until one is below the largest multiple of W that fits into 64 bits, so that no
outcome is favoured. The outcome is the first whose cumulative weight exceeds w(j) mod W. The
starting seat is drawn in the same way with k = 2**64 - 1 and a weight of 1 per seat.
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import hmac
import itertools
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from spielwerk.match.shares import Share, Shares, mixed
from spielwerk.rules.errors import BadSetting, RecordError
from spielwerk.rules.given import copied, whole
from spielwerk.rules.state import Numbers

SEED_BYTES = 32
LOT = (1 << 64) - 1
WORD_BITS = 64


class Chance(Protocol):
    """A source of outcomes for nature's plies."""

    def outcome(self, weights: Numbers) -> int:
        """Return the number of an outcome with non-zero weight."""

    def take_back(self, outcomes: list[int]) -> None:
        """Arrange for these latest outcomes to be repeated."""


def bounded(words: Iterable[int], bound: int, bits: int = WORD_BITS) -> int:
    """Return a uniform number below `bound` from words of `bits` random bits."""
    limit = (1 << bits) - (1 << bits) % bound
    return next(word for word in words if word < limit) % bound


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return a seed as 32 bytes; None takes them from the system's entropy."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    number = whole(seed)
    if number is not None and 0 <= number < 1 << 8 * SEED_BYTES:
        return number.to_bytes(SEED_BYTES, "big")
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise BadSetting("bad_seed", "a seed must be a whole number from 0 to 2**256 - 1, or 32 bytes")


def commitment(seed: bytes) -> str:
    """Return the SHA-256 that commits to a seed."""
    return hashlib.sha256(seed).hexdigest()


@functools.lru_cache(maxsize=4096)  # half the work of a draw is the same for a whole match
def _keyed(seed: bytes) -> hmac.HMAC:
    return hmac.new(seed, digestmod="sha256")


class FairChance:
    """Draws outcomes from a seed; `drawn` counts the draws so far."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn

    def outcome(self, weights: Numbers) -> int:
        sums = list(itertools.accumulate(weights.tolist()))
        point = bounded(self._words(self.drawn), sums[-1])
        self.drawn += 1
        return bisect.bisect_right(sums, point)

    def take_back(self, outcomes: list[int]) -> None:
        self.drawn -= len(outcomes)

    def lot(self, seats: int) -> int:
        """Draw the starting seat."""
        return bounded(self._words(LOT), seats)

    def _words(self, draw: int) -> Iterator[int]:
        attempt = 0
        while True:
            text = draw.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            # Not `hmac.digest`, which releases the GIL even for a short message.
            mixed = _keyed(self.seed).copy()
            mixed.update(text)
            yield int.from_bytes(mixed.digest()[:8], "big")
            attempt += 1


@dataclass(frozen=True)
class Proof:
    """The entry `fair` of a record, by which anyone can verify its chance."""

    commitment: str
    by_lot: bool  # was the starting seat drawn at random?
    seed: bytes
    shares: Shares = ()  # the players' contributions to the seed

    @property
    def chance(self) -> FairChance:
        """The draws, starting from the first."""
        return FairChance(mixed(self.seed, self.shares))

    def record(self, told: bool) -> dict[str, Any]:
        """Return the proof as a record writes it, with the seed disclosed or not."""
        first = "lot" if self.by_lot else "set"
        seed = self.seed.hex() if told else None
        written: dict[str, Any] = {"commitment": self.commitment, "first": first, "seed": seed}
        if any(self.shares):
            written["shares"] = [share.record() if share else None for share in self.shares]
        return written

    @classmethod
    def read(cls, record: dict[str, Any], seed: bytes | None = None) -> Proof:
        """Read the proof from a record, with its seed unless `seed` is given.

        Raises `RecordError` if there is no proof or it fails verification.
        """
        told = record.get("fair")
        if not isinstance(told, dict) or (seed is None and not isinstance(told.get("seed"), str)):
            raise RecordError("no_seed", "the record contains no seed to verify its draws")
        if seed is None:
            if not re.fullmatch("[0-9a-f]{64}", told["seed"]):
                raise RecordError("bad_seed", "the seed must be 64 hexadecimal digits")
            seed = bytes.fromhex(told["seed"])
        if commitment(seed) != told.get("commitment"):
            raise RecordError("broken_commitment", "the seed is not the one that was committed to")
        shares = _shares(told, record["seats"])
        return cls(told["commitment"], told.get("first") == "lot", seed, shares)


def _shares(told: dict[str, Any], seats: int) -> Shares:
    shares = told.get("shares", [])
    if not isinstance(shares, list) or (shares and len(shares) != seats):
        raise RecordError("bad_shares", "'shares' must be a JSON list with an entry per seat")
    return tuple(map(Share.read, shares))


@dataclass(frozen=True)
class TakenBack:
    """Plies, in a record's format, that were taken back together, from number `ply` on."""

    ply: int
    plies: list[dict[str, Any]]

    def record(self) -> dict[str, Any]:
        """Return them as a record writes them."""
        return {"ply": self.ply, "plies": copied(self.plies)}

    @classmethod
    def read(cls, record: dict[str, Any]) -> list[TakenBack]:
        """Return what was taken back according to a record, in order."""
        told = record["fair"].get("taken_back", [])
        if not isinstance(told, list) or not all(map(_is_taken_back, told)):
            reason = "'taken_back' must be a JSON list of objects with 'ply' and 'plies'"
            raise RecordError("malformed", reason)
        return [cls(one["ply"], one["plies"]) for one in told]


def _is_taken_back(told: Any) -> bool:
    if not isinstance(told, dict) or type(told.get("ply")) is not int or told["ply"] < 0:
        return False
    plies = told.get("plies")
    return isinstance(plies, list) and all(
        isinstance(ply, dict) and {"seat", "move"} <= ply.keys() for ply in plies
    )


class ToldChance:
    """Outcomes given in advance, as by a record; impossible or missing ones are refused."""

    def __init__(self, outcomes: Iterator[int]) -> None:
        self.tell(outcomes)

    def tell(self, outcomes: Iterator[int]) -> None:
        """Set the next outcomes."""
        self._outcomes = outcomes

    def outcome(self, weights: Numbers) -> int:
        told = next(self._outcomes, None)
        if told is None:
            raise RecordError("reveal_missing", "a draw or roll is missing here")
        if not 0 <= told < len(weights) or weights[told] == 0:
            raise RecordError("reveal_impossible", "what was drawn was no longer available")
        return told

    def take_back(self, outcomes: list[int]) -> None:
        self.tell(itertools.chain(outcomes, self._outcomes))

    def is_used_up(self) -> bool:
        """Return whether all given outcomes have occurred."""
        return next(self._outcomes, None) is None
