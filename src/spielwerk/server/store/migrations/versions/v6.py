"""Add individually revoked cookies."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    op.create_table(
        "sign_outs",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_sign_outs"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], ondelete="CASCADE", name="fk_sign_outs_person"
        ),
    )
    op.create_index("ix_sign_outs_person", "sign_outs", ["person"])
