"""Requests of an operator to forget a guest, handed to the server that uses the data folder.

Another process may not change the data behind the server's back. So it only marks the guest in the
database; the server sees the mark, does the work and removes the guest.
"""

from __future__ import annotations

from pathlib import Path

from kostka.server.storage.sqlite_file import FILE_NAME, Database
from kostka.server.storage.store import StoreFailed


def mark_guest_to_forget(folder: Path, guest: str) -> None:
    """Mark a guest, or raise `StoreFailed` if there is none."""
    database = Database(folder / FILE_NAME)
    try:
        with database.borrow_connection() as db:
            marked = db.execute("UPDATE guests SET to_forget = 1 WHERE id = ?", (guest,))
            if not marked.rowcount:
                raise StoreFailed(f"there is no guest {guest}", where=str(folder))
    finally:
        database.close()


def has_guest(folder: Path, guest: str) -> bool:
    """Return whether a guest is still in the database, marked or not."""
    database = Database(folder / FILE_NAME)
    try:
        with database.borrow_connection() as db:
            return bool(db.execute("SELECT 1 FROM guests WHERE id = ?", (guest,)).fetchall())
    finally:
        database.close()
