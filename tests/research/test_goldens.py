"""The output for PettingZoo, Gymnasium and OpenSpiel is, byte by byte, as stored."""

import pytest

from goldens import cases
from goldens.make import GOLDENS, digests, kept

CASES = cases.research()


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_everything_is_as_kept(name: str) -> None:
    assert digests(CASES[name]) == kept(GOLDENS)[name]
