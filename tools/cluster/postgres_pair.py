"""A primary of PostgreSQL with a synchronous standby, and the change from one to the other."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

from tools.cluster.postgres_server import DATABASE, USER, PostgresServer
from tools.cluster.processes import CommandFailed

SYNC_SECONDS = 60.0
"""How long a new standby may take until it has everything."""

_FIND_SYNC = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"


class PostgresPair:
    """Two servers. A commit is confirmed when both of them have it on disk."""

    def __init__(self, folder: Path, ports: tuple[int, int], programs: Path) -> None:
        """Use a folder; nothing runs yet."""
        self.servers = tuple(
            PostgresServer(name, folder / name, port, programs)
            for name, port in zip(("left", "right"), ports, strict=True)
        )
        self.primary, self.standby = self.servers

    def start(self) -> None:
        """Start both servers with what is in their folders, or create everything."""
        self.primary, self.standby = self._choose_primary()
        is_new = not self.primary.is_created
        if is_new:
            self.primary.create()
            self.primary.start()
            self.primary.run_sql(f"CREATE DATABASE {DATABASE}", "postgres")
            self._set_commits(wait=False)
        else:
            self.primary.start()
        if self.standby.is_created and self.standby.is_standby:
            self.standby.start()
            try:
                self._require_standby()
            except CommandFailed:  # it is too far behind, or from another time
                self.standby.stop()
                self.rebuild_standby()
        else:
            self.rebuild_standby()

    def _choose_primary(self) -> tuple[PostgresServer, PostgresServer]:
        """Return the server that was the primary when everything stopped, and the other one."""
        one, other = self.servers
        is_other = (
            other.is_created and not other.is_standby and (not one.is_created or one.is_standby)
        )
        return (other, one) if is_other else (one, other)

    def stop(self) -> None:
        """Stop both, the primary first, so that the standby has everything."""
        self._set_commits(wait=False)
        self.primary.stop()
        self.standby.stop()

    def fail_over(self) -> None:
        """Kill the primary, and let the standby take its place; afterwards rebuild a standby."""
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rebuild_standby(self) -> None:
        """Make the other server a copy of the primary, and wait until commits wait for it."""
        self.standby.copy_from(self.primary)
        self.standby.start()
        self._require_standby()

    def make_url(self, ports: tuple[int, int] | None = None) -> str:
        """Return the URL of the database, perhaps by way of other ports."""
        chosen = ports or tuple(server.port for server in self.servers)
        hosts = ",".join(f"127.0.0.1:{port}" for port in chosen)
        return f"postgresql://{USER}@{hosts}/{DATABASE}"

    def _require_standby(self) -> None:
        self._set_commits(wait=True)
        deadline = monotonic() + SYNC_SECONDS
        while self.primary.run_sql(_FIND_SYNC) != "1":
            if monotonic() > deadline:
                raise CommandFailed("the standby does not catch up with the primary")
            sleep(0.05)

    def _set_commits(self, *, wait: bool) -> None:
        """Let commits wait for the standby, or not."""
        names = f"FIRST 1 ({self.standby.name})" if wait else ""
        self.primary.run_sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "postgres")
        self.primary.run_sql("SELECT pg_reload_conf()", "postgres")
