"""What `import spielwerk` gives, whatever was imported before it."""

import subprocess
import sys

import pytest

import spielwerk as sw
from spielwerk.games import names


@pytest.mark.parametrize(
    "first",
    [
        "import spielwerk",
        "import spielwerk.games",
        "import spielwerk.games.axio",
        "from spielwerk.games import axio, find",
        "from spielwerk import Match",
    ],
)
def test_games_is_a_function_and_a_package_in_every_order(first: str) -> None:
    program = f"""
{first}
import spielwerk as sw
from spielwerk.games import find
import spielwerk.games.axio
from spielwerk.games import axio
print(sw.games() == ["anubixx", "axio", "axio_hex", "axio_rota", "second_chance"])
print(type(sw.games).__name__, axio.__name__, find("axio").id)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\nfunction spielwerk.games.axio axio\n", done.stderr


def test_every_name_is_there() -> None:
    assert sw.games() == names()
    for name in sw.__all__:
        assert getattr(sw, name) is not None
    assert dir(sw) == sorted(sw.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = sw.chess


@pytest.mark.parametrize("module", ["spielwerk", "spielwerk.games", "spielwerk.cli"])
def test_help_does_not_wait_for_numba(module: str) -> None:
    program = f"import sys, {module}; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "False\n", done.stderr


def test_environments_import_no_server() -> None:
    program = """
import sys
import spielwerk.envs.aec, spielwerk.envs.learner, spielwerk.envs.vector_env
servers = {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "httpx", "websockets"}
print(sorted(servers & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
