"""The command `spielwerk serve`, and `spielwerk` without a command."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Annotated

import typer

from spielwerk.cli.console import out
from spielwerk.cli.options import Database, read_database
from spielwerk.rules.errors import BadSetting


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    database: Database = "",
    workers: Annotated[int, typer.Option(help="Server processes.", min=1, max=64)] = 1,
    thinkers: Annotated[int, typer.Option(help="Bot processes per worker.", min=1)] = 1,
    limits: Annotated[bool, typer.Option(help="Limit requests per client.")] = True,
    connections: Annotated[
        int,
        typer.Option(
            envvar="SPIELWERK_CONNECTIONS",
            help="Maximum connections per address; trusted proxies are exempt.",
            min=1,
        ),
    ] = 256,
    patience: Annotated[
        float, typer.Option(help="Seconds to wait for a request, or for a client to read.", min=0.1)
    ] = 20,
    webhooks: Annotated[
        bool, typer.Option(help="Allow webhooks that announce a player's turn.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another site whose pages may use this server: https://…"),
    ] = None,
    secure: Annotated[bool, typer.Option(help="Restrict cookies to HTTPS.")] = False,
    proxy: Annotated[
        str,
        typer.Option(
            envvar="FORWARDED_ALLOW_IPS", help="Trust forwarded headers from these addresses."
        ),
    ] = "127.0.0.1",
    metrics: Annotated[bool, typer.Option(help="Serve Prometheus metrics at /metrics.")] = True,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Log one JSON object per line.")
    ] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
    compile_: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Compile all games at startup.")
    ] = True,
) -> None:
    """Serve the games to browsers and programs."""
    with _imports():
        from spielwerk.server.running import run
        from spielwerk.server.settings import Settings

    if log_level not in {"debug", "info", "warning", "error"}:
        raise BadSetting("bad_log_level", "the log level is debug, info, warning or error")
    settings = Settings(
        database=read_database(database),
        host=host,
        limits=limits,
        connections=connections,
        patience=patience,
        webhooks=webhooks,
        origins=tuple(origin or ()),
        secure=secure,
        metrics=metrics,
        thinkers=thinkers,
        compile=compile_,
        log_json=log_json,
        log_level=log_level,
    )
    run(settings, port, workers, proxy, browser=browser)


def play_in_browser() -> None:
    """Serve on the loopback address only, and open the page."""
    with _imports():
        from spielwerk.server.running import free_port, run
        from spielwerk.server.settings import Settings

    port = free_port("127.0.0.1", 8000)
    out.print(f"Spielwerk is at http://127.0.0.1:{port} (Ctrl+C ends it).")
    settings = Settings(database=read_database(""), log_level="warning")
    run(settings, port, 1, "127.0.0.1", browser=True)


@contextlib.contextmanager
def _imports() -> Iterator[None]:
    """Keep the garbage collector from searching what is imported: all of it stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
