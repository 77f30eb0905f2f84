"""What systemd learns about a server: when it is ready, that it is alive, that it stops."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket

import pytest

from kostka.server.ops.systemd_notify import ALIVE, READY, STOPPING, notify_systemd
from tests.server.processes import serving


def listen(address: str) -> socket:
    manager = socket(AF_UNIX, SOCK_DGRAM)
    manager.bind(address)
    manager.settimeout(60)
    return manager


@pytest.mark.parametrize("is_abstract", [False, True])
def test_a_state_reaches_the_socket_that_the_environment_names(
    is_abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(tmp_path / "notify")
    with listen(f"\0{name}" if is_abstract else name) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}" if is_abstract else name)
        notify_systemd(READY)
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", [None, "", "nonsense", "/nowhere/at/all"])
def test_without_systemd_nothing_happens(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address is None:
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    else:
        monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify_systemd(READY)


def test_a_server_reports_from_start_to_stop(tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    environment = {**os.environ, "NOTIFY_SOCKET": name}
    with listen(name) as manager, serving(tmp_path, environment=environment) as process:
        first = {manager.recv(100).decode() for _ in range(2)}
        assert first == {READY, ALIVE}
        process.popen.send_signal(signal.SIGTERM)
        while (state := manager.recv(100).decode()) == ALIVE:
            pass
        assert state == STOPPING
        assert process.popen.wait(60) == 0
