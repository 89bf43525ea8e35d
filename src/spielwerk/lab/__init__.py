"""Many games at once: simulation, arena, soaking, benchmarks."""
