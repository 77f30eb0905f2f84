"""Run `kostka` as `python -m kostka.cli`."""

from kostka.cli.main import run

run()
