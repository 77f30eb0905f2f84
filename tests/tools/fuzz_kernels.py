"""Runs the fuzz tests of both solvers against kernels built with assertions.

`python -m tests.tools.fuzz_debug_kernels --seconds 60 --positions 1000`. The kernels are built in a
temporary folder; those in the source tree stay as they are. A failed assertion, or undefined
behaviour, ends the process with a signal; a difference ends it with status 1.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
KERNELS = ("kostka.solver._kernel", "kostka.wordsolver._kernel")


def build_kernels(folder: Path) -> None:
    """Compile the kernels with assertions into a folder."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext"]
    command += [f"--build-lib={folder}", f"--build-temp={folder / 'objects'}"]
    environment = os.environ | {"KOSTKA_DEBUG_KERNEL": "1"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def load_kernels(folder: Path) -> None:
    """Import the kernels of a folder, so that the solvers find them before those in the tree."""
    for name in KERNELS:
        assert name not in sys.modules, f"{name} is imported already"
        path = folder / (name.replace(".", "/") + EXTENSION_SUFFIXES[0])
        spec = spec_from_loader(name, ExtensionFileLoader(name, str(path)))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)


def run_fuzz(main: Callable[[], int], *arguments: str) -> int:
    """Run a fuzz test with these command line arguments; return its status."""
    print("fuzz", *arguments, flush=True)
    sys.argv = ["fuzz", *arguments]
    return main()


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz_debug_kernels", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for the number game")
    parser.add_argument("--positions", type=int, default=1000, help="of the word game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seed = f"--seed={args.seed}"
    with TemporaryDirectory() as folder:
        build_kernels(Path(folder))
        load_kernels(Path(folder))
        # The solvers choose their kernel when they are imported.
        from tests.tools import fuzz_solver, fuzz_word_solver  # noqa: PLC0415

        words = run_fuzz(fuzz_word_solver.main, f"--positions={args.positions}", seed)
        return words or run_fuzz(fuzz_solver.main, f"--seconds={args.seconds}", seed)


if __name__ == "__main__":
    sys.exit(main())
