"""Engines in the page, under its own strict policy."""

from __future__ import annotations

import pytest

import spielwerk as sw
from web.conftest import Visits
from web.playing import module

# From the game's folder, of the page's own version
LOAD = """async ([script, game]) => {
    const { Engine } = await import(script);
    const code = await fetch(new URL(`../games/${game}/web/engine.wasm`, script));
    const engine = await Engine.load(await code.arrayBuffer());
    const luck = engine.array("u8", 1);
    engine.call("seed_stream", luck, 7n, 0n);
    return String(engine.numbers(luck)[0]);
}"""
# Later, because what a test itself runs is exempt from the policy.
EVAL = """() => new Promise((done) => setTimeout(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.head.append(script);
    const refused = [eval, Function].filter((run) => { try { run("1"); } catch { return true; } });
    done([refused.length, window.ran ?? false]);
}))"""


@pytest.mark.parametrize("game", sw.games())
def test_a_page_loads_an_engine(visitor: Visits, game: str) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    assert int(page.evaluate(LOAD, [module(page, "engine.js"), game])) > 0


def test_a_page_makes_no_script_of_text(visitor: Visits) -> None:
    page = visitor.context().new_page()
    page.goto("/")
    assert page.evaluate(EVAL) == [2, False]
