"""Build a game's kernels as WebAssembly: exports, builder, digests, and declarations for pages."""
