"""Workers of a real server: they end with it, however it ends."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from time import sleep
from urllib.request import Request, urlopen

import pytest

from tests.attacks.measurement import list_children
from tests.server.processes import Process, serving

TURN = {"edition": "classic", "before": "B4 B5 B6", "rack": "B3", "after": "B3 B4 B5 B6"}


def check_turn(server: Process) -> None:
    request = Request(f"{server.web}/api/check", json.dumps(TURN).encode())
    with urlopen(request, timeout=60) as page:
        assert json.loads(page.read())["placed"] == ["B3"]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_worker_outlives_its_server(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path) as server:
        assert list_children(server.popen.pid) == []  # started on first use
        check_turn(server)
        check_turn(server)
        (worker,) = list_children(server.popen.pid)
        server.popen.send_signal(how)
        server.popen.wait(60)
        for _ in range(600):
            if not is_alive(worker):
                break
            sleep(0.1)
        assert not is_alive(worker)
        assert server.faults == []
