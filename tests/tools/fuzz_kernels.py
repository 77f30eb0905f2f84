"""Fuzzes both kernels, built with assertions and with ASan and UBSan.

`python -m tests.tools.fuzz_kernels --seconds 600`, that long for each kernel. A third of the time
goes into comparing solvers with integer program and brute force, the rest into calls with
arguments that no solver would pass. The kernels are built in a temporary folder; those in the
source tree stay as they are. Status 1 at the first report, or wrong result.
"""
# ruff: noqa: T201 (it is a command)

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from ctypes import CDLL
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from types import ModuleType

ROOT = Path(__file__).parents[2]
KERNELS = {"numbers": "kostka.solver._kernel", "words": "kostka.wordsolver._kernel"}
COMPARED_SHARE = 1 / 3


def build_kernels(folder: Path) -> None:
    """Compile the kernels with assertions and sanitizers into a folder."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext"]
    command += [f"--build-lib={folder}", f"--build-temp={folder / 'objects'}"]
    environment = os.environ | {"KOSTKA_DEBUG_KERNEL": "1"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def build_environment() -> dict[str, str]:
    """Return the environment of a process that can load such kernels.

    ASan comes first of all libraries. Python's objects are allocated one by one, so that accesses
    beyond them are noticed too; its own leaks are not ours.
    """
    compiler = os.environ.get("CC", "cc")
    asan = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    return os.environ | {
        "LD_PRELOAD": asan.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


def load_kernel(folder: Path, name: str) -> ModuleType:
    """Import a kernel of a folder, so that the solver finds it before the one in the tree."""
    assert name not in sys.modules, f"{name} is imported already"
    path = folder / (name.replace(".", "/") + EXTENSION_SUFFIXES[0])
    spec = spec_from_loader(name, ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fuzz_kernel(kind: str, folder: Path, seconds: float, seed: int) -> int:
    """Fuzz one kernel in this process; return the status."""
    assert hasattr(CDLL(None), "__asan_init"), "ASan is not loaded"
    kernel = load_kernel(folder, KERNELS[kind])
    # The solvers choose their kernel when they are imported.
    from tests.solver.hostile_calls import NumberCalls  # noqa: PLC0415
    from tests.tools import fuzz_solver, fuzz_word_solver  # noqa: PLC0415
    from tests.wordsolver.hostile_calls import WordCalls  # noqa: PLC0415

    compare = fuzz_solver.main if kind == "numbers" else fuzz_word_solver.main
    arguments = [f"--seconds={seconds * COMPARED_SHARE}", f"--seed={seed}"]
    arguments += ["--briefly"] if kind == "numbers" else []
    if status := run_fuzz(compare, *arguments):
        return status
    calls = (NumberCalls if kind == "numbers" else WordCalls)(kernel, Random(seed))
    end = perf_counter() + seconds * (1 - COMPARED_SHARE)
    while perf_counter() < end:
        calls.call()
    print(f"{calls.outcomes.total()} calls of the {kind} kernel, no report")
    for outcome, count in sorted(calls.outcomes.items()):
        print(f"  {outcome} {count}")
    return 0


def run_fuzz(main: Callable[[], int], *arguments: str) -> int:
    """Run a fuzz test with these command line arguments; return its status."""
    sys.argv = ["fuzz", *arguments]
    return main()


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz_kernels", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="for each kernel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kernel", choices=KERNELS, action="append", help="default: both")
    parser.add_argument("--built", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.built:  # in a process of its own
        return fuzz_kernel(args.kernel[0], args.built, args.seconds, args.seed)
    with TemporaryDirectory() as folder:
        build_kernels(Path(folder))
        command = [sys.executable, "-m", "tests.tools.fuzz_kernels", f"--built={folder}"]
        command += [f"--seconds={args.seconds}", f"--seed={args.seed}"]
        for kind in args.kernel or KERNELS:
            ran = subprocess.run(
                [*command, f"--kernel={kind}"], cwd=ROOT, env=build_environment(), check=False
            )
            if ran.returncode:
                print(f"the {kind} kernel failed: status {ran.returncode}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
