"""docs/research.md: its examples of environments are run unchanged."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_python_for_researchers_runs() -> None:
    page = PAGE.read_text(encoding="utf-8")
    page = page.partition("## Many simulations")[0]  # from there on tests/lab/test_research_docs.py
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 11
    known: dict[str, object] = {}
    for block in blocks:  # each continues where the one before it stopped
        exec(compile(block, "docs/research.md", "exec"), known)  # noqa: S102
