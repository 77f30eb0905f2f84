"""Runs the command line: `python -m bench`."""

import sys

from bench.command_line import main

if __name__ == "__main__":
    sys.exit(main())
