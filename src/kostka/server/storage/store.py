"""What a server stores, and what every store promises.

A store holds guests, rooms, games and tournaments. For games and tournaments it holds the lines of
their logs, whose hashes are chained, and never parses them. Nothing is lost by itself: finished
games stay, and so do closed rooms, until a change removes them. What is removed is gone from the
disk too. `tests/server/storage/store_suite.py` is the promise as tests; every store must pass them.

Several nodes may share a store. Then each room and each tournament is owned by at most one of them,
and the store refuses writes of all others. The rooms of a tournament belong to its owner. A write
to something that nobody owns takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

from kostka.events.log import Milliseconds


class Guest(msgspec.Struct, frozen=True, gc=False):
    """A person with a name.

    Writing a guest again with the same token changes the name and the day, and nothing else.
    """

    id: str
    """Public: others may see it."""
    token_hash: bytes
    """SHA-256 of the guest's secret; the secret itself is not stored."""
    name: str
    created: Milliseconds
    last_seen: int = 0
    """The day of the last visit, counted from 1970. A day is enough to know who stays away."""


class GuestToForget(msgspec.Struct, frozen=True, gc=False):
    """A guest who shall be forgotten. From now on neither id nor token finds the guest."""

    id: str


class RemovedGuest(msgspec.Struct, frozen=True, gc=False):
    """A guest who is removed, after their name was removed from rooms and games."""

    id: str


class SavedRoom(msgspec.Struct, frozen=True, gc=False):
    """The current state of a room. Writing it again replaces it."""

    code: str
    snapshot: bytes
    """JSON that only the rooms package understands."""
    updated: Milliseconds
    closed: bool = False
    guests: tuple[str, ...] = ()
    """The guests in the snapshot, who must exist. The store remembers all that it ever named. It
    does not return them with the room."""
    tournament: str | None = None
    """The tournament that the room was opened for. The store remembers it, and does not return it
    with the room either."""
    due: Milliseconds | None = None
    """When the room has to be loaded even if nobody enters it; not returned with the room."""


class RemovedRoom(msgspec.Struct, frozen=True, gc=False):
    """A room that is removed, with all its games."""

    code: str


class TakenRoom(msgspec.Struct, frozen=True, gc=False):
    """A room that this node owns from now on."""

    saved: SavedRoom
    hand_over: bytes | None = None
    """What its last owner left beside the snapshot, as JSON that only the rooms package
    understands."""


class NewGame(msgspec.Struct, frozen=True, gc=False):
    """A game that begins in an existing room: the first line of its log."""

    id: str
    room: str
    header: bytes
    guests: tuple[str | None, ...] = ()
    """The guests by seat; None for bots."""


class RewrittenGame(msgspec.Struct, frozen=True, gc=False):
    """All lines of a game's log again, from the header on, with other bytes.

    The write is refused unless the game has as many lines: a move may have come between.
    """

    game: str
    lines: tuple[bytes, ...]


class GameLines(msgspec.Struct, frozen=True, gc=False):
    """Further lines of a game's log, without line ends.

    `first` is the number of the first one, as in its field "n": 1 follows the header. The write is
    refused unless it is the next line, so only one of two owners of a game can continue it.
    """

    game: str
    first: int
    lines: tuple[bytes, ...]


class NewTournament(msgspec.Struct, frozen=True, gc=False):
    """A new tournament: the first line of its log."""

    id: str
    header: bytes
    updated: Milliseconds = 0


class TournamentLines(msgspec.Struct, frozen=True, gc=False):
    """Further lines of a tournament's log, with the same condition as those of a game."""

    tournament: str
    first: int
    lines: tuple[bytes, ...]
    updated: Milliseconds = 0
    """When it changed; the store keeps the latest time."""


class RemovedTournament(msgspec.Struct, frozen=True, gc=False):
    """A tournament that is removed."""

    id: str


class GuestRemovedFromRoom(msgspec.Struct, frozen=True, gc=False):
    """A guest whose name is gone from a room and its games: the store stops naming them there."""

    guest: str
    room: str


