"""Sort candidates inside kernels: stable, by descending value."""

from __future__ import annotations

from spielwerk.rules.kernel import kernel


@kernel
def sort_best_first(w, n):
    """Sort the first n candidates of a workspace by `values`: a bottom-up merge sort."""
    order, spare, values = w[0].order, w[0].spare, w[0].values
    for k in range(n):
        order[k] = k
    width = 1
    while width < n:
        for begin in range(0, n, 2 * width):
            middle, end = min(begin + width, n), min(begin + 2 * width, n)
            left, right = begin, middle
            for k in range(begin, end):
                if right == end or (left < middle and values[order[left]] >= values[order[right]]):
                    spare[k] = order[left]
                    left += 1
                else:
                    spare[k] = order[right]
                    right += 1
        for k in range(n):
            order[k] = spare[k]
        width *= 2
    for k in range(n):
        w[0].sorted[k] = values[order[k]]
        spare[k] = w[0].actions[order[k]]
    for k in range(n):
        values[k] = w[0].sorted[k]
        w[0].actions[k] = spare[k]
