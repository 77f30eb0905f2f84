"""A room that is open: its game, its visitors, and what is due in it."""

from __future__ import annotations

from asyncio import Lock, Task
from collections.abc import Sequence

from kostka.bots import Bot
from kostka.events.codec import to_json
from kostka.numbers.events import AnyEvent
from kostka.protocol.rooms import Stage
from kostka.protocol.telling import AnyMessage, RoomNews
from kostka.server import store
from kostka.server.room import Room
from kostka.server.table import Table
from kostka.server.visitor import Visitor


class Place:
    """Everything about one room that lives while the server runs."""

    def __init__(self, room: Room, table: Table | None = None) -> None:
        """Open a room, with the game that is played in it."""
        self.room = room
        self.table = table
        self.visitors: set[Visitor] = set()
        self.bots: dict[int, Bot] = {}
        self.due: Task[None] | None = None
        """The next thing that happens by itself: a bot's move, or the end of the time."""
        self.lock = Lock()
        """Held while anything in the room changes, until it is on disk."""
        self.empty_since: int | None = None

    @property
    def guests(self) -> list[str]:
        """Who is connected."""
        return [visitor.guest for visitor in self.visitors]

    def written(self, room: Room, now: int) -> store.SavedRoom:
        """Give the room as it is to be kept."""
        return store.SavedRoom(room.code, to_json(room), now, closed=room.stage is Stage.CLOSED)

    def tell_room(self, only: Visitor | None = None) -> None:
        """Tell everybody how the room stands, or one of them."""
        watching = sum(self.room.seat_of(visitor.guest) is None for visitor in self.visitors)
        seen = self.room.seen(watching)
        for visitor in [only] if only else self.visitors:
            visitor.tell(RoomNews(seen, self.room.seat_of(visitor.guest)))

    def tell_game(self, events: Sequence[AnyEvent], now: int, only: Visitor | None = None) -> None:
        """Tell everybody what has happened in the game, each what they may know."""
        if self.table is None:
            return
        encoded: dict[int | None, bytes] = {}
        for visitor in [only] if only else self.visitors:
            seat = self.room.seat_of(visitor.guest)
            if seat not in encoded:
                news = self.table.news(seat, events, now, first=only is not None or not events)
                encoded[seat] = to_json(news)
            visitor.tell_encoded(encoded[seat])

    def tell_others(self, message: AnyMessage, but: Visitor) -> None:
        """Tell everybody but one."""
        data = to_json(message)
        for visitor in self.visitors:
            if visitor is not but:
                visitor.tell_encoded(data)
