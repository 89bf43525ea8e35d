"""What is kept: people, tables and their logs, in SQLite or PostgreSQL."""
