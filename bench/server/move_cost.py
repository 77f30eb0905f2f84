"""Measures what a move costs inside the server's process, without sockets and without a peer.

The moves of some games are recorded first, with bots. Then the same frames are given to a new
server in this process, again and again: its connections, lobby, store and updates are the real
ones; only the sockets are not. So two versions of the server do exactly the same work.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

import msgspec

from bench.machine import describe_machine
from bench.server.contender import run_in_fast_loop
from bench.server.load_client import LEVEL, RULES, SEATS
from kostka.bots import make_bot
from kostka.events.codec import to_json
from kostka.protocol import PROTOCOL, requests
from kostka.protocol.rooms import Settings
from kostka.server.rooms.lobby import Lobby
from kostka.server.rooms.room import NOTHING
from kostka.server.storage.sqlite_store import SqliteStore
from kostka.server.transport.cost_budget import CostBudget
from kostka.server.transport.fast_websocket import FastWebSocket, Outbox
from kostka.server.transport.websocket import Connection

NOW = 1_700_000_000_000
"""The time at which everything happens, so that clocks are the same in every pass."""

ADDRESS = "203.0.113.7"
"""A public address, whose budget is charged like everybody's."""

MASK = b"\x37\xfa\x21\x3d"


class Size(NamedTuple):
    """The size of a run."""

    games: int
    """Played at the same time: so many moves are committed together."""
    moves: int
    """At most, in each game."""
    passes: int


FULL = Size(games=24, moves=100, passes=9)
QUICK = Size(games=2, moves=6, passes=2)

Recording = list[list[tuple[int, bytes]]]
"""For each game, who sends which frame."""


class Result(msgspec.Struct, frozen=True):
    """The result of a run."""

    machine: dict[str, str | int]
    moves: int
    """Moves of one pass."""
    microseconds: list[float]
    """Processor time per move of each pass, of all threads."""
    loop_microseconds: list[float]
    """That of the event loop's thread alone."""
    bytes_sent: int
    """What all players received for a move, with its frame."""


class Wire:
    """A transport that counts what is written."""

    def __init__(self) -> None:
        """Start with nothing written."""
        self.bytes_sent = 0
        self._writes_left = 0
        self._is_written: asyncio.Future[None] | None = None

    def write(self, data: bytes) -> None:
        """Count some bytes."""
        self.bytes_sent += len(data)
        self._writes_left -= 1
        if not self._writes_left and self._is_written is not None:
            self._is_written.set_result(None)

    async def wait_for_writes(self, number: int) -> None:
        """Wait until as many writes have come, from now on."""
        self._writes_left = number
        self._is_written = asyncio.get_running_loop().create_future()
        await self._is_written
        self._is_written = None

    def is_closing(self) -> bool:
        """Return that the connection is open."""
        return False

    def get_write_buffer_size(self) -> int:
        """Return that everything was sent at once."""
        return 0


class _Limits:
    ws_max_size = 2**16


class WiredChannel(FastWebSocket):
    """A connection after its handshake, on a transport that is not a socket."""

    def __init__(self, wire: Wire) -> None:
        """Set what a message needs; the handshake of the base class never happens."""
        self.loop = asyncio.get_running_loop()
        self.transport = cast("Any", wire)
        self.wire = wire
        self.config = cast("Any", _Limits)
        self.tasks = set()
        self.frames = []
        self.close_sent = self.disconnected = self.read_paused = False
        self._between_frames = True

    def attach_to(self, listener: Connection, outbox: Outbox) -> None:
        """Send every message to a listener from now on."""
        self.listener = self.connection = listener
        self._outbox = outbox


class ServerInProcess:
    """A lobby on a store, with channels for the players of its games."""

    def __init__(self, store: SqliteStore) -> None:
        """Deal the same tiles in every pass."""
        self.lobby = Lobby(store, lambda: NOW, Random(16).randbytes, _find_no_attachment)
        self.budget = CostBudget(lambda: NOW)
        self.outbox = Outbox()
        self.wire = Wire()

    async def open_game(self, number: int) -> tuple[list[WiredChannel], str]:
        """Let four players begin a game; return their channels and the code of the room."""
        channels = [WiredChannel(self.wire) for _ in range(SEATS)]
        for seat, channel in enumerate(channels):
            address = f"203.0.113.{number % 250}"
            listener = Connection(channel, self.lobby, self.budget.open_cost(address))
            channel.attach_to(listener, self.outbox)
            await send(channel, requests.Hello(PROTOCOL, None, f"Player {seat + 1}"))
        before = set(self.lobby.rooms)
        settings = Settings("classic", RULES, seats=SEATS)
        await send(channels[0], requests.Create(1, settings))
        (code,) = set(self.lobby.rooms) - before
        for seat, channel in enumerate(channels[1:], start=1):
            await send(channel, requests.Enter(1, code))
            await send(channel, requests.Sit(2, seat))
        await send(channels[0], requests.Begin(2))
        return channels, code

    async def stop(self) -> None:
        """Cancel the timers and close the store."""
        self.lobby.scheduler.stop()
        await self.lobby.store.close()


