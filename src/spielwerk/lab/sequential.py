"""A sequential test of a share: check after every deal, and stop once it is decided."""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.rules.errors import BadSetting

MOST = 0.9  # of the capital may be lost on one deal
WIDEST = 0.25  # the largest variance of a share, as a prior: a few equal deals prove little


class Sprt:
    """Decide between two shares; the probability of error is at most `risk`, however deals vary.

    Two gamblers start with 1. One bets that the share is above `low`, the other that it is below
    `high`; as long as the share is `low` (or `high`), neither can expect to win anything. So by
    Ville's inequality the chance that such a gambler ever has 1 / risk is at most the risk,
    at whatever time the test stops. Their bets depend on how much earlier deals varied.
    """

    def __init__(self, low: float, high: float, risk: float = 0.05) -> None:
        if not 0 <= low < high <= 1:
            raise BadSetting("bad_sprt", "two shares are needed, the lower one first")
        self._low, self._high = low, high
        self._enough = 1 / risk

    @classmethod
    def read(cls, text: str) -> Sprt:
        """Parse the test of two shares, such as '0.5,0.55'."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise BadSetting("bad_sprt", "write two shares, like 0.5,0.55") from None
        return cls(low, high)

    def verdict(self, shares: Sequence[float]) -> str | None:
        """Return "high" or "low" once that is settled, by the shares of all deals in order."""
        above = below = 1.0
        mean, squares = 0.0, WIDEST  # running mean and sum of squares
        gap = self._high - self._low
        for number, share in enumerate(shares, 1):
            bet = gap / (squares / number + gap**2)  # the fastest growth if the other share is true
            above *= 1 + min(bet, MOST / max(self._low, 1e-9)) * (share - self._low)
            below *= 1 + min(bet, MOST / max(1 - self._high, 1e-9)) * (self._high - share)
            if max(above, below) >= self._enough:
                return "high" if above > below else "low"
            step = share - mean
            mean += step / number
            squares += step * (share - mean)
        return None
