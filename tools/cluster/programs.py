"""The programs of Debian that a cluster needs, the user for PostgreSQL, and free ports."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
from pathlib import Path

PACKAGES = {"postgres": "postgresql", "haproxy": "haproxy"}
"""The package of Debian in which each program is."""

_FOLDERS = ("/usr/sbin", "/usr/local/sbin")
"""Where Debian keeps servers, which is not on everybody's path."""


class ProgramMissing(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """Programs are not installed; the message says how to get them."""


def find_postgres_programs() -> Path | None:
    """Return the folder with the programs of PostgreSQL's server, the newest if there are several.

    Debian keeps them in a folder for each version.
    """
    found = [*Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    if found:
        return max(found, key=lambda path: float(path.parts[-3])).parent
    on_path = shutil.which("postgres")
    return None if on_path is None else Path(on_path).parent


def find_haproxy() -> Path | None:
    """Return the path of haproxy."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *_FOLDERS])
    found = shutil.which("haproxy", path=path)
    return None if found is None else Path(found)


def require_programs() -> tuple[Path, Path]:
    """Return the folder of PostgreSQL's programs and the path of haproxy, or say what to install.

    Raise `ProgramMissing`.
    """
    postgres, haproxy = find_postgres_programs(), find_haproxy()
    if postgres is None or haproxy is None:
        found = {"postgres": postgres, "haproxy": haproxy}
        missing = " ".join(package for name, package in PACKAGES.items() if found[name] is None)
        raise ProgramMissing(
            "A cluster needs these packages of Debian, which only root can install:"
            f" {missing}\nTry: sudo apt-get install --no-install-recommends {missing}"
        )
    return postgres, haproxy


def find_unprivileged_user() -> str | None:
    """Return another user to run PostgreSQL as, since it refuses to run as root; or None."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def find_free_ports(count: int) -> list[int]:
    """Return ports of the loopback interface that nobody uses at the moment."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for listening in sockets:
            listening.bind(("127.0.0.1", 0))
        return [int(listening.getsockname()[1]) for listening in sockets]
    finally:
        for listening in sockets:
            listening.close()
