"""The server: tables, people, store, live updates."""
