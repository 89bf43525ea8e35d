"""Metrics: counted under fixed labels, separately for each app, and together for all workers."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI
from prometheus_client.parser import text_string_to_metric_families
from starlette.types import Message, Scope

from server.serving import exchange, handshake, request, serving
from spielwerk.server.metrics import Measured, Metrics


def sample(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def site() -> FastAPI:
    app = FastAPI()
    router = APIRouter(prefix="/tables")

    @router.get("/{table}/view")
    async def view(table: str) -> str:
        return table

    @router.post("/{table}/acts")
    async def acts(table: str) -> str:
        raise ZeroDivisionError(table)

    app.include_router(router, prefix="/api")
    return app


def clock() -> Iterator[float]:
    """Return a clock that advances by a quarter of a second at each reading."""
    now = 0.0
    while True:
        yield now
        now += 0.25


def asked(*askings: str) -> Metrics:
    metrics, ticks = Metrics(), clock()
    app = Measured(site(), metrics, lambda: next(ticks))

    async def run() -> None:
        async with serving(app) as port:
            for asking in askings:
                await exchange(port, asking)

    asyncio.run(run())
    return metrics


def routes(metrics: Metrics) -> set[tuple[str, str, str]]:
    return {
        (found.labels["method"], found.labels["route"], found.labels["status"])
        for family in metrics.registry.collect()
        for found in family.samples
        if found.name == "spielwerk_http_request_seconds_count"
    }


def test_requests_are_counted_by_their_route_and_never_by_their_path() -> None:
    paths = [f"/api/tables/t{number}/view" for number in range(5)]
    metrics = asked(*[request("GET", path) for path in paths])
    assert routes(metrics) == {("GET", "/api/tables/{table}/view", "200")}
    labels = {"method": "GET", "route": "/api/tables/{table}/view", "status": "200"}
    assert sample(metrics, "spielwerk_http_request_seconds_count", **labels) == 5
    assert sample(metrics, "spielwerk_http_request_seconds_sum", **labels) == 5 * 0.25
    assert sample(metrics, "spielwerk_http_request_seconds_bucket", le="0.1", **labels) == 0
    assert sample(metrics, "spielwerk_http_request_seconds_bucket", le="0.25", **labels) == 5


def test_what_nobody_knows_is_other() -> None:
    metrics = asked(*[request("GET", f"/wp-login-{n}.php") for n in range(3)])
    assert routes(metrics) == {("GET", "other", "404")}
    metrics = asked(request("PROPFIND", "/x"), request("SEARCH", "/x"))
    assert routes(metrics) == {("other", "other", "404")}


def test_what_breaks_is_a_500() -> None:
    metrics = asked(request("POST", "/api/tables/t1/acts"))
    assert routes(metrics) == {("POST", "/api/tables/{table}/acts", "500")}


def test_handshakes_are_no_requests() -> None:
    assert routes(asked(handshake("/api/live"))) == set()


def test_whoever_has_gone_before_the_answer_is_counted() -> None:
    async def app(scope: Scope, receive: object, send: object) -> None:
        pass

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    metrics = Metrics()
    scope = {"type": "http", "method": "GET", "path": "/"}
    asyncio.run(Measured(app, metrics)(scope, receive, send))
    assert routes(metrics) == {("GET", "other", "none")}


def test_acts_commits_bots_and_webhooks() -> None:
    metrics = Metrics()
    metrics.acted("move", "done", 0.003)
    metrics.acted("move", "not_your_turn", 0.001)
    metrics.committed(3, 0.002)
    metrics.thought("grossmeister@150ms", 0.15)
    metrics.thought("grossmeister@151ms", 0.15)
    metrics.called("delivered")
    metrics.sockets.inc()
    metrics.tables.set(7)
    assert sample(metrics, "spielwerk_acts_total", kind="move", outcome="done") == 1
    assert sample(metrics, "spielwerk_acts_total", kind="move", outcome="not_your_turn") == 1
    assert sample(metrics, "spielwerk_act_seconds_count", kind="move") == 2
    assert sample(metrics, "spielwerk_commit_entries_sum") == 3
    assert sample(metrics, "spielwerk_commit_entries_bucket", le="2.0") == 0
    assert sample(metrics, "spielwerk_commit_seconds_count") == 1
    assert sample(metrics, "spielwerk_bot_seconds_count", bot="grossmeister") == 2
    assert sample(metrics, "spielwerk_webhooks_total", outcome="delivered") == 1
    assert sample(metrics, "spielwerk_open_sockets") == 1
    assert sample(metrics, "spielwerk_live_tables") == 7


def test_what_is_rendered_can_be_read() -> None:
    metrics = Metrics()
    metrics.acted("say", "done", 0.5)
    read = {
        family.name: family for family in text_string_to_metric_families(metrics.render().decode())
    }
    assert {"spielwerk_acts", "spielwerk_act_seconds", "spielwerk_live_tables"} <= set(read)
    assert all(family.documentation for family in read.values())
    assert Metrics.content_type.startswith("text/plain")


def test_apps_do_not_share_their_metrics() -> None:
    one, two = Metrics(), Metrics()
    one.called("failed")
    assert sample(two, "spielwerk_webhooks_total", outcome="failed") is None


WORKER = """
from spielwerk.server.metrics import Metrics
metrics = Metrics()
metrics.called("delivered")
metrics.committed(2, 0.5)
print(metrics.render().decode())
"""


def test_workers_that_share_a_folder_tell_for_all_of_them(tmp_path: Path) -> None:
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for number in (1, 2):
        command = [sys.executable, "-c", WORKER]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        assert f'spielwerk_webhooks_total{{outcome="delivered"}} {number}.0' in done.stdout
        assert f"spielwerk_commit_entries_sum {2 * number}.0" in done.stdout


@pytest.mark.parametrize("label", ["t1", "wp-login"])
def test_no_label_holds_what_a_client_wrote(label: str) -> None:
    metrics = asked(request("GET", f"/api/tables/{label}/view"), request("GET", f"/{label}"))
    assert label not in metrics.render().decode()


# The dashboard that hosts import


def test_every_query_of_the_dashboard_names_metrics_that_there_are() -> None:
    dashboard = json.loads((Path(__file__).parents[2] / "deploy" / "grafana.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(queries) > 10
    metrics = Metrics()
    metrics.acted("move", "done", 0.1)
    metrics.requested("GET", "/", "200", 0.1)
    metrics.thought("zufall", 0.1)
    metrics.called("delivered")
    there: dict[str, set[str]] = {}
    for family in metrics.registry.collect():
        for found in family.samples:
            there.setdefault(found.name, set()).update(found.labels)
    shown = set()
    for query in queries:
        names = re.findall(r"spielwerk_\w+", query)
        assert names, query
        assert not set(names) - set(there), query
        shown.update(names)
        for labels in re.findall(r"by \(([^)]*)\)", query):
            assert set(labels.split(", ")) <= there[names[0]], query
    kinds = {family.name for family in metrics.registry.collect()}
    assert all(any(name.startswith(kind) for name in shown) for kind in kinds), "one is not shown"


def test_every_legend_of_the_dashboard_is_a_label_that_the_query_keeps() -> None:
    dashboard = json.loads((Path(__file__).parents[2] / "deploy" / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                assert re.search(rf"by \([^)]*\b{label}\b", target["expr"]), target["expr"]
