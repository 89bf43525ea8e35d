"""Add the columns of tables and seats that lists show.

Ranks, results and whose turn it is depend on the rules: the server adds them when it loads a table.
"""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_TABLES = sa.table(
    "tables",
    sa.column("id"),
    sa.column("terms", sa.JSON),
    sa.column("status"),
    sa.column("changed"),
    sa.column("listed", sa.Boolean),
    sa.column("started"),
    sa.column("ended"),
)
_SEATS = sa.table(
    "seats",
    sa.column("table_id"),
    sa.column("seat"),
    sa.column("person"),
    sa.column("kept", sa.Boolean),
    sa.column("bot"),
    sa.column("away", sa.Boolean),
    sa.column("resigned", sa.Boolean),
)
_ENTRIES = sa.table(
    "entries",
    sa.column("table_id"),
    sa.column("number"),
    sa.column("kind"),
    sa.column("seat"),
    sa.column("at"),
    sa.column("data", sa.JSON),
)
_OF_SEATS = ("sit", "stand", "bot", "leave", "return", "resign")


def upgrade() -> None:
    op.add_column("tables", _no("listed"))
    op.add_column("tables", sa.Column("to_act", sa.Integer, nullable=False, server_default="0"))
    for name in ("since", "started", "ended"):
        op.add_column("tables", sa.Column(name, sa.BigInteger))
    op.create_index("ix_tables_listed", "tables", ["listed", "status", "changed"])
    for name in ("kept", "away", "resigned"):
        op.add_column("seats", _no(name))
    op.add_column("seats", sa.Column("bot", sa.String(40)))
    for name in ("rank", "result"):
        op.add_column("seats", sa.Column(name, sa.Integer))
    connection = op.get_bind()
    _fill_tables(connection)
    _fill_seats(connection)


def _no(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def _fill_tables(connection: sa.Connection) -> None:
    at = sa.select(sa.func.max(_ENTRIES.c.at)).where(_ENTRIES.c.table_id == _TABLES.c.id)
    started = at.where(_ENTRIES.c.kind == "start").scalar_subquery()
    ended = at.where(_ENTRIES.c.kind.in_(["move", "resign"])).scalar_subquery()
    connection.execute(sa.update(_TABLES).values(started=started))
    over = sa.update(_TABLES).where(_TABLES.c.status == "over")
    connection.execute(over.values(ended=sa.func.coalesce(ended, _TABLES.c.changed)))
    found = connection.execute(sa.select(_TABLES.c.id, _TABLES.c.terms)).all()
    readable = [row for row in found if isinstance(row.terms, dict)]
    if listed := [{"table": row.id, "listed": True} for row in readable if row.terms.get("listed")]:
        connection.execute(sa.update(_TABLES).where(_TABLES.c.id == sa.bindparam("table")), listed)


def _fill_seats(connection: sa.Connection) -> None:
    """Fill seats from their entries; without an entry, the seat is only reserved."""
    expected = sa.update(_SEATS).where(_SEATS.c.person.is_not(None))
    connection.execute(expected.values(kept=True))
    found = connection.execute(
        sa.select(_ENTRIES)
        .where(_ENTRIES.c.kind.in_(_OF_SEATS), _ENTRIES.c.seat.is_not(None))
        .order_by(_ENTRIES.c.table_id, _ENTRIES.c.seat, _ENTRIES.c.number)
    ).all()
    rows = []
    for (table, seat), told in groupby(found, key=lambda entry: (entry.table_id, entry.seat)):
        row = {"kept": False, "bot": None, "away": False, "resigned": False}
        for entry in told:
            if entry.kind in {"leave", "return"}:
                row["away"] = entry.kind == "leave"
            elif entry.kind == "resign":
                row["resigned"] = True
            elif isinstance(entry.data, dict):
                row["bot"] = entry.data.get("bot")
        rows.append({"table": table, "number": seat, **row})
    if rows:
        connection.execute(
            sa.update(_SEATS).where(
                _SEATS.c.table_id == sa.bindparam("table"), _SEATS.c.seat == sa.bindparam("number")
            ),
            rows,
        )
