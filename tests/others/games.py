"""The games that other people's libraries play: ours, and an outside one (conftest.py)."""

GAMES = ("anubixx", "axio", "axio_hex", "axio_rota", "second_chance", "cards")
