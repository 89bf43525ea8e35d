"""Other libraries' tests of environments."""

import warnings

import pytest

with warnings.catch_warnings():
    # PettingZoo's tests load a game of its own in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

# api_test's warnings about any environment of other authors with masks in its observations
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
