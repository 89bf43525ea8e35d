"""`python -m spielwerk`."""

from spielwerk.cli import main

main()
