"""The notebook runs from its first cell to its last, on the wheel that the first one installs."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import spielwerk

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# A Python to which this checkout is unknown, as long as the wheel is not installed.
WITHOUT_CHECKOUT = """
import sys
sys.path[:] = [folder for folder in sys.path if folder != {checkout!r}]
"""


@pytest.fixture
def wheel() -> Path:
    """The wheel of this version, as one would upload it until it is on PyPI."""
    made = ROOT / "dist" / f"spielwerk-{spielwerk.__version__}-py3-none-any.whl"
    assert made.exists(), "`make dist` writes it"
    return made


@pytest.fixture
def installs_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder into which kernels install packages; what these need is here already."""
    installed = tmp_path / "installed"
    installed.mkdir()
    checkout = str(Path(spielwerk.__file__).parents[1])
    (installed / "sitecustomize.py").write_text(WITHOUT_CHECKOUT.format(checkout=checkout))
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.setenv("PIP_TARGET", str(installed))
    monkeypatch.setenv("PIP_NO_DEPS", "1")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return installed


@pytest.mark.filterwarnings("default")  # Jupyter's own
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path, wheel: Path, installs_into: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # nothing stale is committed
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    first = code[0]
    package = f'PACKAGE = "{wheel}[research]"'
    first.source, replaced = re.subn(r'PACKAGE = "spielwerk\[research\]"', package, first.source)
    assert replaced == 1
    NotebookClient(notebook, timeout=1800).execute(env=dict(os.environ))
    assert (installs_into / "spielwerk" / "__init__.py").exists()
    wins, of = map(int, re.findall(r"\d+", code[-1].outputs[0]["text"]))
    assert wins > 0.9 * of  # it has learned something
