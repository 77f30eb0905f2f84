"""Records of games: verified, and step by step."""

from __future__ import annotations

from gzip import compress

from kostka.events.codec import to_json
from kostka.events.errors import BadInput
from kostka.server.games import read_record
from kostka.server.games.game_kind import GameRecord
from kostka.server.workers.task import Task

MAX_RECORD_LINES = 5000
"""Of an uploaded record; a long game with six players has a tenth of it."""

COMPRESSION_LEVEL = 5


def _render_record(data: bytes) -> bytes:
    """Return the file of a finished game, in the current schema."""
    game = read_record(data)
    _check_is_over(game)
    return game.to_bytes()


def _compress_steps(data: bytes) -> bytes:
    """Return the steps of a finished game as JSON, compressed with gzip."""
    game = read_record(data)
    _check_is_over(game)
    return _build_steps(game)


def _compress_uploaded_steps(data: bytes) -> bytes:
    """Return the steps of a record that anybody may have written: every line is verified."""
    if data.count(b"\n") > MAX_RECORD_LINES:
        raise BadInput(f"the file has more than {MAX_RECORD_LINES} lines")
    game = read_record(data)
    game.verify_record()
    _check_is_over(game)
    return _build_steps(game)


def _check_is_over(game: GameRecord) -> None:
    if game.result is None:  # its log holds hidden tiles
        raise BadInput("the game in this file is not over yet")


def _build_steps(game: GameRecord) -> bytes:
    return compress(to_json(game.build_replay()), COMPRESSION_LEVEL, mtime=0)


READ_RECORD = Task("read_record", _render_record, seconds=5, is_heavy=True)
BUILD_STEPS = Task("build_steps", _compress_steps, seconds=5, is_heavy=True)
BUILD_UPLOADED_STEPS = Task(
    "build_uploaded_steps", _compress_uploaded_steps, seconds=5, is_heavy=True
)
