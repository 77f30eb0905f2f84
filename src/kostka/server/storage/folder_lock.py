"""A data folder belongs to one server at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kostka.server.storage.sqlite_file import failure
from kostka.server.storage.store import StoreFailed

LOCK = "kostka.lock"


def hold(folder: Path) -> sqlite3.Connection:
    """Take the folder, until the connection is closed or the process ends in whatever way.

    The lock is that of an empty SQLite file: it works alike on every system, also between two
    stores of one process, and unlike `flock` child processes that outlive us do not inherit it.
    """
    path = folder / LOCK
    lock = None
    try:
        lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock:
            lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise StoreFailed(f"{folder}: another kostka server uses this folder") from None
        raise failure(path, error) from error
    return lock
