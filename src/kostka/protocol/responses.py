"""Messages that the server sends: answers to requests, and news."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, cast

import msgspec

from kostka.events.codec import from_json
from kostka.events.errors import Violation
from kostka.melds.turn import Table
from kostka.numbers.events import AnyEvent
from kostka.numbers.score_explanation import Sum
from kostka.numbers.views import View
from kostka.protocol.rooms import People, RoomView
from kostka.tiles.box import TileId
from kostka.word.events import AnyEvent as WordEvent
from kostka.word.turn import Words
from kostka.word.views import View as WordView


class Message(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A message from the server. Clients ignore fields that they do not know."""


class Welcome(Message, frozen=True):
    """The answer to `Hello`."""

    protocol: int
    guest: str
    """The guest's public id."""
    name: str
    token: str | None
    """For new guests alone: the secret by which they are known from now on."""
    now: int
    """The server's clock, in milliseconds."""
    routed: bool = False
    """Whether several nodes share the work: open the connection for a room as `/ws?room=CODE`."""


class Problem(msgspec.Struct, frozen=True, gc=False):
    """A reason to refuse something: a code for translations, the clause, and an English text."""

    code: str
    clause: str
    values: dict[str, str | int]
    text: str

    @classmethod
    def from_violation(cls, violation: Violation) -> Problem:
        """Convert a violation for sending."""
        return cls(violation.code, violation.clause, violation.values, violation.text)


class Done(Message, frozen=True):
    """A request was carried out, and is on disk."""

    id: int


class Refusal(Message, frozen=True):
    """A request was refused, and nothing has changed. Without a number: it could not be read."""

    id: int | None
    problems: tuple[Problem, ...]


class RoomNews(Message, frozen=True):
    """The room has changed, or was entered; None after leaving it."""

    room: RoomView | None
    seat: int | None
    """The receiver's seat; None for spectators."""
    people: People | None = None
    """For the host alone: who is watching, and who is banned."""


class NoticeCode(StrEnum):
    """What has happened to the receiver."""

    SEAT_MOVED = "seat_moved"
    """The seat was taken with its link on another device."""
    SEAT_RENEWED = "seat_renewed"
    """The organiser has renewed the link of the seat: the old one no longer works."""
    REMOVED = "removed"
    """The host has removed the receiver from the room."""
    BANNED = "banned"
    """The host has removed the receiver for good."""


class Notice(Message, frozen=True):
    """Somebody else has changed something for the receiver; `RoomNews` has come before it."""

    code: NoticeCode


class ShuffleCommitted(Message, frozen=True):
    """A game is about to be dealt, and its shuffle is committed to. Clients now reveal theirs."""

    game: str
    commitment: str
    """To the server's seed; the header of the game will have it too."""
    seats: tuple[tuple[int, str], ...]
    """The seats that committed to randomness, each with its commitment."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The time of the turn, by the server's clock in milliseconds."""

    now: int
    deadline: int | None
    """None for no limit, and while the game is paused."""
    banks: tuple[int, ...]
    """What everybody has left beyond the time for each move."""
    left: int | None = None
    """While the game is paused: how much of the turn is left, in milliseconds."""


class GameNews(Message, frozen=True):
    """The game as the receiver may see it, and what has happened since the last news."""

    game: str
    view: View
    events: tuple[AnyEvent, ...]
    clock: Clock
    faces: tuple[str, ...] | None = None
    """What each tile of the box shows, by its id; with the first news of a game."""
    draft: Table | None = None
    """The table as the player on turn has laid it so far."""
    jokers: dict[int, str] = {}
    """What each joker on the table stands for, by its tile, as in `SetJudged.reads`."""
    sums: tuple[Sum, ...] | None = None
    """How each line of the score sheet came about, once the game is over."""


class DraftNews(Message, frozen=True):
    """The table as the player on turn has laid it so far."""

    seat: int
    turn: int
    table: Table
    judged: DraftJudged | None = None
    """For other devices of that player: the verdict on the draft."""


class SetJudged(msgspec.Struct, frozen=True, gc=False):
    """What a set of a draft is."""

    valid: bool
    kind: str | None = None
    value: int = 0
    reads: tuple[str, ...] = ()
    """What each tile stands for, in the notation, if the set is valid: `R5`, `B3/O3` for either,
    `8` for a number of any colour, two of them for a double joker."""
    problem: Problem | None = None


