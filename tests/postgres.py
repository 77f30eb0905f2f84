"""A PostgreSQL server for tests, from Debian's package: one for each process that runs tests.

It lives in a temporary folder, listens on the loopback interface and syncs its commits. It stops
when the tests end, even if they are killed.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

from kostka.server.storage.postgres_connection import Connector
from kostka.server.storage.postgres_schema import prepare_database
from tests.debian_tools import skip_or_fail

USER = "kostka"
PASSWORD = "not-to-be-shown"  # noqa: S105  (any will do: the server trusts local users)
TEMPLATE = "kostka_template"
START_SECONDS = 30

# The shell stops the server when the pipe to it is closed, so also when the tests are killed. It
# removes the folder too, unless it is told to keep it. A server that has just been forked ignores
# INT, which ends connections; one that runs would wait for them after TERM alone.
_RUN_UNTIL_PIPE_CLOSES = """
folder=$1; shift
"$@" & read -r order; kill -TERM $!; kill -INT $!; wait $!
[ "$order" = keep ] || rm -rf "$folder"
"""


class PostgresServer:
    """A server process with its folder."""

    def __init__(self) -> None:
        """Create the folder and start the server."""
        self._programs = find_programs()
        self.folder = Path(mkdtemp(prefix="kostka-postgres-", dir=find_fast_folder()))
        self.data = self.folder / "data"
        self.port = find_free_port()
        self._user = find_unprivileged_user()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        atexit.register(self.remove)
        self._run_program(
            "initdb",
            "--pgdata",
            str(self.data),
            "--username",
            USER,
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
            "--locale",
            "C",
            "--no-sync",
        )
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "max_connections": 100,
            "unix_socket_directories": self.folder,
            "shared_buffers": "32MB",
            "recovery_init_sync_method": "syncfs",
        }
        command = [str(self._programs / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _RUN_UNTIL_PIPE_CLOSES, "sh", str(self.folder), *command],
                cwd=self.folder,
                user=self._user,
                start_new_session=True,  # it outlives a signal to the tests
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        deadline = monotonic() + START_SECONDS
        while not self._is_ready():
            if monotonic() > deadline or self._process.poll() is not None:
                raise AssertionError(f"PostgreSQL does not start: {self.read_log()}")
            sleep(0.05)

    def stop(self) -> None:
        """Stop the server, ending its connections; `start` starts it again."""
        if self._process is not None:
            self._process.communicate(b"keep\n")
            self._process = None

    def kill(self) -> None:
        """Kill the server and all its processes, as a crash would."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        self.stop()

    def read_log(self) -> str:
        """Return the end of what the server has printed."""
        return (self.folder / "log").read_text()[-2000:]

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def create_database(self, *, template: str = TEMPLATE) -> str:
        """Create a database, usually with all tables; return its URL."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.run_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.make_url(name)

    @contextmanager
    def lend_database(self, *, template: str = TEMPLATE) -> Iterator[str]:
        """Create a database and drop it in the end; the server then has less to sync."""
        url = self.create_database(template=template)
        try:
            yield url
        finally:
            self.run_sql(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def make_url(self, database: str, port: int | None = None) -> str:
        """Return the URL of a database, perhaps by way of another port."""
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{port or self.port}/{database}"

    def run_sql(self, sql: str, database: str = "postgres") -> str:
        """Run statements; return what they print."""
        where = ("--host", str(self.folder), "--port", str(self.port), "--username", USER)
        options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align")
        return self._run_program("psql", *where, *options, "--command", sql, database)

    def _is_ready(self) -> bool:
        where = ("--host", str(self.folder), "--port", str(self.port), "--quiet")
        command = [str(self._programs / "pg_isready"), *where]
        return subprocess.run(command, check=False).returncode == 0

    def _run_program(self, name: str, *arguments: str) -> str:
        ran = subprocess.run(
            [self._programs / name, *arguments],
            cwd=self.folder,
            user=self._user,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{name}: {ran.stderr}"
        return ran.stdout


@cache
def get_server() -> PostgresServer:
    """Return the server of this process, with a template for databases."""
    server = PostgresServer()
    server.run_sql(f"CREATE DATABASE {TEMPLATE}")

    async def create_tables() -> None:
        connector = Connector(server.make_url(TEMPLATE))
        db = await connector.connect("template")
        await prepare_database(db, connector.where)
        await db.close()

    with ThreadPoolExecutor(1) as thread:  # there may be an event loop in this one
        thread.submit(lambda: asyncio.run(create_tables())).result()
    return server


def find_programs() -> Path:
    """Return the folder with PostgreSQL's programs; without them skip the test, or fail in CI."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path))
    if not found:
        skip_or_fail("PostgreSQL is not installed: see tests/install_debian_tools.sh")
    return found[0].parent


def find_unprivileged_user() -> str | None:
    """Return another user to run the server as, since it refuses to run as root; or None."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def find_free_port() -> int:
    """Return a port that nobody uses at the moment."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def find_fast_folder() -> str | None:
    """Return a folder in memory, where syncing takes no time; None for the usual one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
