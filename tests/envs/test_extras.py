"""If packages for environments are missing, the error says what to install."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "missing"),
    [
        ("spielwerk.envs.axio_v0", "gymnasium"),
        ("spielwerk.envs.axio_v0", "pettingzoo"),
        ("spielwerk.envs.second_chance_v0", "pettingzoo"),
        ("spielwerk.envs.open_spiel", "pyspiel"),
    ],
)
def test_what_is_missing_is_named(module: str, missing: str) -> None:
    code = f"""
import sys
sys.modules[{missing!r}] = None
try:
    import {module}
except ImportError as error:
    import spielwerk
    assert isinstance(error, spielwerk.SpielwerkError)
    assert error.code == "missing_extra"
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'spielwerk[research]'" in done.stdout
