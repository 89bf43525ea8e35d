"""What defines a game: declared fields, compiled kernels, generic loops, chance."""
