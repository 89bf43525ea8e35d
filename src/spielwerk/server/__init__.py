"""The game server: tables, people, and a log that never loses an acknowledged move."""
