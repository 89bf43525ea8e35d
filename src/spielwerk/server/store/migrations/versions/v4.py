"""Chain hashes over each existing log, and salt its chat.

An unreadable entry is left as it is, without a hash, so that `admin check` finds it.
"""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

from spielwerk.server.store import chain

revision = "4"
down_revision = "3"

_TABLES = sa.table(
    "tables",
    sa.column("id"),
    sa.column("host"),
    sa.column("terms", sa.JSON),
    sa.column("seed", sa.LargeBinary),
)
_ENTRIES = sa.table(
    "entries",
    sa.column("table_id"),
    sa.column("number"),
    sa.column("kind"),
    sa.column("seat"),
    sa.column("person"),
    sa.column("at"),
    sa.column("data", sa.JSON),
    sa.column("hash", sa.LargeBinary),
)
_GROUP = 200  # tables at a time


def upgrade() -> None:
    op.add_column("entries", sa.Column("hash", sa.LargeBinary(32)))
    connection = op.get_bind()
    found = connection.execute(sa.select(_TABLES)).all()
    for begin in range(0, len(found), _GROUP):
        tables = {row.id: row for row in found[begin : begin + _GROUP]}
        log = connection.execute(
            sa.select(_ENTRIES)
            .where(_ENTRIES.c.table_id.in_(tables))
            .order_by(_ENTRIES.c.table_id, _ENTRIES.c.number)
        ).all()
        rows = []
        for id_, entries in groupby(log, key=lambda entry: entry.table_id):
            table = tables[id_]
            head = chain.first(id_, table.host, table.terms, bytes(table.seed))
            for one in entries:
                match one.kind, one.data:
                    case "say", {"text": str(written)}:
                        data = chain.text(written)
                    case kind, dict(data) if kind not in chain.DELETABLE:
                        pass
                    case _:
                        continue
                head = chain.link(head, one.number, one.kind, one.at, one.seat, one.person, data)
                rows.append({"of": id_, "which": one.number, "told": data, "chained": head})
        if rows:
            connection.execute(
                sa.update(_ENTRIES)
                .where(
                    _ENTRIES.c.table_id == sa.bindparam("of"),
                    _ENTRIES.c.number == sa.bindparam("which"),
                )
                .values(data=sa.bindparam("told"), hash=sa.bindparam("chained")),
                rows,
            )