class SavedUpload(msgspec.Struct, frozen=True, gc=False):
    """Data that a guest has uploaded, for any node to use until it expires.

    The store keeps the last `MAX_UPLOADS`, and drops expired ones when the next is saved.
    """

    id: str
    data: bytes
    saved: Milliseconds
    expires: Milliseconds


MAX_UPLOADS = 50


class Node(msgspec.Struct, frozen=True, gc=False):
    """A process that serves games from a store."""

    name: str
    address: str
    """Where other nodes reach it, as `host:port`; empty if there can be no others."""


class NodeStatus(msgspec.Struct, frozen=True, gc=False):
    """A node that is alive, as of the last heartbeat."""

    node: Node
    epoch: int
    """Which registration of a node this is: later ones have higher numbers."""
    status: bytes
    """What the node has published, as JSON."""
    age_ms: int
    """How old its last sign of life was when it was read."""
    lease_count: int = 0
    """How many rooms and tournaments it owns."""


class GameSeat(msgspec.Struct, frozen=True, gc=False):
    """Where a guest sat in a game."""

    room: str
    game: str
    seat: int


Removal = GuestToForget | RemovedGuest | RemovedRoom | RemovedTournament
"""Refused if there is no such guest, room or tournament."""

Change = (
    Guest
    | SavedRoom
    | NewGame
    | GameLines
    | RewrittenGame
    | NewTournament
    | TournamentLines
    | GuestRemovedFromRoom
    | SavedUpload
    | Removal
)


class Conflict(Exception):  # noqa: N818  (it names what is wrong, not that something is)
    """The changes do not fit what is stored. None was made, and repeating them does not help."""


class NotOwner(Conflict):
    """Another node owns the room or the tournament: what this node knows of it is out of date."""


class OwnedElsewhere(Exception):  # noqa: N818
    """Another node owns the room or the tournament."""

    def __init__(self, node: Node) -> None:
        """Keep the owner."""
        super().__init__(f"node {node.name} owns it")
        self.node = node


class StoreFailed(Exception):  # noqa: N818
    """The store cannot be opened, read or written at the moment: where and why, on one line.

    Changes were not made, and once the reason is gone the same call works. Only a disk that breaks
    in the middle of a commit may have stored them: then the repeated call raises `Conflict`, and
    the stored data is valid and has to be loaded again.
    """

    def __init__(self, why: str, *, where: str = "") -> None:
        """Keep the reason, which names no files, apart from the file or folder."""
        super().__init__(f"{where}: {why}" if where else why)
        self.why = why
        self.where = where


RecordCommit = Callable[[float, int], None]
"""Takes how many seconds a commit took, and how many writes were in it."""


