"""The commands `spielwerk admin people`: list, rename, block, unblock, password, delete."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated

import typer

from spielwerk.cli.console import counted, out
from spielwerk.cli.options import Database, read_database

app = typer.Typer(help="Look after people.", no_args_is_help=True)

Who = Annotated[
    str, typer.Argument(help="The person's number, or a name that a password reserves.")
]


@app.command("list")
def list_(
    part: Annotated[str, typer.Argument(help="A part of the name; all if none.")] = "",
    database: Database = "",
) -> None:
    """Print a line for each person: number, name, kind, creation date, number of tables."""
    from spielwerk.server.administering import listed

    for one in listed(read_database(database), part):
        since = datetime.fromtimestamp(one.created / 1000, UTC).date()
        kind = "guest" if one.person.guest else "registered"
        tables = counted(one.tables, "table")
        words = [str(one.person.id), one.person.name, kind, str(since), tables]
        _tell("  ".join(words + ["blocked"] * one.person.blocked))


@app.command()
def rename(
    who: Who, name: Annotated[str, typer.Argument(help="The new name.")], database: Database = ""
) -> None:
    """Rename a person, who from then on signs in with the new name if they have a password."""
    from spielwerk.server.administering import rename

    person = rename(read_database(database), who, name)
    _tell(f"Person {person.id} is now named {person.name}.")


@app.command()
def block(who: Who, database: Database = "") -> None:
    """Sign a person out everywhere, and refuse further sign-ins."""
    from spielwerk.server.administering import block

    _tell(f"{block(read_database(database), who).name} is blocked.")


@app.command()
def unblock(who: Who, database: Database = "") -> None:
    """Unblock a person."""
    from spielwerk.server.administering import unblock

    _tell(f"{unblock(read_database(database), who).name} is no longer blocked.")


@app.command()
def password(who: Who, database: Database = "") -> None:
    """Set a new random password for a person, print it, and sign them out everywhere."""
    from spielwerk.server.administering import reset_password

    person, new = reset_password(read_database(database), who)
    _tell(f"The new password of {person.name} is {new}")


@app.command()
def delete(
    who: Who,
    database: Database = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a person with all their data: bots take over their seats, moves stay anonymous.

    On SQLite, stop the server first. Earlier backups still contain the data.
    """
    from spielwerk.server.administering import delete

    if not yes:
        typer.confirm(f"Delete {who} for good?", abort=True)
    person = asyncio.run(delete(read_database(database), who))
    _tell(f"{person.name} is deleted.")


def _tell(line: str) -> None:
    from spielwerk.server.logs import escape  # older names may contain control characters

    out.print(escape(line), markup=False, highlight=False, soft_wrap=True)
