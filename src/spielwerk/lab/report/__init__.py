"""Reports: a game looked at from all sides, on one page that needs nothing else."""
