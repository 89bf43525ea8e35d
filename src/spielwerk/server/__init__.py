"""Tables, people, and no move ever lost."""
