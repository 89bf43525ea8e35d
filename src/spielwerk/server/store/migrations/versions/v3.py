"""Add names for the seats of a person who has several."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.add_column("seats", sa.Column("label", sa.String(40)))
