"""The lock by which a data folder belongs to one server at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kostka.server.storage.sqlite_file import make_store_error
from kostka.server.storage.store import StoreFailed


class FolderInUse(StoreFailed):
    """Another server uses the folder."""


LOCK_FILE_NAME = "kostka.lock"


def lock_folder(folder: Path) -> sqlite3.Connection:
    """Lock the folder until the connection is closed or the process ends.

    The lock is that of an empty SQLite file. It works on every system and between two stores of
    one process, and child processes that outlive us do not inherit it, unlike `flock`.
    """
    path = folder / LOCK_FILE_NAME
    lock = None
    try:
        lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock:
            lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise FolderInUse("another kostka server uses this folder", where=str(folder)) from None
        raise make_store_error(path, error) from error
    return lock
