"""How the tests run: Hypothesis has no deadlines, as first calls compile."""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import settings
from numba import config as numba_config

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# Plain Python is a thousand times slower than compiled rules, and gets fewer examples; so do
# kernels that check each index, as every example takes them through a whole game.
USUAL = 2 if numba_config.DISABLE_JIT else 5 if numba_config.BOUNDSCHECK else 20
EXAMPLES = int(os.environ.get("SPIELWERK_EXAMPLES", USUAL))
settings.register_profile("spielwerk", deadline=None, max_examples=EXAMPLES)
settings.load_profile("spielwerk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="let a test that is skipped fail")
    parser.addoption(
        "--asgi", choices=("uvicorn", "hypercorn"), help="run what uses a server, under this"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--asgi`, keep only the tests of a server that can run under any."""
    if config.getoption("--asgi"):
        kinds = {"server", "own_server"}
        others = [item for item in items if not kinds & {*getattr(item, "fixturenames", ())}]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _fail_if_skipped((yield), item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _fail_if_skipped((yield), collector.config)


def _fail_if_skipped(report: Report, config: pytest.Config) -> Report:
    """CI has every dependency, so a test that cannot run there has found a fault."""
    if report.skipped and not hasattr(report, "wasxfail") and config.getoption("--no-skips"):
        assert isinstance(report.longrepr, tuple)
        file, line, reason = report.longrepr
        report.outcome, report.longrepr = "failed", f"{file}:{line}: {reason} (--no-skips)"
    return report
