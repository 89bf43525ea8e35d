"""Other libraries' tests of environments."""

import warnings

import pytest

with warnings.catch_warnings():
    # PettingZoo's tests load a game of its own in a way that it has given up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

# What api_test says of any environment with masks in its observations that is none of PettingZoo's
says = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # at the end, and there is none
)

__all__ = [
    "api_test",
    "parallel_api_test",
    "parallel_seed_test",
    "render_test",
    "says",
    "seed_test",
]
