"""The server stays small enough to be read."""

from pathlib import Path

from spielwerk import server

MOST_LINES = 300


def test_every_file_of_the_server_can_be_held_in_ones_head() -> None:
    files = Path(server.__file__).parent.rglob("*.py")
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert len(lines) > 50
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
