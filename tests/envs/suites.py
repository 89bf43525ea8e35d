"""Other libraries' tests of environments."""

import warnings

with warnings.catch_warnings():
    # PettingZoo's tests load a game of its own in a way that it has given up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

__all__ = ["api_test", "parallel_api_test", "parallel_seed_test", "render_test", "seed_test"]
