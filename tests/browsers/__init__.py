"""Slow tests in real browsers. A package, so that pytest closes what its tests share."""
