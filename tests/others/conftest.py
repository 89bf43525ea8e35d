"""Install an outside game for all tests here, before games are first listed."""

import sys
import tempfile
from pathlib import Path

from lab.outside import install

_folder = tempfile.TemporaryDirectory()
install(Path(_folder.name), "cards")
sys.path.append(_folder.name)
