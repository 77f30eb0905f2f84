"""Restores a backup into a data folder or a database that no server uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812  (an exception, whatever its case)

from kostka.events.errors import BadInput
from kostka.server.storage.backup import (
    CHUNK_BYTES,
    FORMAT,
    Manifest,
    make_private_file,
    read_manifest,
)
from kostka.server.storage.data_folder import create_folder, sync_folder
from kostka.server.storage.folder_lock import lock_folder
from kostka.server.storage.postgres_connection import describe_url
from kostka.server.storage.postgres_copies import fill_database
from kostka.server.storage.record_tables import Progress, check_copy, copy_records
from kostka.server.storage.sqlite_file import (
    FILE_NAME,
    VERSION,
    create_or_upgrade_file,
    find_first_fault,
    merge_journal,
)
from kostka.server.storage.sqlite_records import read_records
from kostka.server.storage.store import StoreFailed

REPLACE_HINT = "; --replace moves it aside"


class Restored(NamedTuple):
    """What a restore into a folder did."""

    manifest: Manifest
    old_data: Path | None
    """Where the data that was in the folder is now."""


class RestoredDatabase(NamedTuple):
    """What a restore into a database did."""

    manifest: Manifest
    old_schema: str | None
    """The schema in which the tables that were there are now."""


def restore_backup(
    backup: Path, folder: Path, *, replace: bool, stamp: str, report: Progress
) -> Restored:
    """Put the data of a backup into a folder; raise `StoreFailed` and change nothing if it cannot.

    Data that is there is replaced only if asked for, and then kept under a name with the stamp.
    """
    with _open_backup(backup, str(folder)) as (archive, manifest):
        create_folder(folder)
        with closing(lock_folder(folder)):
            target, old_data = folder / FILE_NAME, None
            if target.exists() and not replace:
                raise StoreFailed(f"there is data in this folder{REPLACE_HINT}", where=str(folder))
            with make_private_file(target) as new:
                _unpack_checked(archive, manifest, new, report)
                if target.exists():
                    old_data = _move_data_aside(target, stamp)
                new.rename(target)
                sync_folder(folder)
    return Restored(manifest, old_data)


def restore_into_database(
    backup: Path, url: str, *, replace: bool, stamp: str, report: Progress
) -> RestoredDatabase:
    """Put the data of a backup into a PostgreSQL database in one transaction, in the same way.

    The backup is unpacked beside itself.
    """
    replaced = f"before_restore_{stamp.lower()}" if replace else None
    # Connecting comes first: a database that cannot be used costs no time.
    with (
        _open_backup(backup, describe_url(url)) as (archive, manifest),
        fill_database(url, "restore", replaced=replaced, hint=REPLACE_HINT) as target,
        make_private_file(backup) as file,
    ):
        _unpack_checked(archive, manifest, file, report)
        with read_records(file) as records:
            _, digest = copy_records(records, target.records, report)
        check_copy(target.records, digest, report)
    return RestoredDatabase(manifest, target.old_schema)


@contextmanager
def _open_backup(backup: Path, target: str) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open a backup that this version knows; turn all failures into `StoreFailed`."""
    try:
        with ZipFile(backup) as archive:
            yield archive, _read_checked_manifest(archive)
    except (BadZipFile, ZlibError, EOFError):
        raise StoreFailed("this is not a complete kostka backup", where=str(backup)) from None
    except BadInput as error:
        raise StoreFailed(f"this is not a kostka backup: {error}", where=str(backup)) from None
    except OSError as error:
        raise StoreFailed(str(error.strerror), where=str(error.filename or target)) from error


def _read_checked_manifest(archive: ZipFile) -> Manifest:
    manifest = read_manifest(archive)
    if manifest.format != FORMAT or not 1 <= manifest.schema <= VERSION:
        raise BadInput(f"kostka {manifest.kostka} wrote it, which is newer than this one")
    if FILE_NAME not in archive.namelist():
        raise BadInput("it holds no database")
    return manifest


def _unpack_checked(archive: ZipFile, manifest: Manifest, new: Path, report: Progress) -> None:
    """Unpack the database, and upgrade it; refuse a damaged one."""
    _unpack(archive, manifest, new, report)
    fault = find_first_fault(new, thorough=True)
    if fault is not None:
        raise StoreFailed(f"the database in the backup is damaged: {fault}")
    create_or_upgrade_file(new)


def _unpack(archive: ZipFile, manifest: Manifest, new: Path, report: Progress) -> None:
    """Unpack the database; refuse it unless it is the one that the manifest describes."""
    done, digest = 0, sha256()
    with archive.open(FILE_NAME) as member, new.open("wb") as file:
        while done <= manifest.size and (chunk := member.read(CHUNK_BYTES)):
            digest.update(chunk)
            file.write(chunk)
            done += len(chunk)
            report("unpacking", done, manifest.size)
        file.flush()
        os.fsync(file.fileno())
    if done != manifest.size or digest.hexdigest() != manifest.sha256:
        raise BadInput("its database is not the one that the manifest describes")


def _move_data_aside(target: Path, stamp: str) -> Path:
    """Rename the database of the folder, together with a journal that cannot be merged into it."""
    merge_journal(target)
    aside = target.with_name(f"{FILE_NAME}.before-restore-{stamp}")
    for suffix in ("-wal", "-shm", ""):
        part = target.with_name(FILE_NAME + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
