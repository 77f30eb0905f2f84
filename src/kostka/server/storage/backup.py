"""Backups: a consistent copy of a store's data in one file, with a manifest.

A backup is a ZIP archive of two members: an SQLite database, and `manifest.json` with its size and
its SHA-256. Data in PostgreSQL becomes the same kind of database, so a backup can be restored
everywhere. The copy is read in one transaction, so a server may go on writing meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec.structs import replace

from kostka import __version__
from kostka.events.codec import from_json, to_json
from kostka.events.errors import BadInput
from kostka.server.storage.data_folder import sync_folder
from kostka.server.storage.data_place import DatabaseUrl, DataPlace
from kostka.server.storage.postgres_copies import read_database
from kostka.server.storage.postgres_records import PostgresRecords
from kostka.server.storage.record_tables import (
    COUNTED_TABLES,
    Progress,
    check_copy,
    copy_records,
)
from kostka.server.storage.sqlite_file import (
    FILE_NAME,
    VERSION,
    connect,
    find_first_fault,
    make_store_error,
)
from kostka.server.storage.sqlite_records import fill_new_file
from kostka.server.storage.store import StoreFailed

FORMAT = 1
"""The version of the layout of backups."""

MANIFEST_NAME = "manifest.json"
MAX_MANIFEST_BYTES = 10_000

COMPRESSION_LEVEL = 1
"""Higher levels take twice as long and save a tenth of the size: hashes do not compress."""

PAGES_PER_STEP = 1000
CHUNK_BYTES = 2**20


class Manifest(msgspec.Struct, frozen=True):
    """What a backup contains."""

    format: int
    kostka: str
    """The version of the program that made the backup."""
    schema: int
    """The version of the database's tables."""
    created: str
    """The time in UTC, such as 2026-11-16T10:11:12Z."""
    counts: dict[str, int]
    """How many guests, rooms, games and tournaments there are."""
    size: int
    """The bytes of the database."""
    sha256: str = ""


def create_backup(place: DataPlace, target: Path, created: str, report: Progress) -> Manifest:
    """Write a backup of data that a server may be using; return its manifest.

    The file appears under its name only when it is complete and synced.
    """
    if isinstance(place, Path) and not (place / FILE_NAME).is_file():
        raise StoreFailed("there is no kostka data in this folder", where=str(place))
    if target.exists():
        _check_is_backup(target)
    try:
        with make_private_file(target) as copy, make_private_file(target) as packed:
            if isinstance(place, Path):
                schema, counts = _copy_file(place / FILE_NAME, copy, report)
            else:
                schema, counts = _copy_database(place, copy, report)
            _check_structure(copy)
            draft = Manifest(FORMAT, __version__, schema, created, counts, size=copy.stat().st_size)
            manifest = _pack(copy, packed, draft, report)
            packed.replace(target)
            sync_folder(target.parent)
    except OSError as error:
        raise StoreFailed(str(error.strerror), where=str(target)) from error
    return manifest


def read_manifest(archive: ZipFile) -> Manifest:
    """Return the manifest of a backup, or raise `BadInput`."""
    try:
        with archive.open(MANIFEST_NAME) as member:
            data = member.read(MAX_MANIFEST_BYTES + 1)
        return from_json(data[:MAX_MANIFEST_BYTES], Manifest)
    except KeyError:
        raise BadInput("it has no manifest") from None
    except (BadZipFile, EOFError) as error:
        raise BadInput(str(error)) from None


@contextmanager
def make_private_file(beside: Path) -> Iterator[Path]:
    """Make a temporary file in the folder of another one; remove it in the end, if still there."""
    handle, name = mkstemp(prefix=f".{beside.name}.", suffix=".part", dir=beside.parent)
    os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def _check_is_backup(target: Path) -> None:
    """Refuse to overwrite a file that is anything but an older backup."""
    try:
        with ZipFile(target) as archive:
            read_manifest(archive)
    except (BadInput, BadZipFile, OSError):
        raise StoreFailed(
            "this file exists and is not a kostka backup", where=str(target)
        ) from None


def _copy_database(source: DatabaseUrl, copy: Path, report: Progress) -> tuple[int, dict[str, int]]:
    """Copy a PostgreSQL database as it is at one moment into a file."""
    with fill_new_file(copy) as target:
        with read_database(source.url, "backup") as session:
            counts, digest = copy_records(PostgresRecords(session), target, report)
        check_copy(target, digest, report)
    return VERSION, counts


def _copy_file(source: Path, copy: Path, report: Progress) -> tuple[int, dict[str, int]]:
    """Copy an SQLite database as it is at one moment; return its schema version and its counts."""
    try:
        with closing(connect(source)) as db, closing(sqlite3.connect(copy)) as target:
            target.execute("PRAGMA synchronous = OFF")  # it is synced as a part of the archive
            # One transaction for everything: otherwise each commit would restart the copy.
            db.execute("BEGIN")
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            counts = count_records(db)
            db.backup(
                target,
                pages=PAGES_PER_STEP,
                progress=lambda _, left, total: report("copying", total - left, total),
            )
            return schema, counts
    except sqlite3.Error as error:
        raise make_store_error(source, error) from error


def count_records(db: sqlite3.Connection) -> dict[str, int]:
    """Count guests, rooms, games and tournaments; the oldest databases have no tournaments."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    known = [t for t in COUNTED_TABLES if t in tables]
    return {t: db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in known}  # noqa: S608


def _check_structure(copy: Path) -> None:
    fault = find_first_fault(copy)
    if fault is not None:
        raise StoreFailed(
            f"the database is damaged, so there is no new backup: {fault};"
            " 'kostka verify-data' lists what is damaged"
        )


def _pack(copy: Path, packed: Path, draft: Manifest, report: Progress) -> Manifest:
    """Pack and sync a copy; return its manifest with the hash."""
    done, digest = 0, sha256()
    with packed.open("wb") as file:
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as archive:
            member = ZipInfo(FILE_NAME)
            member.compress_type = ZIP_DEFLATED
            with copy.open("rb") as data, archive.open(member, "w", force_zip64=True) as out:
                while chunk := data.read(CHUNK_BYTES):
                    digest.update(chunk)
                    out.write(chunk)
                    done += len(chunk)
                    report("packing", done, draft.size)
            manifest = replace(draft, sha256=digest.hexdigest())
            archive.writestr(ZipInfo(MANIFEST_NAME), to_json(manifest))
        file.flush()
        os.fsync(file.fileno())
    return manifest
