"""Restores a backup into a data folder that no server uses."""

from __future__ import annotations

import os
from contextlib import closing
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
    Progress,
    make_private_file,
    read_manifest,
)
from kostka.server.storage.data_folder import create_folder, sync_folder
from kostka.server.storage.folder_lock import lock_folder
from kostka.server.storage.sqlite_file import (
    FILE_NAME,
    VERSION,
    create_or_upgrade_file,
    find_first_fault,
    merge_journal,
)
from kostka.server.storage.store import StoreFailed


class Restored(NamedTuple):
    """What a restore did."""

    manifest: Manifest
    old_data: Path | None
    """Where the data that was in the folder is now."""


def restore_backup(
    backup: Path, folder: Path, *, replace: bool, stamp: str, report: Progress
) -> Restored:
    """Put the data of a backup into a folder; raise `StoreFailed` and change nothing if it cannot.

    Data that is there is replaced only if asked for, and then kept under a name with the stamp.
    """
    try:
        with ZipFile(backup) as archive:
            manifest = _read_checked_manifest(archive)
            create_folder(folder)
            with closing(lock_folder(folder)):
                target = folder / FILE_NAME
                if target.exists() and not replace:
                    why = "there is data in this folder; --replace moves it aside"
                    raise StoreFailed(why, where=str(folder))
                old_data = _replace_data(archive, manifest, target, stamp, report)
    except (BadZipFile, ZlibError, EOFError):
        raise StoreFailed("this is not a complete kostka backup", where=str(backup)) from None
    except BadInput as error:
        raise StoreFailed(f"this is not a kostka backup: {error}", where=str(backup)) from None
    except OSError as error:
        raise StoreFailed(str(error.strerror), where=str(error.filename or folder)) from error
    return Restored(manifest, old_data)


def _read_checked_manifest(archive: ZipFile) -> Manifest:
    manifest = read_manifest(archive)
    if manifest.format != FORMAT or not 1 <= manifest.schema <= VERSION:
        raise BadInput(f"kostka {manifest.kostka} wrote it, which is newer than this one")
    if FILE_NAME not in archive.namelist():
        raise BadInput("it holds no database")
    return manifest


def _replace_data(
    archive: ZipFile, manifest: Manifest, target: Path, stamp: str, report: Progress
) -> Path | None:
    """Unpack and check the database, then give it its name; return where the old one is."""
    with make_private_file(target) as new:
        _unpack(archive, manifest, new, report)
        fault = find_first_fault(new, thorough=True)
        if fault is not None:
            raise StoreFailed(f"the database in the backup is damaged: {fault}")
        create_or_upgrade_file(new)
        old_data = _move_data_aside(target, stamp) if target.exists() else None
        new.rename(target)
        sync_folder(target.parent)
    return old_data


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
