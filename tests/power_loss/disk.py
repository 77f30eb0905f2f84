"""A disk that may lose everything that was not synced.

The model is that of POSIX, which is stricter than common file systems: syncing a file keeps its
content and length, but its name only once its folder is synced too. Sectors that were not synced
reach the disk in any order, or never.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from tests.power_loss.recording import Kind, Record

T = TypeVar("T")

SHARED_MEMORY = "-shm"
"""How files end that SQLite maps into memory and rebuilds: whatever is in them must not matter."""


class Piece(NamedTuple):
    """Bytes of a file that are written; a truncation has none."""

    offset: int
    data: bytes
    truncates: bool = False


class File:
    """The content on disk, and what was not synced since."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = bytearray(content)
        self.pending: list[Piece] = []

    def sync(self) -> None:
        for piece in self.pending:
            apply_piece(self.content, piece)
        self.pending.clear()


class Edit(NamedTuple):
    """Names of a folder that change together; None removes one."""

    names: dict[str, File | Folder | None]


class Folder:
    """The names on disk, the changes that were not synced since, and the names after them."""

    def __init__(self) -> None:
        self.names: dict[str, File | Folder] = {}
        self.pending: list[Edit] = []
        self.current: dict[str, File | Folder] = {}

    def change(self, names: dict[str, File | Folder | None]) -> None:
        edit = Edit(names)
        self.pending.append(edit)
        apply_edit(self.current, edit)

    def sync(self) -> None:
        self.names = dict(self.current)
        self.pending.clear()


def apply_piece(content: bytearray, piece: Piece, filling: int = 0) -> None:
    """Write or truncate; a gap before the piece is filled."""
    if piece.truncates:
        del content[piece.offset :]
    content.extend(bytes([filling]) * (piece.offset - len(content)))
    content[piece.offset : piece.offset + len(piece.data)] = piece.data


def apply_edit(names: dict[str, File | Folder], edit: Edit) -> None:
    for name, node in edit.names.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


class Survival:
    """Decides by chance what of the changes that were not synced reaches the disk."""

    WAYS = ("nothing", "everything", "beginning", "some")

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.way = rng.choice((*self.WAYS, "different"))
        """The same for all files and folders, or a different one for each."""
        self.sector = rng.choice((512, 4096))
        self.filling = rng.choice((0, 0xA5))
        """What is in sectors that belong to a file and were never written."""

    def choose(self, pending: Sequence[T]) -> list[T]:
        """Return the changes of a file or folder that reach the disk, in order."""
        way = self.rng.choice(self.WAYS) if self.way == "different" else self.way
        match way:
            case "nothing":
                return []
            case "everything":
                return list(pending)
            case "beginning":
                return list(pending[: self.rng.randint(0, len(pending))])
            case _:
                share = self.rng.choice((0.1, 0.5, 0.9))
                return [change for change in pending if self.rng.random() < share]

    def build_content(self, file: File) -> bytes:
        """Return what is in a file afterwards."""
        content = bytearray(file.content)
        pieces = [part for piece in file.pending for part in self._split(piece)]
        for piece in self.choose(pieces):
            apply_piece(content, piece, self.filling)
        if pieces and self.way in ("some", "different") and self.rng.random() < 0.5:
            # The length has reached the disk, though sectors at the end have not.
            longest = max(piece.offset + len(piece.data) for piece in pieces)
            apply_piece(content, Piece(max(longest, len(content)), b""), self.filling)
        return bytes(content)

    def _split(self, piece: Piece) -> Iterator[Piece]:
        """Split a write into sectors of the disk."""
        at, end = piece.offset, piece.offset + len(piece.data)
        if at == end:
            yield piece
        while at < end:
            until = min(end, (at // self.sector + 1) * self.sector)
            yield Piece(at, piece.data[at - piece.offset : until - piece.offset])
            at = until


class Disk:
    """A folder and everything in it, as far as a journal was followed."""

    def __init__(self, root: Path) -> None:
        """Start with a folder that is on disk completely."""
        self.path = root.resolve()
        self.nodes: dict[int, File | Folder] = {}
        self.root = self._read_folder(self.path)

    def _read_folder(self, path: Path) -> Folder:
        folder = self.nodes[path.stat().st_ino] = Folder()
        for child in path.iterdir():
            if child.is_dir():
                folder.names[child.name] = self._read_folder(child)
            else:
                file = self.nodes[child.stat().st_ino] = File(child.read_bytes())
                folder.names[child.name] = file
        folder.current = dict(folder.names)
        return folder

    def follow(self, record: Record) -> None:
        """Do what a process did."""
        node = self.nodes.get(record.node)
        match record.kind:
            case Kind.CREATE:
                self.nodes[record.node] = new = File()
                self._change_name(record.data, new)
            case Kind.MAKE_FOLDER:
                self.nodes[record.node] = made = Folder()
                self._change_name(record.data, made)
            case Kind.UNLINK:
                self._change_name(record.data, None)
            case Kind.RENAME:
                old, new_path = record.data.split(b"\0")
                folder, name = self._find_place(old)
                target, new_name = self._find_place(new_path)
                assert folder is target, "a file moved between folders, which is not modelled"
                folder.change({new_name: folder.current[name], name: None})
            case Kind.SYNC:
                assert node is not None
                node.sync()
            case Kind.WRITE:
                assert isinstance(node, File)
                node.pending.append(Piece(record.number, record.data))
            case Kind.TRUNCATE:
                assert isinstance(node, File)
                node.pending.append(Piece(record.number, b"", truncates=True))
            case Kind.SAY:
                pass

    def _change_name(self, path: bytes, node: File | Folder | None) -> None:
        folder, name = self._find_place(path)
        folder.change({name: node})

    def _find_place(self, path: bytes) -> tuple[Folder, str]:
        *parents, name = Path(path.decode()).relative_to(self.path).parts
        folder = self.root
        for parent in parents:
            found = folder.current[parent]
            assert isinstance(found, Folder)
            folder = found
        return folder, name

    def lose_power(self, rng: Random, target: Path) -> str:
        """Write what a power loss may leave into a new folder; return what kind of loss it was."""
        survival = Survival(rng)
        self._write_folder(self.root, survival, target)
        return survival.way

    def _write_folder(self, folder: Folder, survival: Survival, target: Path) -> None:
        target.mkdir()
        names = dict(folder.names)
        for edit in survival.choose(folder.pending):
            apply_edit(names, edit)
        for name, node in names.items():
            if isinstance(node, Folder):
                self._write_folder(node, survival, target / name)
            elif name.endswith(SHARED_MEMORY):
                (target / name).write_bytes(survival.rng.randbytes(32768))
            else:
                (target / name).write_bytes(survival.build_content(node))

    def check_complete(self, ignored: Sequence[str] = ()) -> None:
        """Compare with the folder itself, to be sure that every change was recorded."""
        _compare_folders(self.root, self.path, ignored)


def _compare_folders(folder: Folder, path: Path, ignored: Sequence[str]) -> None:
    there = {child.name for child in path.iterdir()} - {*ignored}
    assert there == {*folder.current}, f"{path} has {there}, recorded were {[*folder.current]}"
    for name, node in folder.current.items():
        if isinstance(node, Folder):
            _compare_folders(node, path / name, ignored)
        elif not name.endswith(SHARED_MEMORY):
            content = bytearray(node.content)
            for piece in node.pending:
                apply_piece(content, piece)
            assert content == (path / name).read_bytes(), f"not all writes to {name} were recorded"
