"""Add when a table is due, and when the server was up.

Whose turn it is depends on the rules. So every running table with a bot or a clock is marked as
due: the server loads it, and stores when it is really due.
"""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

_TABLES = sa.table(
    "tables",
    sa.column("id"),
    sa.column("terms", sa.JSON),
    sa.column("status"),
    sa.column("due"),
)
_SEATS = sa.table(
    "seats",
    sa.column("table_id"),
    sa.column("bot"),
    sa.column("away", sa.Boolean),
    sa.column("resigned", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    running = _TABLES.c.status == "running"
    played = sa.exists().where(
        _SEATS.c.table_id == _TABLES.c.id,
        sa.or_(_SEATS.c.bot.is_not(None), _SEATS.c.away, _SEATS.c.resigned),
    )
    connection.execute(sa.update(_TABLES).where(running, played).values(due=0))
    others = sa.select(_TABLES.c.id, _TABLES.c.terms).where(running, _TABLES.c.due.is_(None))
    found = connection.execute(others).all()
    if clocked := [{"table": row.id, "due": 0} for row in found if _has_clock(row.terms)]:
        one = sa.update(_TABLES).where(_TABLES.c.id == sa.bindparam("table"))
        connection.execute(one, clocked)


def _has_clock(terms: object) -> bool:
    return isinstance(terms, dict) and terms.get("clock") is not None
