"""Runs a process under the recorder, and reads what it did."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

SOURCE = Path(__file__).parent / "recorder.c"
_HEAD = struct.Struct("=IIqq")


class Kind(IntEnum):
    """What a record is about, as in recorder.c."""

    CREATE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    RENAME = 5
    UNLINK = 6
    MAKE_FOLDER = 7
    SAY = 8
    """Something was written to standard output or to a socket: from now on others know it."""


class Record(NamedTuple):
    """One call of the process."""

    kind: Kind
    node: int
    """The inode; for `SAY` the descriptor."""
    number: int
    """An offset or a length."""
    data: bytes
    """What was written; for names the path, for `RENAME` both with a zero byte between."""


def explain_why_unavailable() -> str:
    """Return why processes cannot be recorded here, or nothing."""
    if sys.platform != "linux":
        return "the recorder of writes is for Linux"
    if not find_compiler():
        return "there is no C compiler for the recorder of writes"
    return ""


def find_compiler() -> str | None:
    return shutil.which(os.environ.get("CC", "cc"))


@cache
def build_recorder() -> Path:
    """Compile the recorder, once for this process."""
    library = Path(mkdtemp(prefix="kostka-recorder-")) / "recorder.so"
    compiler = find_compiler()
    assert compiler is not None
    flags = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, SOURCE, "-o", library, "-ldl", "-lpthread"], check=True)
    return library


class Recording:
    """The journal of all processes that were run in this environment, one after the other."""

    def __init__(self, folder: Path, journal: Path) -> None:
        """Record changes to a folder, which exists."""
        self.folder = folder.resolve()
        self.journal = journal

    @property
    def environment(self) -> dict[str, str]:
        """The environment for processes to be recorded."""
        return os.environ | {
            "LD_PRELOAD": str(build_recorder()),
            "KOSTKA_RECORD_FOLDER": str(self.folder),
            "KOSTKA_RECORD_JOURNAL": str(self.journal),
        }

    def read(self) -> list[Record]:
        """Return all records so far; a process that was killed may have left half a one."""
        return list(_parse_records(self.journal.read_bytes()))


def _parse_records(data: bytes) -> Iterator[Record]:
    at = 0
    while at + _HEAD.size <= len(data):
        kind, length, node, number = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        if at + length <= len(data):
            yield Record(Kind(kind), node, number, data[at : at + length])
        at += length
