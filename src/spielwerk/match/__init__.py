"""Play one game: matches, records, views, undo, and verifiable chance."""
