"""Messages that clients send. Each but the first has a number, which its answer repeats."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec

from kostka.events.codec import make_reader
from kostka.melds.turn import Table
from kostka.numbers.commands import Announce, AskRedeal, Draw, EndTurn, Leave, Pass, Place
from kostka.protocol.rooms import Level, Settings
from kostka.tiles.box import TileId
from kostka.word import commands as word
from kostka.word.turn import Words

Name = Annotated[str, msgspec.Meta(max_length=200)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=12)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]

GuestId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
GameId = Annotated[str, msgspec.Meta(max_length=40)]
Commitment = Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9a-f]{64}$")]
Randomness = Annotated[str, msgspec.Meta(max_length=32, pattern="^[0-9a-f]{32}$")]

MAX_DRAFT_SETS = 500
"""Sets or words of a draft, each of which is judged: as many as a bag may have tiles."""


class Message(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A message from a client."""


class Hello(Message, frozen=True):
    """The first message of a connection: the guest and the protocol version."""

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    """The token that the server gave this guest before; None for a new guest."""
    name: Name | None = None


class Request(Message, frozen=True):
    """A message that is answered by `Done` or `Refusal` with the same number."""

    id: Number


class Rename(Request, frozen=True):
    """Change the guest's name."""

    name: Name


class Create(Request, frozen=True):
    """Open a room and enter it as its host."""

    settings: Settings


class Enter(Request, frozen=True):
    """Enter a room, back to the guest's seat or as a spectator."""

    room: Code


class GoOut(Request, frozen=True):
    """Leave the room for now; the seat stays with the guest."""


class Sit(Request, frozen=True):
    """Take an empty seat, before the match begins."""

    seat: Seat


class ClaimSeat(Request, frozen=True):
    """Take the reserved seat of a tournament's player, at any time, with the secret of its link.

    A device that had the seat until now is told with `Notice`.
    """

    secret: Secret


class StandUp(Request, frozen=True):
    """Leave the seat, before the match begins."""


class SeatBot(Request, frozen=True):
    """The host puts a bot on an empty seat, or in place of a guest who is away."""

    seat: Seat
    level: Level


class ClearSeat(Request, frozen=True):
    """The host removes a bot, or a guest before the match begins, from a seat."""

    seat: Seat


class RemovePerson(Request, frozen=True):
    """The host takes away a person's seat and sends them out; with `ban`, for good."""

    guest: GuestId
    ban: bool = False


class Unban(Request, frozen=True):
    """The host takes a ban back."""

    guest: GuestId


class Begin(Request, frozen=True):
    """The host begins the match, its next game, or a rematch."""


class CommitRandomness(Request, frozen=True):
    """Commit to randomness for the shuffle of the next game: SHA-256 of a tag and the value.

    A commitment is good for one game. Clients that send none are not waited for.
    """

    commitment: Commitment


class RevealRandomness(Request, frozen=True):
    """After `ShuffleCommitted`, reveal the randomness that was committed to."""

    game: GameId
    value: Randomness


class CloseRoom(Request, frozen=True):
    """The host closes the room."""


class Do(Request, frozen=True):
    """A player's command in the game; `turn` is the number of turns that had begun by then.

    A command for another turn is refused: it was sent before the last news came in.
    """

    turn: Number
    command: Place | Draw | Pass | Announce | EndTurn | AskRedeal | Leave


class Draft(Request, frozen=True):
    """The table as the player on turn has arranged it so far; it need not be valid."""

    turn: Number
    table: Annotated[Table, msgspec.Meta(max_length=MAX_DRAFT_SETS)]


class WordDo(Request, frozen=True):
    """A player's command in a word game, as `Do` in the number game.

    A challenge, too, is for a turn: that in which the move before it could be challenged.
    """

    turn: Number
    command: word.Place | word.Draw | word.Pass | word.Challenge | word.Accept | word.Leave


class WordDraft(Request, frozen=True):
    """The words as the player on turn has arranged them so far; they need not be valid."""

    turn: Number
    table: Annotated[Words, msgspec.Meta(max_length=MAX_DRAFT_SETS)]
    letters: dict[TileId, str] = {}
    """What jokers stand for that were laid or taken; the others keep their letter (W-10)."""


class AskHint(Request, frozen=True):
    """Ask for a hint: 1 whether there is a move, 2 which tiles can go, 3 the whole move."""

    turn: Number
    grade: Annotated[int, msgspec.Meta(ge=1, le=3)]


AnyDraft = Draft | WordDraft
InGame = Do | WordDo | AnyDraft
"""Requests that change a game, or how it looks to others."""

OfHost = SeatBot | ClearSeat | RemovePerson | Unban | CloseRoom
"""Requests of the host alone."""

AnyRequest = (
    Rename
    | Create
    | Enter
    | GoOut
    | Sit
    | ClaimSeat
    | StandUp
    | OfHost
    | Begin
    | CommitRandomness
    | RevealRandomness
    | InGame
    | AskHint
)
AnyMessage = Hello | AnyRequest


_read_message = make_reader(cast("Any", AnyMessage))


def decode_message(data: str | bytes) -> AnyMessage:
    """Decode a message from a client, checking every field; raise `BadInput`."""
    message: AnyMessage = _read_message(data)
    return message
