"""Starts the processes of a cluster, so that none of them outlives it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

Process = subprocess.Popen[str]


class CommandFailed(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """A program did not do what it should."""


def start_process(  # noqa: PLR0913  (all by name)
    command: Sequence[str | Path],
    *,
    log: Path,
    folder: Path,
    at_end: signal.Signals = signal.SIGKILL,
    user: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Process:
    """Start a process whose output goes into a log.

    It gets the signal `at_end` when the process that starts it dies, however that happens.
    """
    watched: list[str | Path] = []
    if setpriv := shutil.which("setpriv"):
        watched = [setpriv, "--pdeathsig", at_end.name.removeprefix("SIG"), "--"]
    with log.open("ab") as output:
        return subprocess.Popen(  # noqa: S603  (commands of this package)
            [*watched, *command],
            cwd=folder,
            user=user,
            env=None if environment is None else {**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            text=True,
            start_new_session=True,  # Ctrl-C is for this process alone, which then stops all others
        )


def run_program(command: Sequence[str | Path], *, folder: Path, user: str | None = None) -> str:
    """Run a program to its end and return what it prints; raise `CommandFailed`."""
    ran = subprocess.run(  # noqa: S603  (commands of this package)
        [*command], cwd=folder, user=user, capture_output=True, text=True, check=False
    )
    if ran.returncode != 0:
        raise CommandFailed(f"{Path(command[0]).name}: {ran.stderr.strip()}")
    return ran.stdout


def list_children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    with suppress(OSError):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(child) for child in found.split()]
    return []


def kill_with_children(process: Process) -> None:
    """Kill a process and all that it has started, at the same moment as far as possible."""
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGSTOP)  # so that it starts and mourns nobody meanwhile
    for pid in (*list_children(process.pid), process.pid):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def stop_process(process: Process, stop: signal.Signals, seconds: float) -> None:
    """End a process with a signal, and by force if that takes too long."""
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.send_signal(stop)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            kill_with_children(process)


def read_tail(log: Path, count: int = 2000) -> str:
    """Return the end of a log."""
    return log.read_text(encoding="utf-8", errors="replace")[-count:] if log.exists() else ""
