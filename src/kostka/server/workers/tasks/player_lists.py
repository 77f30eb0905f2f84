"""Lists of players, of any make."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kostka.server.workers.task import Task
from kostka.tournament import NewPlayer, PlayerList, parse_player_list


class PlayerListUpload(msgspec.Struct, frozen=True):
    """A list as it was uploaded, and what is known about it."""

    data: bytes
    known: tuple[NewPlayer, ...]
    """The players who are registered already."""
    encoding: str | None


def _parse_upload(payload: bytes) -> bytes:
    """Return the `PlayerList` in a `PlayerListUpload`."""
    upload = msgspec.msgpack.decode(payload, type=PlayerListUpload)
    found = parse_player_list(upload.data, upload.known, upload.encoding)
    return msgspec.msgpack.encode(found)


def decode_player_list(result: bytes) -> PlayerList:
    """Return the result of `READ_PLAYER_LIST`."""
    return msgspec.msgpack.decode(result, type=PlayerList)


def encode_player_list_upload(
    data: bytes, known: Iterable[NewPlayer], encoding: str | None
) -> bytes:
    """Return the payload of `READ_PLAYER_LIST`."""
    return msgspec.msgpack.encode(PlayerListUpload(data, tuple(known), encoding))


READ_PLAYER_LIST = Task("read_player_list", _parse_upload, seconds=5, is_heavy=True)