class Store(Protocol):
    """Stores what must outlive the process. Every method may raise `StoreFailed`."""

    node: Node
    """The node that this store was opened for."""
    relay_key: str
    """The secret by which nodes know each other; empty if there can be no others."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all the changes, in order, or none (`Conflict`); return when they are on disk.

        Raise `NotOwner` for changes of a room or tournament that another node owns.

        Writes happen in the order of the calls. The queue is bounded; when it is full, callers
        wait. A write continues if its caller is cancelled.
        """

    async def probe_write(self) -> None:
        """Prove that a write would work now: commit to disk, and change nothing."""

    async def find_guest(self, guest: str) -> Guest | None:
        """Return the guest with a public id, or None."""

    async def find_guest_by_token(self, token_hash: bytes) -> Guest | None:
        """Return the guest whose token has this SHA-256, or None."""

    async def list_guests_to_forget(self) -> list[str]:
        """Return the ids of guests who shall be forgotten and are not removed yet."""

    async def list_unseen_guests(self, day: int, limit: int) -> list[str]:
        """Return some guests whose last visit was before a day, longest ago first."""

    async def list_rooms_of_guest(self, guest: str) -> list[str]:
        """Return the codes of all rooms that ever named a guest."""

    async def list_seats_of_guest(self, guest: str) -> list[GameSeat]:
        """Return all games that a guest began, in the order in which they began."""

    async def list_closed_rooms(self, before: Milliseconds, limit: int) -> list[str]:
        """Return the codes of some rooms that were closed before a time, longest ago first."""

    async def list_old_tournaments(self, before: Milliseconds, limit: int) -> list[str]:
        """Return some tournaments that have not changed since a time, longest ago first."""

    async def list_rooms_of_tournament(self, tournament: str) -> list[str]:
        """Return the codes of all rooms that were opened for a tournament."""

    async def find_room(self, code: str) -> SavedRoom | None:
        """Return a room, open or closed, or None."""

    async def list_due_rooms(self, now: Milliseconds, limit: int) -> list[str]:
        """Return some open rooms that are due by a time, first due first; none of other nodes."""

    async def filter_open_rooms(self, codes: Sequence[str]) -> list[str]:
        """Return which of these rooms are still open."""

    async def find_upload(self, upload: str, now: Milliseconds) -> bytes | None:
        """Return the data of an upload; None if there is none, or if it has expired."""

    async def list_game_ids(self, room: str) -> list[str]:
        """Return the ids of a room's games, in the order in which they began."""

    async def load_game_log(self, game: str) -> bytes | None:
        """Return a game's log as the bytes of its file, exactly as `Game.to_bytes` would."""

    async def load_tournament_log(self, tournament: str) -> bytes | None:
        """Return a tournament's log in the same way. Ids of games and tournaments never mix."""

    # --- ownership ----------------------------------------------------------------------------

    async def take_room(self, code: str) -> TakenRoom | None:
        """Own an open room and return it as it is saved; None if there is none.

        Raise `OwnedElsewhere` while another node owns it. The owner may take it again. What was
        handed over is returned once.
        """

    async def release_room(
        self, code: str, due: Milliseconds | None, hand_over: bytes | None
    ) -> None:
        """Stop owning a room, after all writes to it; leave the next owner what it needs."""

    def hold_room(self, code: str) -> AbstractAsyncContextManager[SavedRoom | None]:
        """Own a room, open or closed, while it is changed without being loaded.

        The context has the room, or None if there is none. Raise `OwnedElsewhere`. Do not hold a
        room that is in the memory of this process.
        """

    async def take_tournament(self, tournament: str) -> bytes | None:
        """Own a tournament and return its log; None if there is none, or raise `OwnedElsewhere`."""

    async def release_tournament(self, tournament: str) -> None:
        """Stop owning a tournament and its rooms, after all writes to them."""

    async def find_owner_of_room(self, code: str) -> Node | None:
        """Return the other node that owns a room; None if it is free, ours or not there."""

    async def find_owner_of_tournament(self, tournament: str) -> Node | None:
        """Return the other node that owns a tournament, or None in the same way."""

    async def mark_suspect(self, node: Node) -> None:
        """Note that a node cannot be reached: it has a second to show the store that it lives."""

    def watch_ownership(self, on_lost: Callable[[], None]) -> None:
        """Call `on_lost` in the event loop when this node no longer owns anything it owned."""

    def publish_status(self, status: bytes) -> None:
        """Let other nodes see this JSON from the next heartbeat on."""

    def list_nodes(self) -> list[NodeStatus]:
        """Return all nodes that are alive, this one included, as of the last heartbeat."""

    # --- operating ----------------------------------------------------------------------------

    def watch_commits(self, record: RecordCommit) -> None:
        """Call `record` after each commit, in any thread, but in one at a time."""

    def count_queued_writes(self) -> int:
        """Return how many writes wait for the disk."""

    def measure_journal(self) -> int:
        """Return how many bytes are committed but not yet merged into the database."""

    async def read_time_ms(self) -> Milliseconds | None:
        """Return the time by which all nodes agree; None if this process is the only one."""

    async def close(self) -> None:
        """Finish all writes that were called before, then release everything."""
