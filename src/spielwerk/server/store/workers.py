"""Workers on one PostgreSQL: each holds an advisory lock, which is freed when it dies."""

from __future__ import annotations

LOCKS = 0x5357  # the class of these advisory locks

# The numbers of the running workers.
RUNNING = f"""
    SELECT objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {LOCKS} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""  # noqa: S608
