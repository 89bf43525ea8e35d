"""The commands `spielwerk admin`: maintain a server's database."""

from __future__ import annotations

import typer

from spielwerk.cli.admin import backup, check, people, prune, restore

app = typer.Typer(help="Look after a server's database.", no_args_is_help=True)
for command in (backup.backup, restore.restore, check.check, prune.prune):
    app.command()(command)
app.add_typer(people.app, name="people")
