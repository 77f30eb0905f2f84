"""Creates the data folder so that a power loss cannot take it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from kostka.server.storage.store import StoreFailed


def create_folder(folder: Path) -> None:
    """Create a folder and its parents if they are missing; raise `StoreFailed`.

    Each name is written to disk before this returns. SQLite syncs its files and their names in
    the folder, but not the name of the folder itself.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        # Private, because the logs hold every player's rack.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed(str(error.strerror), where=str(folder)) from error
    # A server that was killed may have created it without syncing its name.
    for path in missing or [folder]:
        sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk, where the system allows that."""
    with suppress(OSError):  # Windows does not, nor a folder that we may not read
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
