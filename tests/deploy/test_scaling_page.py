"""Every command of docs/scaling.md for one machine works as it stands there."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from threading import Timer
from urllib.request import Request, urlopen

import pytest

from tests.debian_tools import require_program, skip_or_fail
from tools.cluster.programs import PACKAGES, ProgramMissing, require_programs

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## A whole cluster on one machine")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
START = next(block for block in BLOCKS if "make cluster" in block)
OTHERS = [block for block in BLOCKS if "make cluster" not in block and "apt-get" not in block]

FOLDER = "/var/tmp/kostka-cluster"  # noqa: S108  (that of the page)
MAX_SECONDS = 60
PORTS = (0, 1, 2, 3, 11, 12)


def find_port() -> int:
    """Return a port that is free with all those that belong to it."""
    for port in range(21_000, 29_000, 20):
        with socket.socket() as probe:
            try:
                for offset in PORTS:
                    with socket.socket() as one:
                        one.bind(("127.0.0.1", port + offset))
            except OSError:
                continue
            probe.close()
            return port
    raise AssertionError("no ports are free")


@pytest.fixture
def place() -> Iterator[tuple[Path, int]]:
    """A folder that the user of PostgreSQL can enter, and a free port."""
    try:
        require_programs()
    except ProgramMissing as error:
        skip_or_fail(str(error))
    for program in ("curl", "make"):
        require_program(program)
    folder = Path(mkdtemp(prefix="kostka-cluster-"))
    folder.chmod(0o755)
    yield folder, find_port()
    shutil.rmtree(folder, ignore_errors=True)


def adapt(block: str, place: tuple[Path, int]) -> str:
    """Return commands for another folder and port; what is installed is not installed again."""
    folder, port = place
    block = block.replace(FOLDER, str(folder)).replace("8000", str(port))
    return block.replace("make cluster", "exec make -o .venv/playable cluster")


@contextmanager
def run_cluster(place: tuple[Path, int]) -> Iterator[subprocess.Popen[str]]:
    command = ["sh", "-ec", adapt(START, place)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does
            process.communicate(timeout=60)


def wait_for_lines(process: subprocess.Popen[str], *wanted: str) -> None:
    """Read until there was a line for each text, in any order."""
    assert process.stdout is not None
    missing = set(wanted)
    alarm = Timer(MAX_SECONDS, os.killpg, (process.pid, signal.SIGINT))
    alarm.start()
    for line in process.stdout:
        missing -= {text for text in missing if text in line}
        if not missing:
            break
    alarm.cancel()
    assert not missing


def test_the_page_names_the_packages() -> None:
    (install,) = [block for block in BLOCKS if "apt-get" in block]
    assert set(PACKAGES.values()) <= set(install.split())


def open_tournament(port: int) -> str:
    """Open a tournament, and return the path at which it is from now on."""
    body = json.dumps({"title": "Spring cup"}).encode()
    headers = {"content-type": "application/json"}
    address = f"http://127.0.0.1:{port}/api/tournaments"
    with urlopen(Request(address, body, headers), timeout=10) as answer:
        return f"{address}/{json.load(answer)['id']}"


def test_every_command_of_the_page_works(place: tuple[Path, int]) -> None:
    assert len(OTHERS) == 5
    start = f"the cluster is at http://127.0.0.1:{place[1]}/"
    with run_cluster(place) as process:
        wait_for_lines(process, start)
        tournament = open_tournament(place[1])
        environment = {**os.environ, "FOLDER": str(place[0])}
        for block in OTHERS:
            ran = subprocess.run(
                ["sh", "-euc", adapt(block, place)],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert ran.returncode == 0, (block, ran.stdout, ran.stderr)
        wait_for_lines(
            process,
            "replaced node two",
            "replaced node one",
            "replaced the primary of the database",
        )
    with run_cluster(place) as process:  # it goes on with what there was
        wait_for_lines(process, start)
        with urlopen(tournament, timeout=10) as answer:
            assert answer.status == 200
