"""How the tests run: Hypothesis has no deadlines, as first calls compile."""

import os

import pytest
from hypothesis import settings
from numba import config as numba_config

# Plain Python is a thousand times slower than compiled rules, and gets fewer examples.
EXAMPLES = 2 if numba_config.DISABLE_JIT else int(os.environ.get("SPIELWERK_EXAMPLES", "20"))
settings.register_profile("spielwerk", deadline=None, max_examples=EXAMPLES)
settings.load_profile("spielwerk")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes some seconds; -m 'not slow' leaves it out")
    config.addinivalue_line("markers", "compiled: needs compiled rules, or tests the compiling")
    config.addinivalue_line("markers", "slow: takes more than 20 s; part of the suite all the same")
