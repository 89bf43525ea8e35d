"""One game being played: matches, records, views, undo, and chance that anyone can check."""
