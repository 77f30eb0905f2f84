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
        self._note = folder / "primary"

    def start(self) -> None:
        """Start both servers with what is in their folders, or create everything."""
        self.primary, self.standby = self._find_roles()
        if not self.primary.is_created:
            self.primary.create()
            self.primary.start()
            self.primary.run_sql(f"CREATE DATABASE {DATABASE}", "postgres")
            self._note_primary()
        else:
            self.primary.start()
        if self.primary.is_standby:  # everything stopped in the middle of a change
            self.primary.promote()
        if self.standby.is_created and self.standby.is_standby:
            self.standby.start()
            try:
                self._require_standby()
            except CommandFailed:  # it is too far behind, or from another time
                self.standby.stop()
                self.rebuild_standby()
        else:
            self.rebuild_standby()

    def _find_roles(self) -> tuple[PostgresServer, PostgresServer]:
        """Return the primary and the other server, as they were when everything stopped."""
        one, other = self.servers
        is_other = self._note.exists() and self._note.read_text(encoding="ascii") == other.name
        return (other, one) if is_other else (one, other)

    def _note_primary(self) -> None:
        """Remember which server has everything: a dead primary does not know that it is one."""
        self._note.write_text(self.primary.name, encoding="ascii")

    def stop(self) -> None:
        """Stop both, the primary first, so that the standby has everything."""
        self._set_commits(wait=False)
        self.primary.stop()
        self.standby.stop()

    def fail_over(self) -> None:
        """Kill the primary, and let the standby take its place; afterwards rebuild a standby."""
        self.primary.kill()
        self.primary, self.standby = self.standby, self.primary
        self._note_primary()
        self.primary.promote()

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
