"""One PostgreSQL server on the loopback interface: as primary, or as standby of another."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path
from time import monotonic, sleep

from tools.cluster.processes import (
    CommandFailed,
    Process,
    kill_with_children,
    read_tail,
    run_program,
    start_process,
    stop_process,
)
from tools.cluster.programs import find_unprivileged_user

USER = "kostka"
DATABASE = "kostka"
START_SECONDS = 60.0
STOP_SECONDS = 20.0

OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "wal_level": "replica",
    "hot_standby": "on",
    "max_wal_senders": "10",
    "wal_sender_timeout": "5s",
    "wal_receiver_timeout": "5s",
    "wal_retrieve_retry_interval": "200ms",
    "synchronous_commit": "on",
}


class PostgresServer:
    """A server with its folder and its port, which may run or not."""

    def __init__(self, name: str, folder: Path, port: int, programs: Path) -> None:
        """Use a folder of its own; nothing is created yet."""
        self.name = name
        self.port = port
        self.folder = folder
        self.data = folder / "data"
        self._log = folder / "log"
        self._programs = programs
        self._user = find_unprivileged_user()
        self._process: Process | None = None

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def is_created(self) -> bool:
        """Whether there is a database in the folder."""
        return (self.data / "PG_VERSION").exists()

    @property
    def is_standby(self) -> bool:
        """Whether the folder is that of a standby."""
        return (self.data / "standby.signal").exists()

    def create(self) -> None:
        """Create an empty database, which trusts everybody on this machine."""
        self._prepare_folder()
        options = ("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--data-checksums")
        self._run("initdb", "--pgdata", str(self.data), "--username", USER, *options)

    def copy_from(self, primary: PostgresServer) -> None:
        """Become a standby of another server, with all that it has; what was here is lost."""
        self._prepare_folder()
        where = f"host=127.0.0.1 port={primary.port} user={USER} application_name={self.name}"
        copied = ("--wal-method", "stream", "--checkpoint", "fast", "--write-recovery-conf")
        self._run("pg_basebackup", "--dbname", where, "--pgdata", str(self.data), *copied)
        # As a primary it waits for a standby only when it has one.
        with (self.data / "postgresql.auto.conf").open("a", encoding="utf-8") as settings:
            settings.write("synchronous_standby_names = ''\n")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        for name, value in (OPTIONS | {"unix_socket_directories": str(self.folder)}).items():
            command += ["-c", f"{name}={value}"]
        self._process = start_process(
            command, log=self._log, folder=self.folder, at_end=signal.SIGINT, user=self._user
        )
        deadline = monotonic() + START_SECONDS
        while not self._is_ready():
            if monotonic() > deadline or self._process.poll() is not None:
                raise CommandFailed(f"PostgreSQL does not start: {read_tail(self._log)}")
            sleep(0.05)

    def stop(self) -> None:
        """Stop the server in order, ending its connections."""
        if self._process is not None:
            stop_process(self._process, signal.SIGINT, STOP_SECONDS)
            self._process = None

    def kill(self) -> None:
        """Kill the server with all its processes, as the loss of its machine would."""
        if self._process is not None:
            kill_with_children(self._process)
            self._process = None

    def promote(self) -> None:
        """Become the primary."""
        self.run_sql("SELECT pg_promote(true, 30)", "postgres")

    def run_sql(self, sql: str, database: str = DATABASE) -> str:
        """Run a statement, and return what it prints."""
        where = ("--host", str(self.folder), "--port", str(self.port), "--username", USER)
        options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align")
        return self._run("psql", *where, *options, "--command", sql, database).strip()

    def _prepare_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        shutil.rmtree(self.data, ignore_errors=True)

    def _is_ready(self) -> bool:
        where = ("--host", str(self.folder), "--port", str(self.port), "--quiet")
        try:
            self._run("pg_isready", *where)
        except CommandFailed:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> str:
        command = [str(self._programs / program), *arguments]
        return run_program(command, folder=self.folder, user=self._user)