async def _find_no_attachment(_: dict[str, Any]) -> msgspec.Raw:
    return NOTHING


async def send(channel: WiredChannel, message: requests.AnyMessage) -> None:
    """Send a message and wait until it was carried out."""
    channel.data_received(encode_client_frame(to_json(message)))
    while channel.tasks:
        await asyncio.wait(channel.tasks)
    if channel.connection.is_working:  # a move, which has no task
        await channel.wire.wait_for_writes(SEATS)


def encode_client_frame(text: bytes) -> bytes:
    """Put a text into a masked frame, as clients send it."""
    length = len(text)
    head = bytes([0x81, 0x80 | length]) if length < 126 else b"\x81\xfe" + length.to_bytes(2)
    mask = (MASK * (length // 4 + 1))[:length]
    masked = (int.from_bytes(text) ^ int.from_bytes(mask)).to_bytes(length)
    return head + MASK + masked


# --- recording and replaying ------------------------------------------------------------------


async def record_games(size: Size, folder: Path) -> Recording:
    """Play the games with bots, and return the frames of their moves."""
    store = await SqliteStore.open(folder)
    server, recording = ServerInProcess(store), Recording()
    for number in range(size.games):
        channels, code = await server.open_game(number)
        game = server.lobby.rooms[code].game
        assert game is not None
        played: Any = game
        bot, frames = make_bot(LEVEL, number), list[tuple[int, bytes]]()
        while not game.is_over and len(frames) < size.moves:
            (seat,) = game.waiting_seats
            command = cast("Any", bot.choose_command(played.game.view(seat)))
            message = requests.Do(len(frames) + 3, game.turn_number, command)
            frames.append((seat, encode_client_frame(to_json(message))))
            await send(channels[seat], message)
        recording.append(frames)
    await server.stop()
    return recording


class Pass(NamedTuple):
    """What one pass took."""

    moves: int
    seconds: float
    loop_seconds: float
    bytes_sent: int


async def replay_games(recording: Recording, folder: Path) -> Pass:
    """Let a new server carry out recorded moves, all games at the same time."""
    store = await SqliteStore.open(folder)
    server = ServerInProcess(store)
    tables = [await server.open_game(number) for number in range(len(recording))]
    sent, moves = server.wire.bytes_sent, 0
    gc.collect()
    gc.disable()
    busy, loop_busy = time.process_time(), time.thread_time()
    for at in range(max(map(len, recording))):
        begun = 0
        for (channels, _), frames in zip(tables, recording, strict=True):
            if at < len(frames):
                seat, frame = frames[at]
                channels[seat].data_received(frame)
                begun += 1
        moves += begun
        await server.wire.wait_for_writes(begun * SEATS)  # nothing is written before it is saved
        gc.collect(0)  # as often as the server does under load
    found = Pass(
        moves,
        time.process_time() - busy,
        time.thread_time() - loop_busy,
        server.wire.bytes_sent - sent,
    )
    gc.enable()
    assert b"kostka_refused_total{" not in server.lobby.metrics.render(), "a move was refused"
    await server.stop()
    return found


def measure_move_cost(*, quick: bool) -> Result:
    """Record games and measure their moves."""
    size = QUICK if quick else FULL
    with TemporaryDirectory() as folder:
        passes = run_in_fast_loop(_run_passes(size, Path(folder)))
    moves = passes[0].moves
    return Result(
        machine=describe_machine(),
        moves=moves,
        microseconds=[round(one.seconds / moves * 1e6, 1) for one in passes],
        loop_microseconds=[round(one.loop_seconds / moves * 1e6, 1) for one in passes],
        bytes_sent=passes[0].bytes_sent // moves,
    )


async def _run_passes(size: Size, folder: Path) -> list[Pass]:
    recording = await record_games(size, folder / "recorded")
    return [await replay_games(recording, folder / str(at)) for at in range(size.passes)]


def format_report_lines(result: Result) -> Iterator[str]:
    """Yield the lines of the report."""
    low, high = min(result.microseconds), max(result.microseconds)
    yield f"{result.moves} moves, {result.bytes_sent} bytes sent for each"
    yield (
        f"processor time per move: median {median(result.microseconds):.1f} us"
        f" ({low:.1f} to {high:.1f}), in the event loop {median(result.loop_microseconds):.1f} us"
    )
