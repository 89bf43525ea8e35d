"""What a game is: declared fields, compiled kernels, generic loops, chance."""
