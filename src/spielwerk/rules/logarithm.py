"""The natural logarithm using only + - * /: bit-identical on every machine, compiled or plain.

x = m * 2**k with m around 1, and ln m = 2 artanh(s) with s = (m - 1) / (m + 1): the plain series,
with coefficients 1/3, 1/5, 1/7 … Because s is below 0.172, eleven terms suffice.
"""

from __future__ import annotations

import numpy as np

from spielwerk.rules.kernel import kernel

TERMS = tuple(1.0 / n for n in range(23, 2, -2))  # 1/23, 1/21, …, 1/3
LN2_HIGH = 0.6931471824645996  # with few significant bits, so that k * LN2_HIGH is exact
LN2_LOW = -1.904654299957768e-09  # ln 2 - LN2_HIGH
ROOT_HALF = 0x3FE6A09E667F3BCD  # the bits of the square root of 1/2


@kernel
def ln(x):
    """Return the natural logarithm of a positive normal number."""
    bits = np.float64(x).view(np.int64)
    k = (bits - ROOT_HALF) >> 52
    f = np.int64(bits - (k << 52)).view(np.float64) - 1.0
    s = f / (2.0 + f)
    z = s * s
    r = 0.0
    for term in TERMS:
        r = (r + term) * z
    return k * LN2_HIGH + (f - (s * (f - 2.0 * r) - k * LN2_LOW))  # 2s = f - s * f
