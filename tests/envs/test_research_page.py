"""docs/research.md, "Many games at once": its examples run, one after the other."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_examples_run() -> None:
    form = r"^## Many games at once\n(.*?)(?=^## |\Z)"
    section = re.search(form, PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert section is not None
    examples = re.findall(r"```python\n(.*?)```", section[1], re.DOTALL)
    assert len(examples) == 4
    names: dict[str, Any] = {}
    for example in examples:
        exec(example, names)  # noqa: S102
