"""Power losses under a server: whatever clients were told before each must be on disk."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from kostka.events.errors import BadRecord
from kostka.server.games import read_record
from kostka.server.games.numbers import NumberRecord
from kostka.server.games.word import WordRecord
from kostka.server.rooms.guests import hash_token
from kostka.server.storage.sqlite_file import FILE_NAME
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.storage.store import StoreFailed
from kostka.server.transport.fast_websocket import COMPLETE_TEXT, find_payload_bounds
from tests.power_loss.disk import Disk
from tests.power_loss.losses import Lost, choose_positions, lose_power
from tests.power_loss.recording import Kind, Record, Recording
from tests.server.pairs import ROOMS, Pair
from tests.server.processes import serving

LOSSES_IN_A_RUN = 20
RUN_SECONDS = 2.0
DATA = "data"


class Told:
    """What the server has told its clients, from the bytes that it sent."""

    def __init__(self) -> None:
        self.tokens: set[str] = set()
        self.rooms: set[str] = set()
        self.turns: dict[str, int] = {}
        """How many turns of each game had begun."""
        self._streams: dict[int, bytes] = {}
        """What is left of each WebSocket: the beginning of its next frame."""

    def follow(self, record: Record) -> None:
        """Read what was sent over a WebSocket; ignore everything else that was said."""
        if record.kind is not Kind.SAY:
            return
        data = record.data
        if data.startswith(b"HTTP/1.1 "):
            self._streams.pop(record.node, None)
            if data.startswith(b"HTTP/1.1 101 "):
                self._streams[record.node] = data.partition(b"\r\n\r\n")[2]
        elif record.node in self._streams:
            self._streams[record.node] += data
        if record.node in self._streams:
            self._read_frames(record.node)

    def _read_frames(self, descriptor: int) -> None:
        data = self._streams[descriptor]
        while data:
            start, end = find_payload_bounds(data)
            if len(data) < max(start, end):
                break
            if data[0] == COMPLETE_TEXT:
                self._note(msgspec.json.decode(data[start:end]))
            data = data[end:]
        self._streams[descriptor] = data

    def _note(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": "Welcome", "token": str(token)}:
                self.tokens.add(token)
            case {"type": "RoomNews", "room": {"code": str(code)}}:
                self.rooms.add(code)
            case {"type": "GameNews" | "WordNews", "game": str(game), "view": {"turns": turns}}:
                self.turns[game] = max(turns, self.turns.get(game, 0))


def lose_power_under_server(losses: int, seed: int, *, ignore_syncs: bool = False) -> str:
    """Lose power this many times and return a summary; raise `Lost` if anything is missing.

    The last loss of a run is at its end: the players go on with what it has left. With
    `ignore_syncs` the disk only pretends to sync.
    """
    rng, ways, told = Random(seed), Counter[str](), Told()
    pairs = [Pair(settings) for settings in ROOMS]
    with TemporaryDirectory() as name:
        base = Path(name)
        disk_folder = base / "disk"
        (disk_folder / DATA).mkdir(parents=True)
        for run, first in enumerate(range(0, losses, LOSSES_IN_A_RUN)):
            disk = Disk(disk_folder)
            recording = Recording(disk_folder, base / f"journal{run}")
            asyncio.run(play_and_kill(recording, pairs))
            records = [
                record
                for record in recording.read()
                if not (ignore_syncs and record.kind is Kind.SYNC)
            ]
            count = min(LOSSES_IN_A_RUN, losses - first)
            positions = [*choose_positions(len(records), count - 1, rng), len(records)]
            at = 0
            for loss in lose_power(disk, records, positions, rng, base / "left"):
                for record in records[at : loss.position]:
                    told.follow(record)
                at = loss.position
                ways[loss.way] += 1
                shutil.rmtree(base / "next", ignore_errors=True)
                shutil.copytree(loss.folder, base / "next")
                check_what_is_left(loss.folder, told, f"run {run} at {at}, kept: {loss.way}")
            disk.check_complete()
            shutil.rmtree(disk_folder)
            (base / "next").rename(disk_folder)
    kinds = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
    turns, games = sum(told.turns.values()), len(told.turns)
    return f"server: {losses} losses (kept: {kinds}), {turns} turns of {games} games, none lost"


async def play_and_kill(recording: Recording, pairs: list[Pair]) -> None:
    """Let pairs play on a recorded server for a while, then kill it."""
    log = recording.journal.with_suffix(".log")
    data = recording.folder / DATA
    with serving(data, log=log, environment=recording.environment) as process:
        playing = [asyncio.create_task(pair.play(process.url)) for pair in pairs]
        await asyncio.sleep(RUN_SECONDS)
        process.popen.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)
        assert not process.faults, process.faults


def check_what_is_left(disk: Path, told: Told, when: str) -> None:
    """Check the data of a server after a loss against what it told its clients."""
    try:
        asyncio.run(_check_data(disk / DATA, told))
    except (AssertionError, BadRecord, StoreFailed, sqlite3.Error) as error:
        raise Lost(f"power loss in {when}: {error}") from error


async def _check_data(data: Path, told: Told) -> None:
    store = await SqliteStore.open(data)
    try:
        with closing(sqlite3.connect(data / FILE_NAME)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for token in told.tokens:
            found = await store.find_guest_by_token(hash_token(token))
            assert found is not None, "a guest is missing"
        games = set()
        for code in told.rooms:
            assert await store.find_room(code) is not None, f"room {code} is missing"
            games |= {*await store.list_game_ids(code)}
        assert games >= {*told.turns}, f"games are missing: {({*told.turns}) - games}"
        for game in games:
            await _check_game(store, game, told.turns.get(game, 0))
    finally:
        await store.close()


async def _check_game(store: SqliteStore, game: str, turns: int) -> None:
    """Check the hash chain of a game, its proof if it is over, and that no turn is missing."""
    record = read_record(await store.load_game_log(game) or b"")
    assert isinstance(record, NumberRecord | WordRecord)
    assert record.game.state.turns >= turns, f"a turn of {game} is missing"
    if record.result is not None:
        record.verify_record()