class DraftJudged(Message, frozen=True):
    """The answer to `Draft`: every set of it, and what stands in the way of finishing the turn."""

    id: int
    turn: int
    sets: tuple[SetJudged, ...]
    value: int
    """What the new sets are worth, before the opening."""
    problems: tuple[Problem, ...]


class Hint(Message, frozen=True):
    """The answer to `AskHint`, as much of it as was asked for."""

    id: int
    possible: bool
    tiles: tuple[str, ...] | None = None
    table: Table | None = None
    steps: tuple[str, ...] | None = None


# --- the word game ----------------------------------------------------------------------------


class WordsLaid(msgspec.Struct, frozen=True, gc=False):
    """The words of a draft."""

    table: Words
    letters: dict[TileId, str]
    """What jokers stand for that were laid or taken in this turn."""


class WordNews(Message, frozen=True):
    """A word game as the receiver may see it, and what has happened since the last news."""

    game: str
    view: WordView
    events: tuple[WordEvent, ...]
    clock: Clock
    """After the move that would end the game: until when it may be challenged (W-13)."""
    faces: tuple[str, ...] | None = None
    """The letter on each tile of the box, by its id, `?` for a joker; with the first news."""
    draft: WordsLaid | None = None
    """The words as the player on turn has laid them so far."""
    lemmas: dict[str, tuple[str, ...]] = {}
    """Of which words those of the game are forms, where that is known."""


class WordDraftNews(Message, frozen=True):
    """The table as the player on turn has laid it so far."""

    seat: int
    turn: int
    table: Words
    letters: dict[TileId, str]
    judged: WordDraftJudged | None = None
    """For other devices of that player: the verdict on the draft."""


class WordJudged(msgspec.Struct, frozen=True, gc=False):
    """What a word of a draft is."""

    text: str
    valid: bool | None
    """None for a new word where a wrong one can cost a penalty: the game does not say (W-13)."""
    problem: Problem | None = None


class WordDraftJudged(Message, frozen=True):
    """The answer to `WordDraft`: every word, and what stands in the way of finishing the turn."""

    id: int
    turn: int
    words: tuple[WordJudged, ...]
    made: tuple[str, ...]
    """The words made so far, the longest, which counts, first (W-7)."""
    points: int
    doubled: bool
    """Is the whole rack placed (W-8)?"""
    problems: tuple[Problem, ...]
    relaid: tuple[str, ...] = ()
    """Words with an own tile that lay on the table when the turn began: they never count (W-6)."""


class WordHint(Message, frozen=True):
    """The answer to `AskHint` in a word game, as much of it as was asked for."""

    id: int
    possible: bool
    points: int | None = None
    tiles: tuple[str, ...] | None = None
    """The letters to lay, `?` for a joker."""
    words: tuple[str, ...] | None = None
    """The words that are made."""
    table: Words | None = None
    letters: dict[TileId, str] | None = None


# --- the end of a connection ------------------------------------------------------------------


class Farewell(StrEnum):
    """Why the server closes a connection."""

    RESTART = "restart"
    """The server stops; usually it is back in a moment."""
    SLOW = "slow"
    """The client reads too slowly: its outgoing queue is full."""
    NONSENSE = "nonsense"
    """Too many messages could not be read."""
    OVER_BUDGET = "over_budget"
    """The client's network has used up its share of the server."""
    FORGOTTEN = "forgotten"
    """The guest's data was removed, and the token no longer works."""
    GUESSING = "guessing"
    """Too many room codes were wrong."""
    MOVED = "moved"
    """Another node has the room: open a connection for it as `/ws?room=CODE`."""


class GoodBye(Message, frozen=True):
    """The server will close the connection; `code` says why."""

    code: Farewell
    retry_ms: int | None
    """When to come back, if that makes sense."""


Played = GameNews | WordNews
Drafted = DraftNews | WordDraftNews
Judged = DraftJudged | WordDraftJudged

AnyMessage = (
    Welcome
    | Done
    | Refusal
    | RoomNews
    | Notice
    | ShuffleCommitted
    | Played
    | Drafted
    | Judged
    | Hint
    | WordHint
    | GoodBye
)


def decode_message(data: str | bytes) -> AnyMessage:
    """Decode a message from the server."""
    message: AnyMessage = from_json(data, cast("Any", AnyMessage))
    return message
