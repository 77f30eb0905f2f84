"""A PostgreSQL of the benchmark's own, for set-ups that need one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from bench.server.processes import HOST, find_free_port
from kostka.events.errors import BadInput
from tools.cluster.postgres_server import DATABASE, USER, PostgresServer
from tools.cluster.programs import find_postgres_programs


@contextmanager
def run_database() -> Iterator[str]:
    """Run an empty PostgreSQL with synced commits on this machine; yield its address."""
    programs = find_postgres_programs()
    if programs is None:
        raise BadInput(
            "PostgreSQL is not installed: try 'apt-get install postgresql', or give --database URL"
        )
    # Not below a folder of ours: PostgreSQL may run as another user, who must be able to enter it.
    folder = Path(mkdtemp(prefix="kostka-bench-"))
    folder.chmod(0o755)
    server = PostgresServer("bench", folder / "postgres", find_free_port(), programs)
    try:
        server.create()
        server.start()
        server.run_sql(f"CREATE DATABASE {DATABASE}", "postgres")
        yield f"postgresql://{USER}@{HOST}:{server.port}/{DATABASE}"
    finally:
        server.stop()
        rmtree(folder, ignore_errors=True)
