"""The recorded games as what a server would have appended, command by command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec


@dataclass(frozen=True)
class RecordedGame:
    name: str
    saved: bytes
    header: bytes
    commands: tuple[tuple[bytes, ...], ...]
    """The lines of each command, which happened together or not at all."""


def _read(path: Path) -> RecordedGame:
    saved = path.read_bytes()
    header, *lines = saved.splitlines()
    commands, command = list[tuple[bytes, ...]](), list[bytes]()
    for line in lines:
        command.append(line)
        entry: dict[str, Any] = msgspec.json.decode(line)
        if not entry.get("more"):
            commands.append(tuple(command))
            command = []
    return RecordedGame(path.stem, saved, header, tuple(commands))


GAMES = {
    path.stem: _read(path) for path in sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
}
