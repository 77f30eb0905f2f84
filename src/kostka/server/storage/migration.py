"""Moves all data of a server from one store to another, of the same kind or the other one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kostka.server.storage.backup import make_private_file
from kostka.server.storage.data_folder import create_folder, sync_folder
from kostka.server.storage.data_place import DataPlace
from kostka.server.storage.folder_lock import lock_folder
from kostka.server.storage.postgres_copies import fill_database, read_idle_database
from kostka.server.storage.postgres_records import PostgresRecords
from kostka.server.storage.record_tables import (
    Progress,
    RecordSource,
    RecordTarget,
    check_copy,
    copy_records,
)
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_records import fill_new_file, read_records
from kostka.server.storage.store import StoreFailed


def migrate_data(source: DataPlace, target: DataPlace, report: Progress) -> dict[str, int]:
    """Copy everything into an empty place, and compare it; return how much of each kind there is.

    No server may use either of them. The source stays as it is. The target has everything, or
    after a failure nothing.
    """
    try:
        with _open_source(source) as original, _open_target(target) as copy:
            counts, digest = copy_records(original, copy, report)
            check_copy(copy, digest, report)
    except OSError as error:
        raise StoreFailed(str(error.strerror), where=str(error.filename or target)) from error
    return counts


@contextmanager
def _open_source(place: DataPlace) -> Iterator[RecordSource]:
    if not isinstance(place, Path):
        with read_idle_database(place.url, "migrate") as session:
            yield PostgresRecords(session)
        return
    path = place / FILE_NAME
    if not path.is_file():
        raise StoreFailed("there is no kostka data in this folder", where=str(place))
    with closing(lock_folder(place)), read_records(path) as records:
        yield records


@contextmanager
def _open_target(place: DataPlace) -> Iterator[RecordTarget]:
    if not isinstance(place, Path):
        with fill_database(place.url, "migrate") as filled:
            yield filled.records
        return
    create_folder(place)
    with closing(lock_folder(place)):
        path = place / FILE_NAME
        if path.exists():
            raise StoreFailed("there is data in this folder", where=str(place))
        with make_private_file(path) as new:
            with fill_new_file(new) as records:
                yield records
            new.rename(path)
            sync_folder(place)
