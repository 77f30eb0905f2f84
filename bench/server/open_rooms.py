"""Fills a data folder with open rooms in the middle of a game, as a killed server leaves them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from msgspec.structs import replace

from kostka.bots import make_bot
from kostka.editions import EDITIONS
from kostka.numbers import Game, Start
from kostka.protocol.rooms import Chair, Settings, Stage
from kostka.server.rooms.guests import create_id
from kostka.server.rooms.room import Room
from kostka.server.rooms.room_snapshots import SnapshotBuilder
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import GameLines, Guest, NewGame

TURNS = 20
"""Of each game that have been played."""
SEATS = 4
LETTERS = "ABCDEFGHJK"
NOW = 1_700_000_000_000
ROOMS_AT_ONCE = 500


def fill_folder(folder: Path, rooms: int) -> None:
    """Save so many rooms in a folder, each with the same game."""
    asyncio.run(_save_rooms(folder, rooms))


async def _save_rooms(folder: Path, rooms: int) -> None:
    lines = _play_game()
    guests = [Guest(create_id(), bytes([seat]) * 32, f"Guest {seat}", NOW) for seat in range(SEATS)]
    chairs = tuple(Chair(guest.name, guest=guest.id) for guest in guests)
    store = await SqliteStore.open(folder)
    await store.write(guests)
    for start in range(0, rooms, ROOMS_AT_ONCE):
        numbers = range(start, min(rooms, start + ROOMS_AT_ONCE))
        await asyncio.gather(*[_save_room(store, number, chairs, lines) for number in numbers])
    await store.close()


async def _save_room(
    store: SqliteStore, number: int, chairs: tuple[Chair, ...], lines: list[bytes]
) -> None:
    code = "".join(LETTERS[int(digit)] for digit in f"{number:08}")
    room = Room(code, chairs[0].guest or "", Settings("classic", seats=SEATS), chairs)
    room = replace(room, stage=Stage.PLAYING, game=create_id())
    assert room.game is not None
    saved = SnapshotBuilder().build_snapshot(room, NOW)
    new = NewGame(room.game, code, lines[0], tuple(chair.guest for chair in chairs))
    await store.write([saved, new, GameLines(room.game, 1, tuple(lines[1:]))])


def _play_game() -> list[bytes]:
    """Return the log of a game after some turns."""
    names = tuple(f"Guest {seat}" for seat in range(SEATS))
    game = Game.new(EDITIONS["classic"], names, bytes(32))
    game.do(Start(), NOW)
    bots = [make_bot("placer", seat) for seat in range(SEATS)]
    while game.state.result is None and game.state.turns < TURNS:
        seat = game.state.turn
        assert seat is not None
        game.do(bots[seat].choose_command(game.view(seat)), NOW)
    return list(game.log.lines)
