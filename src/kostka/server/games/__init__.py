"""The games that the server plays.

`game_kind.py` is the interface between the server and a game; `numbers.py` and `word.py` provide
it. `live_game.py` is a running game as a room sees it, `typed_live_game.py` the one implementation.
"""

from __future__ import annotations

from kostka.events.errors import BadInput, quote
from kostka.events.log import detect_game_kind, detect_last_event
from kostka.server.games.game_kind import GameKind, GameRecord
from kostka.server.games.numbers import Numbers
from kostka.server.games.word import WordGame

KINDS: tuple[GameKind, ...] = (Numbers(), WordGame())

LAST_EVENT = "Finished"
"""The last event of a game of any kind."""

_BY_NAME = {kind.name: kind for kind in KINDS}
_BY_EDITION = {key: kind for kind in KINDS for key in kind.editions}


def get_game_kind(edition: str) -> GameKind:
    """Return the kind of game that an edition belongs to, or raise `BadInput`."""
    kind = _BY_EDITION.get(edition)
    if kind is None:
        raise BadInput(f"{quote(edition)} is not an edition: choose {', '.join(_BY_EDITION)}")
    return kind


def read_record(data: bytes) -> GameRecord:
    """Read a saved game of any kind."""
    return _BY_NAME.get(detect_game_kind(data) or "", KINDS[0]).read_record(data)


def is_running_record(data: bytes) -> bool:
    """Whether the last line of a saved game is its header or an event after which it goes on.

    This is quick. Only `read_record` can tell whether the record of a game that is over is valid.
    """
    last = detect_last_event(data)
    return data.count(b"\n") == 1 if last is None else last != LAST_EVENT
