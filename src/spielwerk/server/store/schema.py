"""The database schema."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
)

from spielwerk.server.store.log import FORGOTTEN

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Times are whole milliseconds since 1970.

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # the name in lower case, once registered
    Column("password", String(200)),  # argon2; None for guests
    Column("epoch", Integer, nullable=False),  # cookies of an older epoch are revoked
    Column("created", BigInteger, nullable=False),
    Column("webhook", String(500)),
    Column("webhook_secret", String(64)),
)

# People without a password, except deleted ones
IS_GUEST = people.c.password.is_(None) & (people.c.name != FORGOTTEN)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the token
    Column("label", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Individually revoked cookies; a new epoch revokes all cookies, and makes these rows unnecessary.
sign_outs = Table(
    "sign_outs",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the cookie
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("terms", JSON, nullable=False),  # game, seats, options, who may watch, clock …
    Column("seed", LargeBinary(32), nullable=False),
    Column("invite", String(64)),  # None once revoked
    Column("status", String(8), nullable=False, index=True),  # open, running, over
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when it was created, started or ended
    Column("owner", Integer),  # the worker that owns it
    # What lists show, written with the entries that change it
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("to_act", Integer, nullable=False, server_default="0"),  # one bit per seat
    Column("since", BigInteger),  # when their turn began
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("due", BigInteger, index=True),  # when a bot is to move, or a clock runs out
    Index("ix_tables_listed", "listed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), index=True),
    Column("token", String(64)),  # the secret of a link to the seat
    # What lists show, written with the entries that change it
    Column("kept", Boolean, nullable=False, server_default=false()),  # reserved for the person
    Column("bot", String(40)),
    Column("label", String(40)),  # the seat's name if one person has several
    Column("away", Boolean, nullable=False, server_default=false()),
    Column("resigned", Boolean, nullable=False, server_default=false()),
    Column("rank", Integer),  # once the game is over
    Column("result", Integer),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("person", Integer),
    Column("key", String(90)),  # the person's id and the client's idempotency key
    Column("at", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
    Column("hash", LargeBinary(32)),  # chained over the log; never missing
    UniqueConstraint("table_id", "key"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary(64), nullable=False),
)

uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("began", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when the server was last known to run
)

workers = Table(
    "workers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", BigInteger, nullable=False),
)
