"""`kostka serve`: a real process, started, used, stopped and started again."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from kostka.client import connect
from kostka.protocol.requests import Begin
from kostka.protocol.responses import Farewell
from kostka.protocol.rooms import Settings
from kostka.server.serve import create_listening_socket, raise_open_file_limit
from tests.server.processes import Process
from tests.server.processes import serving as watching
from tests.server.running import plays_on


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kostka.cli", "serve", *arguments]


def free_port() -> int:
    with create_listening_socket("127.0.0.1", 0) as socket:
        return int(socket.getsockname()[1])


@contextmanager
def serving(
    folder: Path, end: signal.Signals = signal.SIGINT, options: Sequence[str] = ()
) -> Iterator[str]:
    """Run the command in a process; gives the address that it tells."""
    arguments = command("--port", str(free_port()), "--data", str(folder), *options)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.send_signal(end)
            process.wait(20)
    assert process.returncode == (-end if end is signal.SIGKILL else 0)


def refused(*arguments: str) -> str:
    run = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=30, check=False
    )
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    return run.stderr


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_game_goes_on_in_the_next_process(end: signal.Signals, tmp_path: Path) -> None:
    async def first(url: str) -> tuple[str | None, str]:
        async with connect(url, name="Ala") as ala:
            room = await ala.create_room(Settings("classic", seats=2, bots=(2,)))
            await ala.ask(Begin)
            await plays_on(ala, turns=2)
            return ala.token, room.code

    async def second(url: str, token: str | None, code: str) -> None:
        async with connect(url, token=token) as ala:
            await ala.enter_room(code)
            await ala.wait_until(lambda one: one.game is not None)
            await plays_on(ala, turns=1)

    with serving(tmp_path, end) as address:
        assert urlopen(f"{address}healthz").read() == b"ok\n"
        socket = address.replace("http", "ws") + "ws"
        token, code = asyncio.run(asyncio.wait_for(first(socket), 60))
    with serving(tmp_path) as address:
        socket = address.replace("http", "ws") + "ws"
        asyncio.run(asyncio.wait_for(second(socket, token, code), 60))


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    with create_listening_socket("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refused("--port", port, "--data", str(tmp_path / "a"))
    (tmp_path / "file").write_text("no folder")
    wrong = refused("--port", str(free_port()), "--data", str(tmp_path / "file"))
    assert "file" in wrong
    with serving(tmp_path / "b"):
        used = refused("--port", str(free_port()), "--data", str(tmp_path / "b"))
        assert "another kostka server" in used


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_server_after_players_were_told(
    end: signal.Signals, tmp_path: Path
) -> None:
    async def play(process: Process) -> None:
        async with connect(process.url, name="Ala") as ala:
            process.popen.send_signal(end)
            await ala.wait_until(lambda one: one.good_bye is not None)
            assert ala.good_bye is not None
            assert ala.good_bye.code is Farewell.RESTART

    with watching(tmp_path) as process:
        asyncio.run(asyncio.wait_for(play(process), 60))
        assert process.popen.wait(60) == 0
        assert [line["event"] for line in process.lines] == ["opened", "closing"]


def test_a_server_under_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # inherited, as from nohup
    try:
        with watching(tmp_path) as process:
            status = Path(f"/proc/{process.popen.pid}/status")
            if not status.exists():
                pytest.skip("only Linux shows which signals a process ignores")
            found = re.search(r"^SigIgn:\s*(\w+)$", status.read_text(), re.MULTILINE)
            assert found
            assert int(found[1], 16) & 1 << (signal.SIGHUP - 1)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, options=["--metrics-port", port]) as address:
        assert b"kostka_games" in urlopen(f"http://127.0.0.1:{port}/metrics").read()
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{address}metrics")
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{port}/healthz")
        taken = refused("--port", str(free_port()), "--metrics-port", port)
        assert f"port {port}" in taken
        assert "--metrics-port" in taken


@pytest.mark.parametrize("host", ["203.0.113.5", "a..b", "x" * 300])
def test_an_address_of_another_machine_is_one_short_line(host: str, tmp_path: Path) -> None:
    line = refused("--host", host, "--port", "8000", "--data", str(tmp_path))
    assert line.startswith(f"kostka: cannot listen on {host[:40]}")
    assert line.endswith("; use --host or --port to choose another address\n")
    assert len(line) < 200


def test_a_server_that_cannot_start_says_so_and_does_not_tell_an_address(tmp_path: Path) -> None:
    program = """
from kostka.cli.main import run
from kostka.server import app

def fail(**_):
    raise RuntimeError("a secret")

app.MeteredThreads = fail
run()
"""
    arguments = [
        sys.executable,
        "-c",
        program,
        *command("--port", "0", "--data", str(tmp_path))[3:],
    ]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    *logged, last = done.stderr.splitlines()
    assert last == "kostka: the server could not start; the line above says why"
    assert json.loads(logged[0])["error"] == "RuntimeError"
    assert "a secret" not in done.stderr


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource", reason="only Unix has it")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[1]), before[1]))
        raise_open_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
