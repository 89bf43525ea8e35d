"""A game's kernels as WebAssembly: what an engine exports, how it is built, and how it is told."""
