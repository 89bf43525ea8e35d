"""How the tests run: Hypothesis without deadlines, as first calls compile and machines are shared."""

import os

import pytest
from hypothesis import settings
from numba import config

# Plain Python is a thousand times slower than compiled rules, and gets fewer examples.
EXAMPLES = 4 if config.DISABLE_JIT else int(os.environ.get("SPIELWERK_EXAMPLES", "25"))
settings.register_profile("spielwerk", deadline=None, max_examples=EXAMPLES)
settings.load_profile("spielwerk")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled: needs compiled rules, or tests the compiling")
