"""What a server has saved, to be compared before and after a refusal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kostka.server.storage.sqlite_file import FILE_NAME


def dump_saved_data(folder: Path) -> str:
    """Return everything in the database of a server, as SQL."""
    with closing(sqlite3.connect(f"file:{folder / FILE_NAME}?mode=ro", uri=True)) as database:
        return "\n".join(database.iterdump())
