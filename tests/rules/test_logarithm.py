"""Our own logarithm: close to the true one, and the same bits compiled and plain."""

import math
import random
import struct

import numpy as np
import pytest

from spielwerk.rules.logarithm import ln

KNOWN = {  # by the bits of the argument: those of its logarithm, on every machine
    1.0: "0000000000000000",
    2.0: "3fe62e42fefa39ef",
    0.5: "bfe62e42fefa39ef",
    math.e: "3ff0000000000000",
    1e-300: "c085963447f87fb5",
    12345.678: "4022d79559791e31",
}


@pytest.mark.parametrize("x", KNOWN)
def test_its_bits_are_known(x: float) -> None:
    assert struct.pack(">d", ln(x)).hex() == KNOWN[x]


def test_it_is_within_one_unit_in_the_last_place() -> None:
    luck = random.Random(1)
    for _ in range(20_000):
        x = luck.uniform(0.01, 5.0) if luck.random() < 0.5 else 10 ** luck.uniform(-300, 300)
        assert abs(float(ln(x)) - math.log(x)) <= 1.5 * np.spacing(abs(math.log(x)))
