"""Random numbers of the kernels: the generator's own numbers, and unbiased draws."""

import numpy as np
import pytest

from spielwerk.rules.luck import below, next_word, seed_stream, weighted

# A chi-square statistic lies above this in one of 100,000 runs; the seeds here are fixed.
CHI_SQUARE_LIMITS = {1: 19.5, 4: 28.5, 6: 33.1, 99: 170.0}


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_numbers_are_splitmix64s() -> None:
    """The first numbers of the published generator with the seed 1234567."""
    stream = np.array([1234567], np.uint64)
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(next_word(stream)) for _ in known] == known


@pytest.mark.parametrize("bound", [2, 5, 7, 100])
def test_draws_below_a_bound_are_uniform(bound: int) -> None:
    stream = np.array([bound], np.uint64)
    draws = 400 * bound
    counts = np.bincount([below(stream, bound) for _ in range(draws)], minlength=bound)
    assert len(counts) == bound
    expected = np.full(bound, draws / bound)
    assert chi_square(counts, expected) < CHI_SQUARE_LIMITS[bound - 1]


def test_large_bounds_are_not_skewed() -> None:
    """Three quarters of 2**32: without rejection a third of the numbers came up twice as often."""
    bound = 3 << 30
    stream = np.array([9], np.uint64)
    draws = np.array([below(stream, bound) for _ in range(4000)])
    assert draws.max() < bound
    counts = np.bincount(draws % 3, minlength=3)
    assert chi_square(counts, np.full(3, 4000 / 3)) < CHI_SQUARE_LIMITS[4]


def test_weights_are_kept_and_zeros_never_drawn() -> None:
    stream = np.array([3], np.uint64)
    weights = np.array([0, 1, 0, 5, 2, 0], np.int64)
    counts = np.bincount([weighted(stream, weights, 6) for _ in range(4000)], minlength=6)
    assert counts[weights == 0].tolist() == [0, 0, 0]
    kept = weights > 0
    assert chi_square(counts[kept], 4000 * weights[kept] / 8) < CHI_SQUARE_LIMITS[4]


def test_streams_of_a_seed_differ() -> None:
    stream = np.empty(1, np.uint64)
    starts = set()
    for seed in range(20):
        for number in range(20):
            seed_stream(stream, np.uint64(seed), np.uint64(number))
            starts.add(int(stream[0]))
    assert len(starts) == 400
