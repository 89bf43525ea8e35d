"""`spielwerk serve`, and `spielwerk` alone."""

from __future__ import annotations

from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import Database, read_database
from spielwerk.rules.errors import BadSetting


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
    from spielwerk.server.settings import Settings

    if log_level not in {"debug", "info", "warning", "error"}:
        raise BadSetting("bad_log_level", "the log level is debug, info, warning or error")
    settings = Settings(
        database=read_database(database),
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
    from spielwerk.server.settings import Settings

    port = free_port("127.0.0.1", 8000)
    out.print(f"Spielwerk is at http://127.0.0.1:{port} (Ctrl+C ends it).")
    settings = Settings(database=read_database(""), log_level="warning")
    run(settings, "127.0.0.1", port, 1, "127.0.0.1", browser=True)
