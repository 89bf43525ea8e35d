"""Reports: one self-contained page of plots about a game."""
