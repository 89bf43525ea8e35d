"""Commands for hosts: serve, and what an administrator does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.shared import CHECK_FAILED, out
from spielwerk.rules.errors import BadSetting

app = typer.Typer()
admin = typer.Typer(help="Look after a server's database.", no_args_is_help=True)

Database = Annotated[
    str,
    typer.Option(
        envvar="SPIELWERK_DATABASE",
        help="Where everything is kept: sqlite:///FILE or postgresql+psycopg://…",
        show_default="a file of your own",
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at.", min=0, max=65535)] = 8000,
    database: Database = "",
    workers: Annotated[int, typer.Option(help="How many processes serve.", min=1, max=64)] = 1,
    thinkers: Annotated[int, typer.Option(help="Processes a worker's bots think in.", min=1)] = 1,
    limits: Annotated[bool, typer.Option(help="Limit how much one may ask.")] = True,
    webhooks: Annotated[bool, typer.Option(help="Let people be called on their turn.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another page that may use this server: https://…")
    ] = None,
    secure: Annotated[bool, typer.Option(help="Cookies over https only.")] = False,
    proxy: Annotated[
        str,
        typer.Option(
            envvar="FORWARDED_ALLOW_IPS", help="Trust forwarded headers of these addresses."
        ),
    ] = "127.0.0.1",
    metrics: Annotated[bool, typer.Option(help="Answer at /metrics.")] = True,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log a JSON object a line.")] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
    compile_: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Compile all games at the start.")
    ] = True,
) -> None:
    """Serve the games to browsers and programs."""
    from spielwerk.server.running import run
    from spielwerk.server.settings import Settings, default_database

    if log_level not in {"debug", "info", "warning", "error"}:
        raise BadSetting("bad_log_level", "the log level is debug, info, warning or error")
    settings = Settings(
        database=database or default_database(),
        limits=limits,
        webhooks=webhooks,
        origins=tuple(origin or ()),
        secure=secure,
        metrics=metrics,
        thinkers=thinkers,
        compile=compile_,
        log_json=log_json,
        log_level=log_level,
    )
    run(settings, host, port, workers, proxy, browser=browser)


def play_in_browser() -> None:
    """Serve on this machine alone, and open the page."""
    from spielwerk.server.running import free_port, run
    from spielwerk.server.settings import Settings, default_database

    port = free_port("127.0.0.1", 8000)
    out.print(f"Spielwerk is at http://127.0.0.1:{port} (Ctrl+C ends it).")
    settings = Settings(database=default_database(), log_level="warning")
    run(settings, "127.0.0.1", port, 1, "127.0.0.1", browser=True)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it (.jsonl.gz).")],
    database: Database = "",
) -> None:
    """Write everything into a file, while the server runs or not."""
    from spielwerk.server.store.dump import write_dump

    rows = write_dump(_address(database), file)
    out.print(f"{rows} rows are in {file}.", markup=False)


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.")],
    database: Database = "",
) -> None:
    """Read a backup into an empty database, of the same kind or another."""
    from spielwerk.server.store.dump import read_dump

    rows = read_dump(_address(database), file)
    out.print(f"{rows} rows were restored.")


@admin.command()
def check(database: Database = "") -> None:
    """Play every match again; a line for each that does not hold, and exit code 1."""
    from spielwerk.server.checking import check_all

    tables = broken = 0
    for table, wrong in check_all(_address(database)):
        tables += 1
        if wrong is not None:
            broken += 1
            out.print(f"table {table}: {wrong}", markup=False, soft_wrap=True)
    out.print(f"{tables - broken} of {tables} tables hold")
    if broken:
        raise typer.Exit(CHECK_FAILED)


@admin.command()
def prune(
    days: Annotated[int, typer.Option(help="What has not changed for so many days.", min=1)] = 365,
    database: Database = "",
) -> None:
    """Delete tables that ended or were never started, and guests without a table."""
    from spielwerk.server.store.pruning import prune_all

    tables, people = prune_all(_address(database), days)
    out.print(f"{tables} tables and {people} guests are gone.")


def _address(database: str) -> str:
    from spielwerk.server.settings import default_database

    return database or default_database()
