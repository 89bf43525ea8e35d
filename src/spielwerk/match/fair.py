"""Fair chance: every draw of a match follows from a seed that is fixed before the match begins.

The seed is 32 bytes. Its SHA-256, the commitment, is known from the start; the seed is told at
the end. Draw number k (from 0, counting all of nature's plies) over outcomes with whole-number
weights of sum W takes the words

    w(j) = the first 8 bytes, big-endian, of HMAC-SHA256(seed, k as 8 bytes || j as 4 bytes)

for j = 0, 1, … until one is below the largest multiple of W that 64 bits hold: so no outcome is
favoured. The outcome is the first whose weights, summed up to it, exceed w(j) mod W. The lot for
the starting seat is drawn in the same way with k = 2**64 - 1 and one weight of 1 a seat.
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

from spielwerk.rules.errors import BadSetting, RecordError
from spielwerk.rules.given import whole
from spielwerk.rules.state import Numbers

SEED_BYTES = 32
LOT = (1 << 64) - 1
WORD_BITS = 64


class Chance(Protocol):
    """Where the outcomes of nature's plies come from."""

    def outcome(self, weights: Numbers) -> int:
        """Return the number of the outcome, whose weight is not 0."""

    def take_back(self, outcomes: list[int]) -> None:
        """Let these, the latest ones, be yet to come."""


def bounded(words: Iterable[int], bound: int, bits: int = WORD_BITS) -> int:
    """A number below `bound` from words of `bits` random bits, each number equally likely."""
    limit = (1 << bits) - (1 << bits) % bound
    return next(word for word in words if word < limit) % bound


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return the 32 bytes that a seed stands for; None stands for the system's entropy."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    number = whole(seed)
    if number is not None and 0 <= number < 1 << 8 * SEED_BYTES:
        return number.to_bytes(SEED_BYTES, "big")
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise BadSetting("bad_seed", "a seed must be a whole number from 0 to 2**256 - 1, or 32 bytes")


@functools.lru_cache(maxsize=4096)  # half of a draw's work is the same for all draws of a match
def _keyed(seed: bytes) -> hmac.HMAC:
    return hmac.new(seed, digestmod="sha256")


class FairChance:
    """Draws from a seed; `drawn` says how many there were so far."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn

    @property
    def commitment(self) -> str:
        """The seed's SHA-256."""
        return hashlib.sha256(self.seed).hexdigest()

    def outcome(self, weights: Numbers) -> int:
        sums = list(itertools.accumulate(weights.tolist()))
        point = bounded(self._words(self.drawn), sums[-1])
        self.drawn += 1
        return bisect.bisect_right(sums, point)

    def take_back(self, outcomes: list[int]) -> None:
        self.drawn -= len(outcomes)

    def lot(self, seats: int) -> int:
        """Return the starting seat, drawn by lot."""
        return bounded(self._words(LOT), seats)

    def _words(self, draw: int) -> Iterator[int]:
        attempt = 0
        while True:
            text = draw.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            # Not `hmac.digest`: it lets go of the interpreter's lock, however short the text is.
            mixed = _keyed(self.seed).copy()
            mixed.update(text)
            yield int.from_bytes(mixed.digest()[:8], "big")
            attempt += 1


@dataclass(frozen=True)
class Proof:
    """What a record says, under the key `fair`, to let anyone check its chance."""

    commitment: str
    by_lot: bool  # was the starting seat drawn by lot?
    seed: bytes

    def record(self, told: bool) -> dict[str, Any]:
        """Return the proof as a record writes it, the seed being told or not yet."""
        first = "lot" if self.by_lot else "set"
        seed = self.seed.hex() if told else None
        return {"commitment": self.commitment, "first": first, "seed": seed}

    @classmethod
    def read(cls, record: dict[str, Any]) -> Proof:
        """Return the proof in a record; `RecordError` if there is none, or it does not hold."""
        told = record.get("fair")
        if not isinstance(told, dict) or not isinstance(told.get("seed"), str):
            raise RecordError("no_seed", "the record tells no seed to check its chance against")
        if not re.fullmatch("[0-9a-f]{64}", told["seed"]):
            raise RecordError("bad_seed", "the seed must be 64 hexadecimal digits")
        seed = bytes.fromhex(told["seed"])
        if hashlib.sha256(seed).hexdigest() != told.get("commitment"):
            raise RecordError("broken_commitment", "the seed is not the one that was committed to")
        return cls(told["commitment"], told.get("first") == "lot", seed)


class ToldChance:
    """Outcomes told beforehand, as by a record; impossible and missing ones are refused."""

    def __init__(self, outcomes: Iterator[int]) -> None:
        self.tell(outcomes)

    def tell(self, outcomes: Iterator[int]) -> None:
        """Say what comes next."""
        self._outcomes = outcomes

    def outcome(self, weights: Numbers) -> int:
        told = next(self._outcomes, None)
        if told is None:
            raise RecordError("reveal_missing", "a draw or roll that happens here is not told")
        if not 0 <= told < len(weights) or weights[told] == 0:
            raise RecordError("reveal_impossible", "what was drawn can't have been there any more")
        return told

    def take_back(self, outcomes: list[int]) -> None:
        self.tell(itertools.chain(outcomes, self._outcomes))

    def is_used_up(self) -> bool:
        """Return whether all that was told has happened."""
        return next(self._outcomes, None) is None
